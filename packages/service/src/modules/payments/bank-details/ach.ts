import { ApiError } from '../../../core/errors/api-error.js';
import { maskAccountNumber, requiredDigits } from './account-number.js';
import { type DirectDebit, requiredText } from './details.js';

/** ACH debit authorised online, from US accounts. */
export const ach: DirectDebit = {
  requiredFields: [],
  isSigned: false,
  handOver: ({ ach }, url) => ({ ach: { ...ach, directDebitPdfFormUrl: url } }),
  check({ accountHolder, bankLocationId, accountNumber, accountType, holderType }) {
    const routingNumber = requiredDigits(bankLocationId, 'bankLocationId', { min: 9, max: 9 });
    if (!isRoutingNumber(routingNumber)) {
      throw new ApiError('errormessage.payment.routing.number.invalid', 'details.bankLocationId');
    }
    return {
      accountHolder: requiredText(accountHolder, 'accountHolder'),
      bankLocationId: routingNumber,
      accountNumber: requiredDigits(accountNumber, 'accountNumber', { min: 4, max: 17 }),
      accountType: requiredChoice(accountType, 'accountType'),
      holderType: requiredChoice(holderType, 'holderType'),
    };
  },
  mask: ({ accountHolder = '', bankLocationId = '', accountNumber = '' }, { reference }) => ({
    ach: {
      accountHolder,
      bankAccountNumber: maskAccountNumber(accountNumber),
      bankLocationId,
      mandateId: reference,
    },
  }),
};

/**
 * Checks an ABA routing number: nine digits, not all zero, whose sum weighted 3-7-1 is a multiple of ten (ABA routing
 * number policy).
 */
export function isRoutingNumber(digits: string): boolean {
  const weighted = Array.from(digits, (digit, at) => Number(digit) * ([3, 7, 1][at % 3] ?? 0));
  const sum = weighted.reduce((total, value) => total + value, 0);
  return sum > 0 && sum % 10 === 0;
}

function requiredChoice<T extends string>(value: T | undefined, field: string): T {
  if (value === undefined) {
    throw new ApiError('errormessage.payment.details.required', `details.${field}`, { field });
  }
  return value;
}

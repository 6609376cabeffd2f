import { addressFields, toAddress } from '../forms/address-fields.js';
import { emailField } from '../forms/email-field.js';
import { holderField } from '../forms/holder-field.js';
import { numberField } from '../forms/number-field.js';
import {
  formatSortCode,
  toUkAccountNumber,
  validateSortCode,
  validateUkAccountNumber,
} from '../forms/uk-account.js';
import type { MethodForm } from '../forms/payment-method.js';

/**
 * Form for a Direct Debit Instruction. Its box is a declaration on which the bank relies, rather than acceptance of a
 * text, so the host cannot hide it.
 */
export const bacsForm: MethodForm = {
  fields: (context) => [
    holderField,
    numberField({
      name: 'bankLocationId',
      labelKey: 'bacs.sortCode.label',
      hintKey: 'bacs.sortCode.hint',
      requiredKey: 'error.required.sortCode',
      width: 'short',
      format: formatSortCode,
      validate: validateSortCode,
    }),
    numberField({
      name: 'accountNumber',
      labelKey: 'bacs.accountNumber.label',
      hintKey: 'bacs.accountNumber.hint',
      requiredKey: 'error.required.accountNumber',
      width: 'rest',
      validate: validateUkAccountNumber,
    }),
    { ...emailField, hintParams: { context: 'BACS' } },
    ...addressFields(context),
  ],
  consents: () => [{ name: 'soleAuthority', labelKey: 'bacs.soleAuthority' }],
  toDetails(values) {
    return {
      accountHolder: values.accountHolder ?? '',
      bankLocationId: values.bankLocationId ?? '',
      accountNumber: toUkAccountNumber(values.accountNumber ?? ''),
      email: values.email ?? '',
      ...toAddress(values),
    };
  },
};

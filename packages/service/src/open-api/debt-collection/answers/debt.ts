import type { Static } from 'typebox';
import type { CollectionDebt } from '../../../debt-collection/cases.js';
import { fromMinorUnits } from '../../../domain/money.js';
import { signedTerm, type Contract } from '../../../memberships/contracts.js';
import type { Debtor } from '../debt-schemas.js';

type DebtAnswer = Static<typeof Debtor>['collectionCases'][number]['debt'][number];

/** A debt as it was handed over. */
export function toDebt(
  { id, claim, originalAmount, block }: CollectionDebt,
  contracts: readonly Contract[],
  currency: string,
): DebtAnswer {
  const contract = contracts.find((one) => one.id === claim.contractId);
  return {
    debtId: id,
    debtDate: claim.dueDate,
    amount: fromMinorUnits(originalAmount, currency),
    currency,
    type: claim.contractId === null ? 'DEBT_CLAIM' : 'PRINCIPAL_CLAIM',
    designation: claim.description,
    recurrence: recurrenceOf(contract),
    ...(contract && { contractStartDate: contract.startDate }),
    ...(claim.contractId !== null && { contractId: claim.contractId }),
    ...(block && { block }),
  };
}

/** Recurrence of the claims of a contract; a claim without a contract is due once. */
function recurrenceOf(contract: Contract | undefined): DebtAnswer['recurrence'] {
  const frequency = contract && signedTerm(contract).paymentFrequency;
  if (frequency?.type !== 'RECURRING') return { period: 'ONCE' };
  return { period: frequency.term.unit, frequency: frequency.term.value };
}

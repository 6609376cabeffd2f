import type { Block, DebtCollectionSettings } from '../../domain/debt-collection.js';
import { currencyDigits, fromMinorUnits, toMinorUnits } from '../../domain/money.js';
import { textPart } from '../../i18n/translate.js';
import { openAmount, type DebtAmounts } from './amounts.js';
import { invalidUpdate } from './invalid-update.js';

/** A debt as a partner reports it; amounts are decimals of the currency, and those left out are 0. */
export interface ToldDebt {
  readonly debtId: string;
  readonly originalAmount: number;
  readonly paidAmount: number;
  readonly reducedAmount?: number;
  readonly writeOffAmount?: number;
  /** Deprecated: what writeOffAmount was called before. */
  readonly canceledAmount?: number;
  readonly currency: string;
  readonly block?: Block;
}

/** A debt as it is known. */
export interface KnownDebt extends DebtAmounts {
  readonly id: string;
  /** Deprecated, as it was told. */
  readonly canceledAmount: number | null;
}

/** A debt before an update, and whether its case is closed. */
interface DebtBefore extends KnownDebt {
  readonly isClosed: boolean;
}

/** The terms that an update is checked against. */
export interface UpdateTerms {
  /** Of the studio. */
  readonly currency: string;
  /** Whether totals are booked at once: then a canceledAmount counts as a writeOffAmount. */
  readonly booksAtOnce: boolean;
  readonly settings: DebtCollectionSettings;
}

/**
 * The totals of a debt in minor units. In a closed case only payments count; what was reduced and written off stays as it
 * was at the closure (specification, states of a debt collection case).
 *
 * @throws ApiError 400 for another currency or original amount, for more decimals than the currency has, and for totals
 *   beyond the original amount.
 */
export function toldAmounts(
  { originalAmount, isClosed, ...before }: DebtBefore,
  told: ToldDebt,
  { currency, booksAtOnce }: UpdateTerms,
  reference: string,
): DebtAmounts & { readonly canceledAmount: number | null } {
  if (told.currency !== currency) {
    const given = { given: told.currency, expected: currency };
    throw invalidUpdate(`${reference}.currency`, textPart('problem.debtCollection.currency', given));
  }
  const minor = (
    field: 'originalAmount' | 'paidAmount' | 'reducedAmount' | 'writeOffAmount' | 'canceledAmount',
  ) => {
    const amount = toMinorUnits(told[field] ?? 0, currency);
    if (amount !== null) return amount;
    const digits = currencyDigits(currency);
    throw invalidUpdate(`${reference}.${field}`, textPart('problem.amount.decimals', { currency, digits }));
  };
  if (minor('originalAmount') !== originalAmount) {
    const expected = fromMinorUnits(originalAmount, currency);
    throw invalidUpdate(
      `${reference}.originalAmount`,
      textPart('problem.debtCollection.originalAmount', { expected }),
    );
  }
  const canceledAmount = told.canceledAmount === undefined ? null : minor('canceledAmount');
  const migrated = booksAtOnce ? (canceledAmount ?? 0) : 0;
  const amounts = {
    originalAmount,
    paidAmount: minor('paidAmount'),
    reducedAmount: minor('reducedAmount'),
    writeOffAmount: told.writeOffAmount === undefined ? migrated : minor('writeOffAmount'),
  };
  if (isClosed ? amounts.paidAmount > originalAmount : openAmount(amounts) < 0) {
    const limit = fromMinorUnits(originalAmount, currency);
    throw invalidUpdate(reference, textPart('problem.debtCollection.overOriginal', { limit }));
  }
  if (!isClosed) return { ...amounts, canceledAmount };
  const { reducedAmount, writeOffAmount, canceledAmount: canceledBefore } = before;
  return { ...amounts, reducedAmount, writeOffAmount, canceledAmount: canceledBefore };
}

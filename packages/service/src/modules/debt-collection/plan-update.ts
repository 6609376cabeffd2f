import { ApiError } from '../../core/errors/api-error.js';
import { type TextPart, textPart } from '../../core/i18n/translate.js';
import { currencyDigits, fromMinorUnits, toMinorUnits } from '../../core/money.js';
import type { DebtCollectionSettings } from '../studios/settings/debt-collection-settings.js';
import { type DebtAmounts, openAmount } from './amounts.js';
import { type CaseEnd, endAfter } from './closures.js';
import type { Block, Closure } from './debt-collection.stored.js';

/** Returns the error that refuses an update; nothing of the update is stored. */
export function invalidUpdate(reference: string, problem: TextPart): ApiError {
  return new ApiError('errormessage.debt.collection.update.invalid', reference, { problem });
}

/**
 * Checks a block.
 *
 * @throws ApiError 400 if a limited block has no end.
 */
function checkBlock(block: Block | undefined, reference: string): void {
  if (block?.limitType === 'LIMITED' && block.endDate === undefined) {
    throw invalidUpdate(`${reference}.endDate`, textPart('problem.debtCollection.endDate'));
  }
}

/**
 * Checks a closure.
 *
 * @throws ApiError 400 for a rejection without a reason, or a write-off option with a type of closure that does not
 * allow it.
 */
function checkClosure(closure: Closure | undefined, reference: string): void {
  if (!closure) return;
  const { type, options = [], rejectionReason } = closure;
  if (type === 'REJECTION' && rejectionReason === undefined) {
    throw invalidUpdate(`${reference}.rejectionReason`, textPart('problem.debtCollection.rejectionReason'));
  }
  if (options.length > 0 && type !== 'POSITIVE' && type !== 'NEGATIVE') {
    throw invalidUpdate(`${reference}.options`, textPart('problem.debtCollection.options', { type }));
  }
}

/** A debt as a partner reports it. Amounts are decimals in the currency; omitted amounts are 0. */
interface ReportedDebt {
  readonly debtId: string;
  readonly originalAmount: number;
  readonly paidAmount: number;
  readonly reducedAmount?: number;
  readonly writeOffAmount?: number;
  /** Deprecated: the former name of writeOffAmount. */
  readonly canceledAmount?: number;
  readonly currency: string;
  readonly block?: Block;
}

/** The current state of a debt. */
interface KnownDebt extends DebtAmounts {
  readonly id: string;
  /** Deprecated; stored as reported. */
  readonly canceledAmount: number | null;
}

/** A debt before an update, and whether its case is closed. */
interface DebtBefore extends KnownDebt {
  readonly isClosed: boolean;
}

/** The terms that an update is checked against. */
export interface UpdateTerms {
  /** The studio's currency. */
  readonly currency: string;
  /** Whether totals are booked immediately. A canceledAmount then counts as a writeOffAmount. */
  readonly booksAtOnce: boolean;
  readonly settings: DebtCollectionSettings;
}

/**
 * Returns the totals of a debt in minor units. In a closed case only payments count; the reduced and written-off
 * amounts stay as they were at the closure (specification, states of a debt collection case).
 *
 * @throws ApiError 400 if the currency or the original amount differs, an amount has more decimals than the currency,
 * or the totals exceed the original amount.
 */
function reportedAmounts(
  { originalAmount, isClosed, ...before }: DebtBefore,
  reported: ReportedDebt,
  { currency, booksAtOnce }: UpdateTerms,
  reference: string,
): DebtAmounts & { readonly canceledAmount: number | null } {
  if (reported.currency !== currency) {
    const given = { given: reported.currency, expected: currency };
    throw invalidUpdate(`${reference}.currency`, textPart('problem.debtCollection.currency', given));
  }
  const minor = (
    field: 'originalAmount' | 'paidAmount' | 'reducedAmount' | 'writeOffAmount' | 'canceledAmount',
  ) => {
    const amount = toMinorUnits(reported[field] ?? 0, currency);
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
  const canceledAmount = reported.canceledAmount === undefined ? null : minor('canceledAmount');
  const migrated = booksAtOnce ? (canceledAmount ?? 0) : 0;
  const amounts = {
    originalAmount,
    paidAmount: minor('paidAmount'),
    reducedAmount: minor('reducedAmount'),
    writeOffAmount: reported.writeOffAmount === undefined ? migrated : minor('writeOffAmount'),
  };
  if (isClosed ? amounts.paidAmount > originalAmount : openAmount(amounts) < 0) {
    const limit = fromMinorUnits(originalAmount, currency);
    throw invalidUpdate(reference, textPart('problem.debtCollection.overOriginal', { limit }));
  }
  if (!isClosed) return { ...amounts, canceledAmount };
  const { reducedAmount, writeOffAmount, canceledAmount: canceledBefore } = before;
  return { ...amounts, reducedAmount, writeOffAmount, canceledAmount: canceledBefore };
}

/** A debtor as a partner reports it: the complete state, not a change (specification, rule 2). */
export interface ReportedDebtor {
  readonly debtorId: string;
  readonly block?: Block;
  readonly agencyCollectionCases: readonly ReportedCase[];
}

export interface ReportedCase {
  readonly agencyCollectionCaseId?: string;
  readonly publicCollectionCaseId?: string;
  readonly collectionCaseIds: readonly string[];
  readonly closure?: Closure;
  readonly block?: Block;
  readonly debts: readonly ReportedDebt[];
}

/** The current state of a collection case. */
export interface KnownCase extends CaseEnd {
  readonly id: string;
  readonly agencyCaseId: string | null;
  readonly debts: readonly KnownDebt[];
}

/** The intended state of a collection case. */
export interface PlannedCase extends CaseEnd {
  readonly id: string;
  readonly agencyCaseId: string | null;
  readonly publicCaseId: string | null;
  readonly block: Block | null;
  readonly debts: readonly PlannedDebt[];
}

interface PlannedDebt extends KnownDebt {
  readonly block: Block | null;
}

/**
 * Returns the state of a debtor's cases after an update: every case that it names, with all of its debts. Cases that it
 * does not name stay unchanged. In a closed case only payments change, and blocks are ignored because it is no longer
 * collected.
 *
 * @param known all of the partner's cases for the debtor.
 * @param path of the debtor in the request.
 * @throws ApiError 400 if the update names something unknown, names something twice, or leaves something out.
 */
export function planUpdate(
  known: readonly KnownCase[],
  reported: ReportedDebtor,
  terms: UpdateTerms,
  path: string,
): PlannedCase[] {
  checkBlock(reported.block, `${path}.block`);
  const seen = new Set<string>();
  return reported.agencyCollectionCases.flatMap((one, index) => {
    const at = `${path}.agencyCollectionCases.${index}`;
    const cases = namedCases(known, one, at);
    for (const { id } of cases) {
      if (seen.has(id)) {
        throw invalidUpdate(`${at}.collectionCaseIds`, textPart('problem.given.twice', { id }));
      }
      seen.add(id);
    }
    return planCase(cases, one, terms, at);
  });
}

/** Returns the named cases. They must include all cases that the partner has already grouped under its id. */
function namedCases(known: readonly KnownCase[], reported: ReportedCase, at: string): KnownCase[] {
  const reference = `${at}.collectionCaseIds`;
  const agencyCaseId = reported.agencyCollectionCaseId ?? null;
  const named = reported.collectionCaseIds.map((id) => {
    const found = known.find((one) => one.id === id);
    if (!found) throw invalidUpdate(reference, textPart('problem.debtCollection.caseUnknown', { id }));
    if (agencyCaseId !== null && found.agencyCaseId !== null && found.agencyCaseId !== agencyCaseId) {
      throw invalidUpdate(
        reference,
        textPart('problem.debtCollection.caseElsewhere', { id, agencyCaseId: found.agencyCaseId }),
      );
    }
    return found;
  });
  const missing = known.find(
    ({ id, agencyCaseId: own }) =>
      own !== null &&
      (own === agencyCaseId || named.some((one) => one.agencyCaseId === own)) &&
      !named.some((one) => one.id === id),
  );
  if (missing) {
    throw invalidUpdate(reference, textPart('problem.debtCollection.caseMissing', { id: missing.id }));
  }
  return named;
}

function planCase(
  cases: readonly KnownCase[],
  reported: ReportedCase,
  terms: UpdateTerms,
  at: string,
): PlannedCase[] {
  checkClosure(reported.closure, `${at}.closure`);
  checkBlock(reported.block, `${at}.block`);
  const debts = cases.flatMap((one) =>
    one.debts.map((debt) => ({ ...debt, isClosed: one.closure !== null })),
  );
  const planned = new Map<string, PlannedDebt>();
  reported.debts.forEach((debt, index) => {
    const reference = `${at}.debts.${index}`;
    const id = debt.debtId;
    const before = debts.find((one) => one.id === id);
    if (!before) {
      throw invalidUpdate(`${reference}.debtId`, textPart('problem.debtCollection.debtUnknown', { id }));
    }
    if (planned.has(id)) throw invalidUpdate(`${reference}.debtId`, textPart('problem.given.twice', { id }));
    checkBlock(debt.block, `${reference}.block`);
    const block = before.isClosed ? null : (debt.block ?? null);
    planned.set(id, { id, ...reportedAmounts(before, debt, terms, reference), block });
  });
  return cases.map((one) => ({
    id: one.id,
    agencyCaseId: reported.agencyCollectionCaseId ?? one.agencyCaseId,
    publicCaseId: reported.publicCollectionCaseId ?? null,
    block: one.closure === null ? (reported.block ?? null) : null,
    ...endAfter(one, reported.closure ?? null, terms.settings),
    debts: one.debts.map(({ id }) => {
      const debt = planned.get(id);
      if (debt) return debt;
      throw invalidUpdate(`${at}.debts`, textPart('problem.debtCollection.debtMissing', { id }));
    }),
  }));
}

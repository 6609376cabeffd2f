import type { Block, Closure } from '../../domain/debt-collection.js';
import { textPart } from '../../i18n/translate.js';
import { endAfter, type CaseEnd } from './closures.js';
import { invalidUpdate } from './invalid-update.js';
import { checkBlock, checkClosure } from './check-told.js';
import { toldAmounts, type KnownDebt, type ToldDebt, type UpdateTerms } from './told-amounts.js';

/** A debtor as a partner reports it: the whole state, not a change (specification, rule 2). */
export interface ToldDebtor {
  readonly debtorId: string;
  readonly block?: Block;
  readonly agencyCollectionCases: readonly ToldCase[];
}

export interface ToldCase {
  readonly agencyCollectionCaseId?: string;
  readonly publicCollectionCaseId?: string;
  readonly collectionCaseIds: readonly string[];
  readonly closure?: Closure;
  readonly block?: Block;
  readonly debts: readonly ToldDebt[];
}

/** The current state of a collection case. */
export interface KnownCase extends CaseEnd {
  readonly id: string;
  readonly agencyCaseId: string | null;
  readonly debts: readonly KnownDebt[];
}

/** A collection case as it is to be. */
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
 * The state of a debtor's cases after an update: each case that it names, with all of its debts. Cases that it does not
 * name stay as they are. Of one that is closed, only payments change: nothing of it is collected, so nothing is blocked.
 *
 * @param known all cases that the partner has of the debtor.
 * @param path of the debtor in the request.
 * @throws ApiError 400 when something is told that is not there, told twice, or left out.
 */
export function planUpdate(
  known: readonly KnownCase[],
  told: ToldDebtor,
  terms: UpdateTerms,
  path: string,
): PlannedCase[] {
  checkBlock(told.block, `${path}.block`);
  const seen = new Set<string>();
  return told.agencyCollectionCases.flatMap((one, index) => {
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

/** The cases that are named; all that the partner had gathered under its id before have to be among them. */
function namedCases(known: readonly KnownCase[], told: ToldCase, at: string): KnownCase[] {
  const reference = `${at}.collectionCaseIds`;
  const agencyCaseId = told.agencyCollectionCaseId ?? null;
  const named = told.collectionCaseIds.map((id) => {
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
  told: ToldCase,
  terms: UpdateTerms,
  at: string,
): PlannedCase[] {
  checkClosure(told.closure, `${at}.closure`);
  checkBlock(told.block, `${at}.block`);
  const debts = cases.flatMap((one) =>
    one.debts.map((debt) => ({ ...debt, isClosed: one.closure !== null })),
  );
  const planned = new Map<string, PlannedDebt>();
  told.debts.forEach((debt, index) => {
    const reference = `${at}.debts.${index}`;
    const id = debt.debtId;
    const before = debts.find((one) => one.id === id);
    if (!before) {
      throw invalidUpdate(`${reference}.debtId`, textPart('problem.debtCollection.debtUnknown', { id }));
    }
    if (planned.has(id)) throw invalidUpdate(`${reference}.debtId`, textPart('problem.given.twice', { id }));
    checkBlock(debt.block, `${reference}.block`);
    const block = before.isClosed ? null : (debt.block ?? null);
    planned.set(id, { id, ...toldAmounts(before, debt, terms, reference), block });
  });
  return cases.map((one) => ({
    id: one.id,
    agencyCaseId: told.agencyCollectionCaseId ?? one.agencyCaseId,
    publicCaseId: told.publicCollectionCaseId ?? null,
    block: one.closure === null ? (told.block ?? null) : null,
    ...endAfter(one, told.closure ?? null, terms.settings),
    debts: one.debts.map(({ id }) => {
      const debt = planned.get(id);
      if (debt) return debt;
      throw invalidUpdate(`${at}.debts`, textPart('problem.debtCollection.debtMissing', { id }));
    }),
  }));
}

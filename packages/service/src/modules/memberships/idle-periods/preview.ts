import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import { accountBalance } from '../../payments/account/account.js';
import type { Studio } from '../../studios/studios.tables.js';
import { contractLife } from '../contracts/contract-life.js';
import {
  type FeeChanges,
  feeChanges,
  feeKey,
  type NewClaim,
  type WrittenClaim,
  writtenClaims,
} from '../contracts/fee-changes.js';
import { isFreezeKey, type PlannedClaim } from '../contracts/planned-claims.js';
import { signedTermsOf } from '../contracts/signed-terms.js';
import { agree, type Asked, lacksDocument, situationOf } from './agreement.js';
import type { AgreedFreeze } from './freeze.js';
import { findLive, loadFreezes, toLifeFreeze } from './idle-periods.js';
import { type Refusal, validateFreeze } from './validation.js';

/** A claim due after a change, in minor units; less than 0: it is credited. The key is that of its fee. */
export type PreviewCharge = PlannedClaim;

/** The account of a contract from today on when claims are changed, credits included, by due date. */
export function chargesThen(
  planned: readonly PlannedClaim[],
  { written, changes }: { readonly written: readonly WrittenClaim[]; readonly changes: FeeChanges },
  today: CalendarDate,
): PreviewCharge[] {
  const { updated, deleted, added, credited } = changes;
  const factsOf = (key: string): Pick<PlannedClaim, 'type' | 'paidPeriod'> => {
    const plan = planned.find((claim) => claim.key === key);
    if (!plan) return { type: isFreezeKey(key) ? 'IDLE_PERIOD_FEE' : 'CONTRACT_FEE' };
    return { type: plan.type, ...(plan.paidPeriod ? { paidPeriod: plan.paidPeriod } : {}) };
  };
  const isKept = ({ id }: WrittenClaim) => !deleted.includes(id) && !updated.some((claim) => claim.id === id);
  const credits = credited.map(({ claim, amount }) => ({ ...claim, dueDate: today, amount: -amount }));
  const all: readonly NewClaim[] = [...written.filter(isKept), ...updated, ...added, ...credits];
  return all
    .filter(({ dueDate }) => dueDate >= today)
    .map(({ key: own, dueDate, description, amount }) => {
      const key = feeKey(own);
      return { key, dueDate, description, amount, ...factsOf(key) };
    })
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));
}

/** What a balance is more, or less, when claims are changed: by what is due then and was not, and by what is credited. */
export function balanceChange(
  { written, changes }: { readonly written: readonly WrittenClaim[]; readonly changes: FeeChanges },
  today: CalendarDate,
): number {
  const { updated, deleted, added, credited } = changes;
  const gone = [...deleted, ...updated.map(({ id }) => id)];
  const due = (claims: readonly Pick<NewClaim, 'dueDate' | 'amount'>[]) =>
    claims.filter(({ dueDate }) => dueDate <= today).reduce((sum, { amount }) => sum + amount, 0);
  const credits = credited.reduce((sum, { amount }) => sum + amount, 0);
  return credits + due(written.filter(({ id }) => gone.includes(id))) - due([...updated, ...added]);
}

/** The result of a change of a freeze; nothing but the refusal where it cannot be made. */
export type ChangePreview =
  | { readonly refusal: Refusal }
  | {
      readonly refusal: null;
      readonly freeze: AgreedFreeze;
      /** The change needs a document that was not handed in before. */
      readonly documentRequired: boolean;
      readonly contractEnd: CalendarDate;
      /** Everything of the contract that then falls due from today on, and what is credited, by due date. */
      readonly charges: readonly PreviewCharge[];
      /** The balance of the account once the change is made, in minor units; less than 0: the member owes. */
      readonly balance: number;
    };

/**
 * The result of a change of a freeze when the studio agrees; nothing is kept.
 *
 * @throws ApiError 404 when there is no such freeze.
 */
export async function previewChange(
  context: Context,
  studio: Studio,
  ids: { readonly contractId: number; readonly idlePeriodId: number },
  request: Asked['request'],
): Promise<ChangePreview> {
  const freezes = await loadFreezes(context, context.db, studio, ids.contractId);
  const { contract, periods, today } = freezes;
  const current = findLive(freezes, ids.idlePeriodId);
  const situation = situationOf(freezes, current);
  const { refusal } = validateFreeze(request, situation);
  if (refusal !== null) return { refusal };
  const freeze = agree(freezes, { request, documentId: current.asked.documentId }, situation, current);
  const then = periods.map((period) => (period.id === current.id ? { ...period, inForce: freeze } : period));
  const life = contractLife(
    signedTermsOf(contract),
    then.flatMap((period) => toLifeFreeze(period, today) ?? []),
    today,
  );
  const written = await writtenClaims(context, context.db, contract, today);
  const before = await accountBalance(context.db, contract.customerId, today);
  const changes = feeChanges(life, written, contract.finalEndDate !== null, today);
  return {
    refusal,
    freeze,
    documentRequired: lacksDocument(freeze.reason, current),
    contractEnd: life.endDate,
    charges: chargesThen(life.claims, { written, changes }, today),
    balance: before + balanceChange({ written, changes }, today),
  };
}

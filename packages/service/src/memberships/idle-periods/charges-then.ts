import type { CalendarDate } from '../../domain/calendar.js';
import { feeKey, type FeeChanges, type NewClaim, type WrittenClaim } from '../life/fee-changes.js';
import { isFreezeKey, type PlannedClaim } from '../life/planned-claims.js';

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

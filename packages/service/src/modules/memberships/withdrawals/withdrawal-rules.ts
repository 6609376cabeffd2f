import { addTerm, type CalendarDate, dayAfter, daysBetween, weekdayOf } from '../../../core/calendar.js';
import { settingsOf } from '../../studios/settings/studio-settings.js';
import type { Studio } from '../../studios/studios.tables.js';
import type { Contract } from '../contracts/contracts.js';

/**
 * Returns the last day on which a member can withdraw from a contract that is signed today. The day of signing does not
 * count, and a period that ends on a Saturday or Sunday ends on the next Monday (Art. 3 of Regulation 1182/71, § 193
 * BGB). Public holidays are not known here; staff can accept a late withdrawal.
 */
export function lastDayToWithdraw(studio: Pick<Studio, 'settings'>, signedOn: CalendarDate): CalendarDate {
  const { days } = settingsOf(studio).withdrawal;
  let last = addTerm(signedOn, { value: days, unit: 'DAY' });
  while (weekdayOf(last) > 5) last = dayAfter(last);
  return last;
}

/**
 * Returns what a member owes for the use of a contract until a withdrawal, in minor units: the part of the total price
 * of the initial runtime that its days of use are of all its days (Art. 14(3) of Directive 2011/83/EU; CJEU C-641/19).
 * It is rounded down. Nothing is owed unless the member expressly asked for an early start (Art. 14(4)(a)).
 *
 * @param lastDayUsed the day before the withdrawal, in the contract's own time
 */
export function amountUsedUntil({ startDate, details }: Contract, lastDayUsed: CalendarDate): number {
  if (!details.earlyStartRequested) return 0;
  const from = details.useFrom < startDate ? details.useFrom : startDate;
  const allDays = daysBetween(from, dayAfter(details.signedEndDate));
  const usedDays = Math.min(Math.max(0, daysBetween(from, dayAfter(lastDayUsed))), allDays);
  const total = details.schedule.reduce((sum, { amount }) => sum + amount, 0);
  return Math.floor((total * usedDays) / allDays);
}

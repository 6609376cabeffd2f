import { daysBetween, type CalendarDate } from '../domain/calendar.js';

/**
 * Dunning level of a claim: 0 for none, then the number of levels whose days overdue have passed.
 *
 * @param afterDays days overdue at which each level begins, ascending.
 */
export function dunningLevel(
  dueDate: CalendarDate,
  today: CalendarDate,
  afterDays: readonly number[],
): number {
  if (dueDate >= today) return 0;
  const overdue = daysBetween(dueDate, today);
  return afterDays.filter((days) => overdue >= days).length;
}

import { daysBetween, type CalendarDate } from '../domain/calendar.js';

/**
 * How far the dunning of a claim has come: 0 for none, then the number of levels whose days overdue have passed.
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

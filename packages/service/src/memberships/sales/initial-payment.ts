import type { Studio } from '../../context.js';
import { freeCredit, settleDueClaims } from '../../customers/credit.js';
import { ApiError } from '../../errors/api-error.js';
import { textPart, type TextPart } from '../../i18n/translate.js';
import { fromMinorUnits } from '../../domain/money.js';
import type { Database } from '../../store/database.js';
import type { Order, Terms } from './order.js';

/**
 * The part of the amount due on signing that the customer's credit pays; the person is locked. A token pays all of it, or
 * at least what the credit does not (details of the specification, signup order): the balance that the partner
 * has read may have grown since. What is due already is settled first.
 *
 * @param paid minor units of the initial payment's token; null without one.
 * @returns minor units
 * @throws ApiError 400 when more is due than that, or less.
 */
export async function creditNeeded(
  tx: Database,
  { customer, initialPayment }: Order,
  { dueOnSigning: due, today, initialField }: Terms,
  { paid, studio }: { readonly paid: number | null; readonly studio: Studio },
): Promise<number> {
  const { currency } = studio;
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.payment.token.amount', initialPayment?.field, { problem });
  if (due === 0) {
    if (paid !== null) throw refuse(textPart('problem.amount.nothingDue'));
    return 0;
  }
  if (customer) await settleDueClaims(tx, customer.id, today);
  const least = Math.max(0, due - (customer ? await freeCredit(tx, customer.id) : 0));
  if (paid === null && least > 0) {
    const amount = fromMinorUnits(least, currency);
    throw new ApiError('errormessage.membership.payment.required', initialField, { amount, currency });
  }
  if (paid !== null && (paid < least || paid > due)) {
    throw refuse(textPart('problem.amount.due', { amount: fromMinorUnits(due, currency), currency }));
  }
  return due - (paid ?? 0);
}

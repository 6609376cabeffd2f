import { DEBITED_METHODS } from '../../../src/modules/payments/returns/return-window.js';
import type { Books } from './books.js';
import type { Found } from './finding.js';

/** Checks that each debit that its bank may still return is queued for checks, and nothing else is. */
export function* debitsAgainstQueue(books: Books): Found {
  const { usages, charges, transactions, queuedReturns } = books;
  const methodOf = new Map(books.payments.map(({ id, paymentMethod }) => [id, paymentMethod]));
  const reversed = new Set(transactions.map(({ reversesId }) => reversesId));
  const kept = new Set(transactions.filter(({ id }) => !reversed.has(id)).map(({ usageId }) => usageId));
  const isDebit = (method: string | undefined) => DEBITED_METHODS.some((debited) => debited === method);
  const byToken = usages.filter(({ paymentId }) => isDebit(methodOf.get(paymentId)));
  const byRun = charges.filter(({ paymentMethod }) => isDebit(paymentMethod));
  const debits = new Set([...byToken, ...byRun].map(({ id }) => id));
  const queued = new Set(queuedReturns);
  const returnable = [...byToken.filter(({ id }) => kept.has(id)), ...byRun].filter(
    ({ status }) => status === 'DONE',
  );
  for (const { id } of returnable)
    if (!queued.has(id)) yield { kind: 'lost', what: `debit ${id} is booked and not queued for returns` };
  for (const id of queued)
    if (!debits.has(id)) yield { kind: 'wrong', what: `${id} is queued for returns and is no debit` };
}

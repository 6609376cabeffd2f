import { grouped, sumOf, type Books } from './books.js';
import type { Found } from './finding.js';

/** Checks that no claim is overpaid, and that a payment that names claims is spent on them. */
export function* claimsAgainstPayments({ claims, claimPayments, transactions, usages }: Books): Found {
  const paid = grouped(claimPayments, ({ claimId }) => claimId);
  for (const { id, amount } of claims) {
    const sum = sumOf(paid.get(id) ?? []);
    if (sum > amount) yield { kind: 'doubled', what: `claim ${id} of ${amount} is paid with ${sum}` };
  }
  const spent = grouped(claimPayments, ({ transactionId }) => transactionId);
  const named = new Map(usages.map(({ id, debtClaimIds }) => [id, debtClaimIds]));
  for (const { id, amount, usageId } of transactions) {
    const sum = sumOf(spent.get(id) ?? []);
    // Both are negative in a reversal.
    if (Math.abs(sum) > Math.abs(amount))
      yield { kind: 'wrong', what: `transaction ${id} of ${amount} pays claims of ${sum}` };
    const claimIds = usageId === null ? null : (named.get(usageId) ?? null);
    if (claimIds && claimIds.length > 0 && sum < amount)
      yield {
        kind: 'doubled',
        what: `transaction ${id} of ${amount} names the claims ${claimIds.join(', ')}, which others had paid but for ${sum}`,
      };
  }
}

/** Checks that credit and due claims do not coexist, because credit pays what is due. */
export function* creditAgainstDue({ claims, claimPayments, transactions, now }: Books): Found {
  const today = now.toISOString().slice(0, 10);
  const paid = grouped(claimPayments, ({ claimId }) => claimId);
  const spent = grouped(claimPayments, ({ transactionId }) => transactionId);
  const due = grouped(
    claims.filter(({ dueDate }) => dueDate < today),
    ({ customerId }) => customerId,
  );
  for (const [customer, booked] of grouped(transactions, ({ customerId }) => customerId)) {
    const credit = booked.reduce((sum, { id, amount }) => sum + amount - sumOf(spent.get(id) ?? []), 0);
    const open = (due.get(customer) ?? []).reduce(
      (sum, { id, amount }) => sum + amount - sumOf(paid.get(id) ?? []),
      0,
    );
    if (credit > 0 && open > 0)
      yield {
        kind: 'wrong',
        what: `customer ${customer} has a credit of ${credit}, and ${open} is due and open`,
      };
  }
}

/** Checks that a completed sale has created its contract once, and that a failed one has created nothing. */
export function* salesAgainstContracts({ sales, contracts }: Books): Found {
  const made = grouped(contracts, ({ saleId }) => saleId);
  for (const { id, kind, status, customerId } of sales) {
    const count = made.get(id)?.length ?? 0;
    const wanted = status === 'DONE' && kind !== 'CUSTOMER' ? 1 : 0;
    if (count > wanted)
      yield { kind: 'doubled', what: `sale ${id} (${kind}, ${status}) has made ${count} contracts` };
    if (count < wanted) yield { kind: 'lost', what: `sale ${id} (${kind}, ${status}) has made no contract` };
    if (status === 'DONE' && customerId === null)
      yield { kind: 'lost', what: `sale ${id} is done and has no customer` };
  }
}

/** Checks that payment runs collect with a method that a token set. */
export function* methodsAsUsed({ customers, usages, payments }: Books): Found {
  const methodOf = new Map(payments.map(({ id, paymentMethod }) => [id, paymentMethod]));
  const replaced = usages.filter(({ status, kind }) => status === 'DONE' && kind === 'PAYMENT_INSTRUMENT');
  const brought = grouped(replaced, ({ customerId }) => customerId);
  for (const { id, paymentMethod } of customers) {
    const methods = (brought.get(id) ?? []).map(({ paymentId }) => methodOf.get(paymentId));
    if (methods.length > 0 && !methods.includes(paymentMethod))
      yield {
        kind: 'wrong',
        what: `customer ${id} pays by ${paymentMethod}, tokens brought ${methods.join(', ')}`,
      };
  }
}

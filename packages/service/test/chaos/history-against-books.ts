import { grouped, sumOf, type Books } from '../support/reconciliation/books.js';
import type { Finding, Found } from '../support/reconciliation/finding.js';
import type { ClientHistory } from './client-history.js';

/** Compares the responses to clients with the books, which must agree with them. */
export function compareHistoryWithBooks(
  history: ClientHistory,
  books: Books,
  received: ReadonlyMap<string, number>,
): Finding[] {
  return [
    ...usagesAsAnswered(history, books),
    ...customersAsAnswered(history, books),
    ...eventsAsMade(books, received),
    ...history.refusedForNothing.map((what): Finding => ({
      kind: 'wrong',
      what: `refused for nothing: ${what}`,
    })),
    ...history.faults.map((what): Finding => ({ kind: 'wrong', what: `returned 500: ${what}` })),
    ...history.silence.map((what): Finding => ({ kind: 'stuck', what: `no response: ${what}` })),
  ];
}

/** Checks that a usage that returned 200 was done as requested, and that a refused one has taken nothing. */
function* usagesAsAnswered(history: ClientHistory, { usages }: Books): Found {
  const done = new Map(
    usages.filter(({ status }) => status === 'DONE').map((usage) => [usage.paymentId, usage]),
  );
  for (const [paymentId, { done: promised, refused, open }] of history.usages) {
    const usage = done.get(paymentId);
    if (promised && !usage)
      yield { kind: 'lost', what: `the usage of payment ${paymentId} returned 200 but is not done` };
    if (promised && usage && (usage.amount !== promised.amount || usage.customerId !== promised.customerId))
      yield {
        kind: 'wrong',
        what: `the usage of payment ${paymentId} returned 200 but has another amount or customer`,
      };
    if (!promised && open === 0 && refused.length > 0 && usage)
      yield {
        kind: 'wrong',
        what: `every use of payment ${paymentId} was refused (${[...new Set(refused)].join(', ')}), but it is done`,
      };
  }
  for (const [paymentId, status] of history.ended) {
    if (done.has(paymentId))
      yield { kind: 'wrong', what: `payment ${paymentId} returned ${status} but is used` };
  }
}

/** Checks that each created customer exists once, with the contracts that were sold. */
function* customersAsAnswered(
  history: ClientHistory,
  { customers, contracts, transactions, claims }: Books,
): Found {
  const ids = new Set(customers.map(({ id }) => id));
  for (const id of history.customers) {
    if (!ids.has(id)) yield { kind: 'lost', what: `customer ${id} returned 200 but does not exist` };
  }
  for (const [person, several] of grouped(customers, ({ lastName }) => lastName)) {
    if (history.persons.has(person) && several.length > 1)
      yield {
        kind: 'doubled',
        what: `one person was created ${several.length} times: customers ${several.map(({ id }) => id).join(', ')}`,
      };
  }
  const made = grouped(contracts, ({ customerId }) => customerId);
  for (const id of history.customers) {
    const wanted = history.contracts.get(id) ?? 0;
    const count = made.get(id)?.length ?? 0;
    if (count > wanted)
      yield {
        kind: 'doubled',
        what: `customer ${id} has ${count} contracts, but ${wanted} sales returned 200`,
      };
    if (count < wanted)
      yield { kind: 'lost', what: `customer ${id} has ${count} contracts, but ${wanted} sales returned 200` };
  }
  const paid = grouped(transactions, ({ customerId }) => customerId);
  const owed = grouped(claims, ({ customerId }) => customerId);
  for (const id of history.paidWhenSigned) {
    const balance = sumOf(paid.get(id) ?? []) - sumOf(owed.get(id) ?? []);
    if (balance < 0)
      yield {
        kind: 'wrong',
        what: `customer ${id} signed contracts that are paid immediately, but owes ${-balance}`,
      };
  }
}

/**
 * Checks that each customer and each contract of the studio with a receiver has one event, and that the receiver got
 * it.
 */
function* eventsAsMade(
  { customers, contracts, deliveries }: Books,
  received: ReadonlyMap<string, number>,
): Found {
  if (deliveries.length === 0) yield { kind: 'lost', what: 'no event was written' };
  const events = grouped(
    deliveries,
    ({ type, entityId, content }) => `${type} ${entityId} ${JSON.stringify(content?.contractId ?? null)}`,
  );
  const studioOf = new Map(customers.map(({ id, studioId }) => [id, studioId]));
  const ours = new Set(customers.filter(({ lastName }) => lastName.startsWith('Chaos-')).map(({ id }) => id));
  const wanted = [
    ...[...ours].map((id) => ({ customer: id, event: `CUSTOMER_CREATED ${id} null` })),
    // Members of the demo had their contracts before any receiver was registered.
    ...contracts
      .filter(({ customerId }) => ours.has(customerId))
      .map(({ id, customerId }) => ({
        customer: customerId,
        event: `CONTRACT_CREATED ${customerId} ${id}`,
      })),
  ].filter(({ customer }) => studioOf.get(customer) === 1001);
  for (const { event } of wanted) {
    const count = events.get(event)?.length ?? 0;
    if (count === 0) yield { kind: 'lost', what: `no event was sent for ${event}` };
    if (count > 1) yield { kind: 'doubled', what: `${event} has ${count} events` };
  }
  for (const { uuid, status } of deliveries) {
    if (status === 'GIVEN_UP' || (status === 'DELIVERED' && !received.has(uuid)))
      yield { kind: 'lost', what: `event ${uuid} is ${status} but was never received` };
  }
}

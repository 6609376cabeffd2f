import { grouped, sumOf, type Books } from '../support/reconciliation/books.js';
import type { Finding, Found } from '../support/reconciliation/finding.js';
import type { ClientHistory } from './client-history.js';

/** Answers to the clients, and the books that must agree with them. */
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
    ...history.faults.map((what): Finding => ({ kind: 'wrong', what: `answered 500: ${what}` })),
    ...history.silence.map((what): Finding => ({ kind: 'stuck', what: `never answered: ${what}` })),
  ];
}

/** A usage that was answered 200 is done as it was asked for; one that was refused has taken nothing. */
function* usagesAsAnswered(history: ClientHistory, { usages }: Books): Found {
  const done = new Map(
    usages.filter(({ status }) => status === 'DONE').map((usage) => [usage.paymentId, usage]),
  );
  for (const [paymentId, { done: promised, refused, open }] of history.usages) {
    const usage = done.get(paymentId);
    if (promised && !usage)
      yield { kind: 'lost', what: `the usage of payment ${paymentId} was answered 200, and is not done` };
    if (promised && usage && (usage.amount !== promised.amount || usage.customerId !== promised.customerId))
      yield {
        kind: 'wrong',
        what: `the usage of payment ${paymentId} was answered 200, and is of another amount or customer`,
      };
    if (!promised && open === 0 && refused.length > 0 && usage)
      yield {
        kind: 'wrong',
        what: `every use of payment ${paymentId} was refused (${[...new Set(refused)].join(', ')}), and it is done`,
      };
  }
  for (const [paymentId, status] of history.ended) {
    if (done.has(paymentId))
      yield { kind: 'wrong', what: `payment ${paymentId} was answered ${status}, and is used` };
  }
}

/** Each customer that was made is there, once, with the contracts that were sold. */
function* customersAsAnswered(
  history: ClientHistory,
  { customers, contracts, transactions, claims }: Books,
): Found {
  const ids = new Set(customers.map(({ id }) => id));
  for (const id of history.customers) {
    if (!ids.has(id)) yield { kind: 'lost', what: `customer ${id} was answered 200, and is not there` };
  }
  for (const [person, several] of grouped(customers, ({ lastName }) => lastName)) {
    if (history.persons.has(person) && several.length > 1)
      yield {
        kind: 'doubled',
        what: `one person was made ${several.length} times: customers ${several.map(({ id }) => id).join(', ')}`,
      };
  }
  const made = grouped(contracts, ({ customerId }) => customerId);
  for (const id of history.customers) {
    const wanted = history.contracts.get(id) ?? 0;
    const count = made.get(id)?.length ?? 0;
    if (count > wanted)
      yield { kind: 'doubled', what: `customer ${id} has ${count} contracts, ${wanted} were answered 200` };
    if (count < wanted)
      yield { kind: 'lost', what: `customer ${id} has ${count} contracts, ${wanted} were answered 200` };
  }
  const paid = grouped(transactions, ({ customerId }) => customerId);
  const owed = grouped(claims, ({ customerId }) => customerId);
  for (const id of history.paidWhenSigned) {
    const balance = sumOf(paid.get(id) ?? []) - sumOf(owed.get(id) ?? []);
    if (balance < 0)
      yield {
        kind: 'wrong',
        what: `customer ${id} signed contracts to be paid at once, and owes ${-balance}`,
      };
  }
}

/** Each customer and each contract of the studio with a receiver is told of once, and the receiver has heard it. */
function* eventsAsMade(
  { customers, contracts, deliveries }: Books,
  received: ReadonlyMap<string, number>,
): Found {
  if (deliveries.length === 0) yield { kind: 'lost', what: 'no event was ever written' };
  const events = grouped(
    deliveries,
    ({ type, entityId, content }) => `${type} ${entityId} ${JSON.stringify(content?.contractId ?? null)}`,
  );
  const studioOf = new Map(customers.map(({ id, studioId }) => [id, studioId]));
  const ours = new Set(customers.filter(({ lastName }) => lastName.startsWith('Chaos-')).map(({ id }) => id));
  const wanted = [
    ...[...ours].map((id) => ({ customer: id, event: `CUSTOMER_CREATED ${id} null` })),
    // Members of the demo had their contracts before anybody listened.
    ...contracts
      .filter(({ customerId }) => ours.has(customerId))
      .map(({ id, customerId }) => ({
        customer: customerId,
        event: `CONTRACT_CREATED ${customerId} ${id}`,
      })),
  ].filter(({ customer }) => studioOf.get(customer) === 1001);
  for (const { event } of wanted) {
    const count = events.get(event)?.length ?? 0;
    if (count === 0) yield { kind: 'lost', what: `nobody was told of ${event}` };
    if (count > 1) yield { kind: 'doubled', what: `${event} is told of ${count} times` };
  }
  for (const { uuid, status } of deliveries) {
    if (status === 'GIVEN_UP' || (status === 'DELIVERED' && !received.has(uuid)))
      yield { kind: 'lost', what: `event ${uuid} is ${status}, and was never received` };
  }
}

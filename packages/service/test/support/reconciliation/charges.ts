import type { LedgerRow } from '@upc/contract/simulator-api';
import { grouped, sumOf, type Books, type UsageRow } from './books.js';
import type { Found } from './finding.js';

/** Returns the minor units that the provider took and did not refund. A debit that is under way counts as taken. */
const keptOf = ({ captured, pending, refunded }: LedgerRow): number => captured + pending - refunded;

const takesMoney = ({ amount }: UsageRow): boolean => amount > 0;

/** Checks that each completed usage is booked once and kept once, with the same amount. */
export function* usagesAgainstBooks({ usages, payments, transactions, ledger }: Books): Found {
  const atBank = new Set(payments.filter(({ provider }) => provider === 'BANK').map(({ id }) => id));
  const booked = grouped(transactions, ({ usageId }) => usageId);
  const intents = new Map(ledger.map((row) => [row.intent, row]));
  for (const usage of usages) {
    const bookings = booked.get(usage.id) ?? [];
    const name = `usage ${usage.id} of payment ${usage.paymentId}`;
    if (usage.status !== 'DONE' || !takesMoney(usage)) {
      if (bookings.length > 0) yield { kind: 'wrong', what: `${name} is ${usage.status} and booked` };
      continue;
    }
    if (bookings.length > 1) yield { kind: 'doubled', what: `${name} is booked ${bookings.length} times` };
    if (bookings.length === 0) yield { kind: 'lost', what: `${name} is done and not booked` };
    if (bookings.length === 1 && sumOf(bookings) !== usage.amount)
      yield { kind: 'wrong', what: `${name} is of ${usage.amount}, booked are ${sumOf(bookings)}` };
    // Compared with the books of the studio's own bank in bank.ts.
    if (atBank.has(usage.paymentId)) continue;
    const intent = intents.get(usage.providerReference ?? '');
    const kept = intent ? keptOf(intent) : 0;
    if (kept === 0) {
      const reference = usage.providerReference ?? 'no intent';
      yield {
        kind: 'lost',
        what: `${name} is booked with ${usage.amount}, and the provider kept nothing (${reference})`,
      };
    } else if (kept !== usage.amount)
      yield { kind: 'wrong', what: `${name} is of ${usage.amount}, the provider kept ${kept}` };
  }
}

/** Checks that each session has at most one usage, whatever attempts it had. */
export function* oneUsagePerSession({ usages, payments }: Books): Found {
  const sessionOf = new Map(payments.map(({ id, sessionId }) => [id, sessionId]));
  const done = usages.filter(({ status }) => status === 'DONE');
  for (const [session, several] of grouped(done, ({ paymentId }) => sessionOf.get(paymentId))) {
    if (several.length > 1)
      yield { kind: 'doubled', what: `session ${session ?? ''} is used ${several.length} times` };
  }
}

/**
 * Checks that everything the provider has taken or holds belongs to a usage, to a charge of a payment run, or to a payment that can still be used.
 */
export function* ledgerAgainstUsages({ ledger, usages, charges, payments, sessions, now }: Books): Found {
  const covered = new Set(
    [
      ...usages.filter((usage) => usage.status === 'DONE' && takesMoney(usage)),
      ...charges.filter(({ status }) => status === 'DONE'),
    ].map(({ providerReference }) => providerReference),
  );
  const live = new Set(
    sessions.filter(({ status, validUntil }) => status === 'OPEN' && validUntil > now).map(({ id }) => id),
  );
  const usable = new Set(
    payments.filter(({ sessionId }) => live.has(sessionId)).map(({ providerReference }) => providerReference),
  );
  const chargedOf = grouped(
    ledger.filter((row) => row.mode === 'payment' && keptOf(row) > 0),
    ({ customer, statementText }) => `${customer}/${statementText}`,
  );
  for (const row of ledger) {
    if (covered.has(row.intent) || usable.has(row.intent) || row.mode === 'setup') continue;
    const kept = keptOf(row) - row.returned;
    if (kept > 0) {
      const charges = chargedOf.get(`${row.customer}/${row.statementText}`) ?? [];
      const isSecond = charges.some(({ intent }) => covered.has(intent));
      yield isSecond
        ? {
            kind: 'doubled',
            what: `intent ${row.intent} took ${kept} (${row.paymentMethod}) for a session that is paid already`,
          }
        : {
            kind: 'lost',
            what: `intent ${row.intent} took ${kept} (${row.paymentMethod}), and nothing is booked for it`,
          };
    }
    if (row.status === 'authorized')
      yield {
        kind: 'stuck',
        what: `intent ${row.intent} holds ${row.authorized} (${row.paymentMethod}) for nothing`,
      };
  }
}

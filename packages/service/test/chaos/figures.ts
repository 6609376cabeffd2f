import { type BankDebitRow, type Books, grouped } from '../support/reconciliation/books.js';
import type { BankClerk } from './bank-clerk.js';
import type { Stage } from './story.js';

/** Returns the figures of a run, line by line. */
export function figuresOf(
  { attempts, fleet, repeats }: Stage,
  stories: ReadonlyMap<string, number>,
  books: Books,
  clerks: readonly BankClerk[],
): string[] {
  const list = (counts: Iterable<readonly [string, number]>) =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const done = books.usages.filter(({ status }) => status === 'DONE').length;
  return [
    `payments ${attempts.total}: ${list(attempts.byMethod)}`,
    `stories: ${list(stories)}`,
    `killed: ${list(Object.entries(fleet.kills))}`,
    `calls of the provider: ${list(fleet.faults.happened)}`,
    ...clerks.map(({ methods, happened }) => `bank of ${methods.join(' and ')}: ${list(happened)}`),
    ...[...grouped([...books.bankDebits, ...books.preNotes], kindOf)].map(
      ([kind, rows]) => `${kind}: ${list([...grouped(rows, ({ status }) => status)].map(countOf))}`,
    ),
    `repeated by clients after: ${list(repeats)}`,
    `intents ${books.ledger.length}, usages done ${done}, contracts ${books.contracts.length}, events ${books.deliveries.length}`,
  ];
}

const kindOf = ({ paymentMethod, amount }: BankDebitRow): string =>
  `${amount > 0 ? 'debits' : 'pre-notes'} of ${paymentMethod}`;

const countOf = ([name, rows]: readonly [string, readonly unknown[]]) => [name, rows.length] as const;

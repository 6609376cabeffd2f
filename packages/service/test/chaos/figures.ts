import { type Books, grouped } from '../support/reconciliation/books.js';
import type { Stage } from './story.js';

/** Returns the figures of a run, line by line. */
export function figuresOf(
  { attempts, fleet, repeats }: Stage,
  stories: ReadonlyMap<string, number>,
  books: Books,
  atBank: ReadonlyMap<string, number>,
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
    `at the bank: ${list(atBank)}`,
    `debits: ${list([...grouped(books.bankDebits, ({ status }) => status)].map(([status, rows]) => [status, rows.length] as const))}`,
    `repeated by clients after: ${list(repeats)}`,
    `intents ${books.ledger.length}, usages done ${done}, contracts ${books.contracts.length}, events ${books.deliveries.length}`,
  ];
}

import type { Context } from '../../core/context.js';
import type { OpenDatabase } from '../../core/database/database.js';
import type { Metrics } from '../../core/metrics.js';
import { countStuck } from './stuck.js';

/** Adds metrics on how many requests wait for the database and for how long, and on unfinished tasks. */
export function watchState(
  metrics: Metrics,
  { db, clock, waiting }: Pick<Context, 'db' | 'clock'> & Pick<OpenDatabase, 'waiting'>,
): void {
  metrics.watch(
    { name: 'upc_waiting_seconds', help: 'How long the first request in the queue has waited.' },
    async () => [{ kind: 'database', count: waiting().longestMs / 1000 }],
  );
  metrics.watch({ name: 'upc_waiting', help: 'Number of requests waiting in the queue.' }, async () => [
    { kind: 'database', count: waiting().count },
  ]);
  metrics.watch(
    {
      name: 'upc_stuck',
      help: 'Tasks unfinished for an hour, in the whole database; upc-service check lists remedies.',
    },
    () => countStuck({ db, clock }),
  );
}

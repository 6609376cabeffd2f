import type { Context } from '../../core/context.js';
import type { OpenDatabase } from '../../core/database/database.js';
import type { Metrics } from '../../core/metrics.js';
import { countStuck } from './stuck.js';

/** Lets the metrics show how many requests wait for the database and how long, and what does not come to its end. */
export function watchState(
  metrics: Metrics,
  { db, clock, waiting }: Pick<Context, 'db' | 'clock'> & Pick<OpenDatabase, 'waiting'>,
): void {
  metrics.watch(
    { name: 'upc_waiting_seconds', help: 'How long the first in the queue has waited by now.' },
    async () => [{ kind: 'database', count: waiting().longestMs / 1000 }],
  );
  metrics.watch({ name: 'upc_waiting', help: 'How many wait in the queue by now.' }, async () => [
    { kind: 'database', count: waiting().count },
  ]);
  metrics.watch(
    {
      name: 'upc_stuck',
      help: 'What has not come to its end for an hour, in the whole database: upc-service check says what to do.',
    },
    () => countStuck({ db, clock }),
  );
}

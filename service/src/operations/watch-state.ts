import type { Context } from '../context.js';
import type { Metrics } from '../platform/metrics.js';
import { countStuck } from './stuck.js';

/** Lets the metrics show how long requests wait for the database, and what does not come to its end. */
export function watchState(
  metrics: Metrics,
  { db, clock, waitingMs }: Pick<Context, 'db' | 'clock'> & { readonly waitingMs: () => number },
): void {
  metrics.watch(
    { name: 'upc_waiting_seconds', help: 'How long the first in the queue has waited by now.' },
    async () => [{ kind: 'database', count: waitingMs() / 1000 }],
  );
  metrics.watch(
    {
      name: 'upc_stuck',
      help: 'What has not come to its end for an hour, in the whole database: upc-service check says what to do.',
    },
    () => countStuck({ db, clock }),
  );
}

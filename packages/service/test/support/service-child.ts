import { setImmediate } from 'node:timers/promises';
import { readEnvironment } from '../../src/environment.js';
import { startService } from '../../src/service.js';

/** Message from the test to the child process. */
export type Order = { readonly killAt: string } | { readonly advance: number };

/*
 * This runs the service in its own process, which kills itself at a named step as abruptly as a power failure, and
 * whose clock can be moved.
 */
let killAt = '';
let advanced = Number(process.env.UPC_TEST_AHEAD_MS ?? 0);

// The process exits when its parent does.
process.once('disconnect', () => process.exit());

process.on('message', (order: Order) => {
  if ('killAt' in order) killAt = order.killAt;
  else advanced += order.advance;
  process.send?.({ done: true });
});

const service = await startService(readEnvironment(process.env), {
  clockAhead: () => advanced,
  jobPauseMs: Number(process.env.UPC_TEST_JOB_PAUSE_MS ?? 50),
  onStep: async (name) => {
    if (name !== killAt) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered while we wait; nothing after this line ever runs.
    for (;;) await setImmediate();
  },
});
process.send?.({ listening: service.url });

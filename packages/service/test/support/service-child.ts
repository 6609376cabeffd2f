import { setImmediate } from 'node:timers/promises';
import { readEnvironment } from '../../src/environment.js';
import { startService } from '../../src/service.js';

/** Messages of the test to the child. */
export type Order = { readonly killAt: string } | { readonly advance: number };

/*
 * The service as a process of its own that kills itself at a named step, as hard as a machine that loses its
 * power, and whose clock can be moved.
 */
let killAt = '';
let advanced = Number(process.env.UPC_TEST_AHEAD_MS ?? 0);

// When its parent is gone, so is it.
process.once('disconnect', () => process.exit());

process.on('message', (order: Order) => {
  if ('killAt' in order) killAt = order.killAt;
  else advanced += order.advance;
  process.send?.({ done: true });
});

const service = await startService(readEnvironment(process.env), {
  clock: { now: () => new Date(Date.now() + advanced) },
  jobPauseMs: Number(process.env.UPC_TEST_JOB_PAUSE_MS ?? 50),
  onStep: async (name) => {
    if (name !== killAt) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered while we wait; nothing after this line ever runs.
    for (;;) await setImmediate();
  },
});
process.send?.({ listening: service.url });

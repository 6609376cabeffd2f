import type { Context } from '../../src/core/context.js';
import { deriveKeys } from '../../src/core/secrets/secret-keys.js';
import { TestClock } from './clock.js';

/** Keys and time with which the tests' databases are seeded. None of the demo's data is encrypted. */
export const SEEDED: Pick<Context, 'keys' | 'clock'> = {
  keys: deriveKeys('a secret of nothing'),
  clock: new TestClock(Date.parse('2026-01-01T00:00:00Z')),
};

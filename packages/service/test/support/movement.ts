import { randomUUID } from 'node:crypto';
import type { Movement } from '../../src/modules/payments/providers/provider.js';

/** Returns a movement that starts now, with a new key unless one is given. */
export const movement = (key: string = randomUUID()): Movement => ({ key, since: new Date() });

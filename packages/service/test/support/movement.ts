import { randomUUID } from 'node:crypto';
import type { Movement } from '../../src/modules/payments/providers/provider.js';

/** A movement of money that is made for the first time, or one of a key. */
export const movement = (key: string = randomUUID()): Movement => ({ key, since: new Date() });

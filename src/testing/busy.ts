import type { Filling, Processing } from '../flow/flow-state.js';

/** Returns the same form while it is being submitted. */
export function busy({ session, forms, expiresSoon, choice, step }: Filling): Processing {
  return { phase: 'processing', session, forms, expiresSoon, choice, step };
}

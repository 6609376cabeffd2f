import { expect, it } from 'vitest';
import { partsOf } from './parts.js';

it.each([
  ['nothing due on signing', 0, 278, ['RECURRING']],
  ['a free contract', 0, 0, ['RECURRING']],
  ['a part of it due on signing', 68.9, 537.8, ['RECURRING', 'INITIAL']],
  ['all of it due on signing', 399, 399, ['INITIAL']],
  // In floating point, 0.1 + 0.2 is 0.30000000000000004.
  ['all of it, as decimals add up', 0.1 + 0.2, 0.3, ['INITIAL']],
  ['one cent less than all of it', 398.99, 399, ['RECURRING', 'INITIAL']],
  ['more than all of it, with use before the start', 410, 399, ['INITIAL']],
])('%s', (_name, dueOnSigning, volume, parts) => {
  expect(partsOf(dueOnSigning, volume)).toEqual(parts);
});

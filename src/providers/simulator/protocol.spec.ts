import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('is the same on both sides of the frame', () => {
  const theirs = new URL('../../../service/src/simulator/frames/protocol.ts', import.meta.url);
  const ours = new URL('protocol.ts', import.meta.url);
  expect(readFileSync(ours, 'utf8')).toBe(readFileSync(theirs, 'utf8'));
});

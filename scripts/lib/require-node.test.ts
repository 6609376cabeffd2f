import { describe, expect, it } from 'vitest';
import { satisfies } from './require-node.mjs';

describe('the versions of Node that the project runs on', () => {
  const range = '^20.19 || ^22.13 || >=24';

  it.each(['20.19.0', '20.20.2', '22.13.0', '22.20.1', '24.0.0', '25.1.0', '30.0.0'])(
    'takes %s',
    (version) => {
      expect(satisfies(version, range)).toBe(true);
    },
  );

  it.each(['18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.11.0'])('refuses %s', (version) => {
    expect(satisfies(version, range)).toBe(false);
  });
});

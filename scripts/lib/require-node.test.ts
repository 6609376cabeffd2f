import { expect, it } from 'vitest';
import { satisfies } from './require-node.mjs';

it('the project runs on the versions of Node that its range allows', () => {
  const allowed = ['20.19.0', '20.20.2', '22.13.0', '22.20.1', '24.0.0', '25.1.0', '30.0.0'];
  const refused = ['18.20.0', '20.18.3', '21.7.0', '22.12.0', '23.11.0'];
  const range = '^20.19 || ^22.13 || >=24';
  expect([...allowed, ...refused].filter((version) => satisfies(version, range))).toEqual(allowed);
});

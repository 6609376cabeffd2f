import { expect, test } from 'vitest';
import { paymentProviders } from './registry.js';

test.each([
  ['test', ['STRIPE', 'SIMULATOR']],
  ['sandbox', ['STRIPE', 'SIMULATOR']],
  ['live', ['STRIPE']],
] as const)('environment %s knows %j', (environment, names) => {
  expect([...paymentProviders(environment).keys()]).toEqual(names);
});

import { afterEach, expect, test } from 'vitest';
import type { PaymentProvider } from './provider.js';
import { type PageWithTestKit, testKitKey } from './test-kit.js';
import { paymentProviders } from './registry.js';

const never = (): Promise<never> => Promise.reject(new Error('never'));

test.each([
  ['test', ['STRIPE', 'SIMULATOR']],
  ['sandbox', ['STRIPE', 'SIMULATOR']],
  ['live', ['STRIPE']],
] as const)('environment %s knows %j', (environment, names) => {
  expect([...paymentProviders(environment).keys()]).toEqual(names);
});

const page = globalThis as PageWithTestKit;
afterEach(() => Reflect.deleteProperty(page, testKitKey));

test('the fields of a test kit take the place of simulated ones alone, and of none in live', async () => {
  const provider: PaymentProvider = { mount: never, mountExpress: never };
  page[testKitKey] = { fetch, provider };
  for (const environment of ['test', 'sandbox'] as const)
    expect(await paymentProviders(environment).get('SIMULATOR')?.()).toBe(provider);
  const live = [...paymentProviders('live').values()].map((load) => load());
  expect(live).toHaveLength(1);
  expect(await Promise.all(live)).not.toContain(provider);
});

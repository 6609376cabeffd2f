import { afterEach, expect, test } from 'vitest';
import { type PageWithTestKit, type TestKit, testKit, testKitKey } from './test-kit.js';

const never = (): Promise<never> => Promise.reject(new Error('never'));

const page = globalThis as PageWithTestKit;
const kit: TestKit = { fetch, provider: { mount: never, mountExpress: never } };
afterEach(() => Reflect.deleteProperty(page, testKitKey));

test.each(['test', 'sandbox', 'live'] as const)('without a test kit there is none in %s', (environment) => {
  expect(testKit(environment)).toBeUndefined();
});

test('a test kit is found, and whatever is in its place is refused in live', () => {
  page[testKitKey] = kit;
  expect(testKit('test')).toBe(kit);
  expect(testKit('sandbox')).toBe(kit);
  expect(() => testKit('live')).toThrow('The test kit of the payment widget refuses environment "live".');
});

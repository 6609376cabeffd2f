import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { startStripeRecorder, type StripeRecorder } from '../../../test/support/stripe/stripe-recorder.js';
import { studioOrigins } from '../../modules/studios/origins.tables.js';

let service: TestService;
let recorder: StripeRecorder;
beforeAll(async () => {
  [service, recorder] = await Promise.all([startTestService(), startStripeRecorder()]);
});
afterAll(async () => {
  await Promise.all([service.close(), recorder.close()]);
});
afterEach(async () => {
  recorder.forgetDomains();
  recorder.mend();
  await service.database.db.delete(studioOrigins);
});

const register = (args: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) =>
  giveCommand(service, ['stripe', 'register-domains', ...args], {
    variables: {
      STRIPE_SECRET_KEY: recorder.secretKey,
      STRIPE_PUBLISHABLE_KEY: recorder.publishableKey,
      STRIPE_API_URL: recorder.url,
      ...variables,
    },
  });

async function haveOrigins(studioId: number, ...patterns: string[]): Promise<void> {
  await service.database.db.insert(studioOrigins).values(patterns.map((pattern) => ({ studioId, pattern })));
}

const changes = () => recorder.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

test('each public host is registered once, and a repetition only validates it again', async () => {
  await haveOrigins(1001, 'https://www.berlin.example', 'https://www.berlin.example:8443');
  await haveOrigins(1002, 'https://www.berlin.example', 'https://shop.zurich.example');
  const { code, out, err } = await register();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/shop\.zurich\.example +Apple Pay +active\n/);
  expect(out).toMatch(/www\.berlin\.example +Google Pay +active\n/);
  expect(recorder.domains()).toEqual(['shop.zurich.example', 'www.berlin.example']);

  const before = changes().length;
  expect((await register()).code).toBe(0);
  expect(
    changes()
      .slice(before)
      .every((path) => path.endsWith('/validate')),
  ).toBe(true);
  expect(recorder.domains()).toHaveLength(2);
});

test('one studio is enough, and a disabled domain is enabled', async () => {
  await haveOrigins(1001, 'https://www.berlin.example');
  await haveOrigins(1002, 'https://shop.zurich.example');
  recorder.disableDomain('www.berlin.example');
  expect((await register(['--studio', '1001'])).code).toBe(0);
  expect(recorder.domains()).toEqual(['www.berlin.example']);
});

test("an inactive wallet is named with Stripe's reason, and the command ends with 1", async () => {
  await haveOrigins(1001, 'https://www.berlin.example');
  const reason = 'Apple Pay could not verify the domain.';
  recorder.setDomainProblem('www.berlin.example', 'apple_pay', reason);
  const { code, out } = await register();
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`Apple Pay +inactive +${reason}\n`));
  expect(out).toMatch(/Google Pay +active\n/);
  recorder.setDomainProblem('www.berlin.example', 'apple_pay', null);
  expect((await register()).code).toBe(0);
});

test('what cannot be registered is skipped, and says why', async () => {
  await haveOrigins(
    1001,
    'http://localhost:5173',
    'http://127.0.0.1:5173',
    'https://[::1]',
    'https://*.berlin.example',
    'https://intranet',
  );
  const { code, out } = await register();
  expect(code).toBe(0);
  expect(out).toContain('Skipped: http://localhost:5173: a name of this machine.');
  expect(out).toContain('Skipped: http://127.0.0.1:5173: an address instead of a name.');
  expect(out).toContain('Skipped: https://[::1]: an address instead of a name.');
  expect(out).toContain('Skipped: https://*.berlin.example: Stripe registers single domains');
  expect(out).toContain('Skipped: https://intranet: not a public domain.');
  expect(out).toContain('Skipped: http://localhost:4010: a name of this machine.');
  expect(recorder.domains()).toEqual([]);
});

test('a studio without an account is skipped, and each account gets its own domains', async () => {
  await haveOrigins(1001, 'https://www.berlin.example');
  await haveOrigins(1002, 'https://shop.zurich.example');
  const own = {
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_SECRET_KEY_1001: recorder.secretKey,
    STRIPE_PUBLISHABLE_KEY_1001: recorder.publishableKey,
  };
  const { code, out } = await register([], own);
  expect(code).toBe(0);
  expect(out).toContain('Skipped: studio 1002 has no Stripe account.');
  expect(recorder.domains()).toEqual(['www.berlin.example']);
});

test.each([
  ['a key that Stripe rejects', { STRIPE_SECRET_KEY: 'sk_test_wrong' }, 'Stripe rejects the secret key'],
  ['a Stripe that cannot be reached', { STRIPE_API_URL: 'http://127.0.0.1:9' }, 'cannot reach Stripe'],
])('%s', async (_, variables, reason) => {
  await haveOrigins(1001, 'https://www.berlin.example');
  const { code, err } = await register([], variables);
  expect([code, err]).toEqual([1, `upc-service: www.berlin.example was not registered: ${reason}.\n`]);
});

test('an unknown studio, or none, is refused', async () => {
  expect(await register(['--studio', '9999'])).toMatchObject({
    code: 1,
    err: 'upc-service: There is no studio 9999.\n',
  });
  expect((await register(['--studio', 'x'])).err).toContain('--studio is "x"');
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundledProgram } from '../../../../../test/support/bundled-program.js';
import {
  startStripeRecorder,
  type StripeRecorder,
} from '../../../../../test/support/stripe/stripe-recorder.js';

let recorder: StripeRecorder;
let program: string;
beforeAll(async () => {
  recorder = await startStripeRecorder();
  program = await bundledProgram('packages/service/src/modules/payments/providers/stripe/verify/main.ts');
});
afterAll(() => recorder.close());
afterEach(() => recorder.mend());

function run(variables: NodeJS.ProcessEnv = {}): Promise<{ code: unknown; out: string; err: string }> {
  const env = {
    ...process.env,
    STRIPE_SECRET_KEY: recorder.secretKey,
    STRIPE_PUBLISHABLE_KEY: recorder.publishableKey,
    STRIPE_API_URL: recorder.url,
    ...variables,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, out, err) => {
      resolve({ code: error?.code ?? 0, out, err });
    });
  });
}

describe('verify:stripe', () => {
  test('finds everything as expected where it is', async () => {
    const { code, out } = await run();
    expect(out).not.toContain('DIFFERENT');
    expect([code, /(\d+) as expected, 0 different/.exec(out)?.[1]]).toEqual([0, '24']);
    expect(out).not.toContain(recorder.secretKey);
  }, 120_000);

  test('takes keys from files', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'upc-verify-'));
    const file = path.join(folder, 'publishable_key');
    await writeFile(file, 'pk_live_canary');
    const { code, err } = await run({ STRIPE_PUBLISHABLE_KEY: '', STRIPE_PUBLISHABLE_KEY_FILE: file });
    await rm(folder, { recursive: true });
    expect(code).toBe(1);
    expect(err).toContain('STRIPE_PUBLISHABLE_KEY is not a key for this UPC_ENVIRONMENT');
  }, 60_000);

  test('says what is different, and ends with 1', async () => {
    recorder.order('payment_required', /capture$/);
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toMatch(/DIFFERENT {4}a part is captured[^\n]*\n[^\n]*expected SUCCEEDED 2000 0\n[^\n]*seen/);
  }, 120_000);

  test.each([
    ['that cannot be reached', { STRIPE_API_URL: 'http://127.0.0.1:9' }, 'cannot reach Stripe'],
    ['that rejects the key', { STRIPE_SECRET_KEY: 'sk_test_canary' }, 'Stripe rejects the secret key'],
  ])(
    'verifies nothing of a Stripe %s, and says so',
    async (_, variables, reason) => {
      const { code, out, err } = await run(variables);
      expect([code, out, err]).toEqual([1, '', `Nothing was verified: ${reason}.\n`]);
    },
    60_000,
  );
});

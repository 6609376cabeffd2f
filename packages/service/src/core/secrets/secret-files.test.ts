import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { THIS_PROCESS } from '../../admin/cli/cli-context.js';
import { runCommand } from '../../admin/cli/run-command.js';
import { readStripeSettings } from '../../modules/payments/providers/stripe/settings.js';
import { withSecretFiles } from './secret-files.js';

let folder = '';
let warnings: string[] = [];
const warn = (line: string) => void warnings.push(line);
const file = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upc-secrets-'));
  await writeFile(file('secret'), 'a canary of thirty-two characters\n');
  await writeFile(file('empty'), '\n');
});
beforeEach(() => {
  warnings = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a secret in a file', () => {
  const SECRETS = [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'UPC_SECRET',
    'UPC_SECRET_PREVIOUS',
    'UPC_WEBHOOK_KEY',
    'UPC_WEBHOOK_SIGNING_KEY',
    'SIMULATOR_SECRET_KEY',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_SECRET_KEY_1002',
    'STRIPE_PUBLISHABLE_KEY_SOUTH',
    'STRIPE_WEBHOOK_SECRET_SOUTH',
  ];

  test('sets each setting without the trailing line break, and replaces the file setting', () => {
    const given = Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, file('secret')]));
    const read = Object.fromEntries(SECRETS.map((name) => [name, 'a canary of thirty-two characters']));
    expect(withSecretFiles({ ...given, PORT: '4010' }, warn)).toEqual({ ...read, PORT: '4010' });
  });

  test('is used if the setting itself is empty', () => {
    expect(withSecretFiles({ UPC_SECRET_FILE: file('secret'), UPC_SECRET: '' }, warn)).toEqual({
      UPC_SECRET: 'a canary of thirty-two characters',
    });
  });

  test('is ignored if the name of the file is empty, and for any other setting', () => {
    const settings = { UPC_SECRET: 'given', UPC_SECRET_FILE: '', UPC_PUBLIC_URL_FILE: file('secret') };
    expect(withSecretFiles(settings, warn)).toEqual({
      UPC_SECRET: 'given',
      UPC_PUBLIC_URL_FILE: file('secret'),
    });
  });

  test('that is given both ways is rejected, and not shown', () => {
    const both = { UPC_SECRET: 'a canary', UPC_SECRET_FILE: file('secret') };
    expect(() => withSecretFiles(both, warn)).toThrow(
      /^UPC_SECRET and UPC_SECRET_FILE are both set; one of them is enough\.$/,
    );
  });

  test.each([
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'UPC_SECRET',
    'STRIPE_SECRET_KEY_1002',
    'STRIPE_SECRET_KEY_SOUTH',
  ])('that is empty is rejected for %s', (name) => {
    const settings = { [`${name}_FILE`]: file('empty') };
    expect(() => withSecretFiles(settings, warn)).toThrow(
      `${name}_FILE is "${file('empty')}", which is empty.`,
    );
  });

  test.each(['UPC_SECRET_PREVIOUS', 'SIMULATOR_SECRET_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'that is empty counts as unset for %s, with a warning',
    (name) => {
      expect(withSecretFiles({ [`${name}_FILE`]: file('empty') }, warn)).toEqual({ [name]: '' });
      expect(warnings).toEqual([
        `${name}_FILE is "${file('empty')}", which is empty: ${name} counts as unset.`,
      ]);
    },
  );

  test('sets the keys of the common Stripe account, not of one named FILE', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_canary', STRIPE_PUBLISHABLE_KEY: 'pk_test_canary' };
    const settings: Record<string, string> = {};
    for (const [name, value] of Object.entries(keys)) {
      await writeFile(file(name), `${value}\n`);
      settings[`${name}_FILE`] = file(name);
    }
    expect(readStripeSettings(withSecretFiles(settings, warn), 'test').common).toMatchObject({
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    });
  });

  test('that cannot be read is named by every command, which exits with 1', async () => {
    const cli = { ...THIS_PROCESS, variables: { DATABASE_URL_FILE: file('nowhere') }, printError: warn };
    expect(await runCommand(['studio', 'list'], cli)).toBe(1);
    expect(warnings.join('')).toBe(
      `upc-service: DATABASE_URL_FILE is "${file('nowhere')}", which cannot be read (ENOENT).\n`,
    );
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THIS_PROCESS } from '../src/command/desk.js';
import { runCommand } from '../src/command/run-command.js';
import { withSecretFiles } from '../src/platform/secret-files.js';

let folder = '';
const file = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upc-secrets-'));
  await writeFile(file('secret'), 'a canary of thirty-two characters\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a secret in a file', () => {
  test.each([
    'DATABASE_URL',
    'UPC_SECRET',
    'UPC_SECRET_PREVIOUS',
    'SIMULATOR_SECRET_KEY',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_SECRET_KEY_1002',
    'STRIPE_WEBHOOK_SECRET_SOUTH',
  ])('is that of %s, without the end of its line, and the file is no setting any more', (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: file('secret'), PORT: '4010' })).toEqual({
      [name]: 'a canary of thirty-two characters',
      PORT: '4010',
    });
  });

  test('counts where the setting itself is there and empty', () => {
    expect(withSecretFiles({ UPC_SECRET_FILE: file('secret'), UPC_SECRET: '' })).toEqual({
      UPC_SECRET: 'a canary of thirty-two characters',
    });
  });

  test('is none where the name of the file is empty, and no other setting is read from one', () => {
    const settings = { UPC_SECRET: 'given', UPC_SECRET_FILE: '', UPC_PUBLIC_URL_FILE: file('secret') };
    expect(withSecretFiles(settings)).toEqual({
      UPC_SECRET: 'given',
      UPC_PUBLIC_URL_FILE: file('secret'),
    });
  });

  test('that is given both ways is refused, and not shown', () => {
    const both = { UPC_SECRET: 'a canary', UPC_SECRET_FILE: file('secret') };
    expect(() => withSecretFiles(both)).toThrow(
      /^UPC_SECRET and UPC_SECRET_FILE are both set; one of them is enough\.$/,
    );
  });

  test('that cannot be read is named by every command, which ends with 1', async () => {
    const told: string[] = [];
    const desk = {
      ...THIS_PROCESS,
      variables: { DATABASE_URL_FILE: file('nowhere') },
      printError: (text: string) => void told.push(text),
    };
    expect(await runCommand(['studio', 'list'], desk)).toBe(1);
    expect(told.join('')).toBe(
      `upc-service: DATABASE_URL_FILE is "${file('nowhere')}", which cannot be read (ENOENT).\n`,
    );
  });
});

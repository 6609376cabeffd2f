import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SimulatorProvider } from '../../src/modules/payments/providers/simulator/simulator-provider.js';
import { bundledProgram } from '../support/bundled-program.js';
import { movement } from '../support/movement.js';
import { charge, debit, setup } from './support/requests.js';

const SECRET = 'sk_test_killed_again_and_again';
const ACCOUNT = 'pk_test_killed';
let folder: string;
let program: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = await bundledProgram('packages/simulator/src/main.ts');
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upc-simulator-'));
});
afterEach(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  /** Returns standard output and error so far. */
  readonly output: () => string;
  readonly url: Promise<string>;
  readonly exit: Promise<number | null>;
}

function run(args: string[] = [], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      SIMULATOR_PORT: '0',
      SIMULATOR_DATA_DIR: folder,
      SIMULATOR_SECRET_KEY: SECRET,
      SIMULATOR_DELAY_MS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const lines: string[] = [];
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const found = /^simulator: listening on (http:\S+)$/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    void exit.then((code) => reject(new Error(`ended with ${code}: ${lines.join('\n')}`)));
  });
  url.catch(() => undefined);
  return { child, output: () => lines.join('\n'), url, exit };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

const providerAt = (baseUrl: string): SimulatorProvider =>
  new SimulatorProvider({ baseUrl, secretKey: SECRET, account: ACCOUNT, retryPausesMs: [] });

describe('the simulator as a process', { timeout: 180_000 }, () => {
  it('explains itself', async () => {
    const { exit, output } = run(['--help']);
    expect(await exit).toBe(0);
    expect(output()).toContain('SIMULATOR_DELAY_MS');
  });

  it.each([
    [{ SIMULATOR_DELAY_MS: 'soon' }, 'SIMULATOR_DELAY_MS is "soon"'],
    [{ SIMULATOR_PORT: '99999' }, 'SIMULATOR_PORT is "99999"'],
    [{ SIMULATOR_SECRET_KEY: 'short' }, 'SIMULATOR_SECRET_KEY is not a key of at least 16 characters'],
    [{ SIMULATOR_SECRET_KEY_FILE: 'nowhere' }, 'SIMULATOR_SECRET_KEY_FILE are both set'],
    [
      { SIMULATOR_SECRET_KEY: '', SIMULATOR_SECRET_KEY_FILE: 'nowhere' },
      'SIMULATOR_SECRET_KEY_FILE is "nowhere", which cannot be read (ENOENT)',
    ],
  ])('says what is wrong with %o', async (environment, message) => {
    const { exit, output } = run([], environment);
    expect(await exit).toBe(1);
    expect(output()).toContain(message);
    expect(output()).not.toContain('"short"');
  });

  it('takes its secret key from a file, and refuses an empty one', async () => {
    const file = join(folder, 'secret-key');
    const secret = { SIMULATOR_SECRET_KEY: '', SIMULATOR_SECRET_KEY_FILE: file };
    await writeFile(file, '');
    const { exit, output } = run([], secret);
    expect(await exit).toBe(1);
    expect(output()).toContain(`SIMULATOR_SECRET_KEY_FILE is "${file}", which is empty`);
    await writeFile(file, `${SECRET}\n`);
    await providerAt(await run([], secret).url).registerAccount({ merchantName: 'Studio', origins: [] });
  });

  it('refuses a folder that another one uses, and takes it when that one was killed', async () => {
    const first = run();
    await first.url;
    const second = run();
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain('is in use by another running simulator');
    await end(first.child, 'SIGKILL');
    const third = run();
    expect(await third.url).toMatch(/^http:/);
    third.child.kill('SIGTERM');
    expect(await third.exit).toBe(0);
  });

  it('killed while many pay: nothing answered is lost, nothing asked again is doubled', async () => {
    const members = Array.from({ length: 12 }, (_, index) => `member-${index}`);
    const answers = new Map<string, unknown>();
    let onAnswer: () => void = () => undefined;
    const pay = async (provider: SimulatorProvider, member: string): Promise<void> => {
      const keep = (key: string, answer: unknown): void => {
        if (answers.has(key)) expect(answer).toEqual(answers.get(key));
        answers.set(key, answer);
        onAnswer();
      };
      const made = await provider.createIntent(setup({ customerReference: member }), `${member}-create`);
      keep(`${member}-create`, made);
      const iban = debit('DE89370400440532013000');
      const collected = await provider.confirmIntent(made.reference, iban, `${member}-confirm`);
      keep(`${member}-confirm`, collected);
      const asked = charge(collected.instrument!.reference, { customerReference: member });
      keep(`${member}-charge`, await provider.chargeInstrument(asked, movement(`${member}-charge`)));
    };

    for (const killAfter of [3, 14, 25]) {
      const { child, url } = run();
      const provider = providerAt(await url);
      await provider.registerAccount({ merchantName: 'Studio', origins: [] });
      const killing = new Promise<void>((resolve) => {
        onAnswer = () => {
          if (answers.size >= killAfter) resolve();
        };
      }).then(() => end(child, 'SIGKILL'));
      await Promise.allSettled(members.map((member) => pay(provider, member)));
      await killing;
    }

    const { child, url, output, exit } = run();
    const provider = providerAt(await url);
    await Promise.all(members.map((member) => pay(provider, member)));
    expect(answers.size).toBe(3 * members.length);
    const response = await fetch(`${await url}/v1/ledger`, {
      headers: { authorization: `Bearer ${SECRET}` },
    });
    const { rows } = (await response.json()) as { rows: { mode: string; customer: string }[] };
    for (const mode of ['setup', 'payment']) {
      const customers = rows.filter((row) => row.mode === mode).map(({ customer }) => customer);
      expect(customers.toSorted()).toEqual(members.toSorted());
    }
    child.kill('SIGTERM');
    expect(await exit).toBe(0);

    const journal = await readFile(join(folder, 'journal.jsonl'), 'utf8');
    for (const secret of ['DE89370400440532013000', SECRET, '_secret_']) {
      expect(journal).not.toContain(secret);
      expect(output()).not.toContain(secret);
    }
  });
});

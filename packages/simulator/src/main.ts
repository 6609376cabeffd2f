import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, settingsHelp, text, wholeNumber } from '@upc/server-kit/settings';
import { Type } from 'typebox';
import { BUILT_ASSETS, createSimulator } from './create-simulator.js';

const SETTINGS = {
  port: wholeNumber('SIMULATOR_PORT', 'Port to listen on; 0 picks a free port.', {
    default: 4020,
    maximum: 65_535,
  }),
  host: text('HOST', 'Address to listen on.', { default: '127.0.0.1' }),
  dataDir: text('SIMULATOR_DATA_DIR', 'Folder of the journal; one simulator for each.', {
    default: join('.data', 'simulator'),
  }),
  secretKey: text('SIMULATOR_SECRET_KEY', 'What the service sends as Authorization: Bearer <key>.', {
    isSecret: true,
    default: 'sk_test_simulator',
    pattern: '^.{16,}$',
    allowed: 'a key of at least 16 characters',
  }),
  publicUrl: Type.Optional(
    text('SIMULATOR_PUBLIC_URL', 'How browsers reach it; without it, http://localhost:<port>.'),
  ),
  delay: Type.Decode(
    text('SIMULATOR_DELAY_MS', 'How long the bank takes to answer.', {
      default: '200-1500',
      pattern: String.raw`^\d{1,6}(-\d{1,6})?$`,
      allowed: 'milliseconds such as 0, 300 or 200-1500',
    }),
    (given) => {
      const limits = given.split('-').map(Number);
      return { from: Math.min(...limits), to: Math.max(...limits) };
    },
  ),
  assetsDir: text(
    'SIMULATOR_ASSETS_DIR',
    'Folder of the built scripts and styles of frames and pages (npm run build).',
    { default: BUILT_ASSETS },
  ),
  settlementMs: wholeNumber('SIMULATOR_SETTLEMENT_MS', 'How long a submitted debit is undecided.', {
    default: 120_000,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
};

const help = () => `The simulated payment provider: a server, an origin and a ledger of its own.

${settingsHelp(Object.values(SETTINGS))}
When it is ready it prints one line: "simulator: listening on <url>". SIGTERM and SIGINT end it cleanly.
`;

if (process.argv.includes('--help')) {
  process.stdout.write(help());
} else {
  await start(process.env).catch((error: unknown) => {
    process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

async function start(variables: NodeJS.ProcessEnv): Promise<void> {
  const { publicUrl, ...settings } = readSettings(SETTINGS, withSecretFile(variables));
  if (!existsSync(join(settings.assetsDir, 'card-frame.js'))) {
    process.stderr.write(
      `simulator: ${settings.assetsDir} has no built frames; cards need "npm run build".\n`,
    );
  }
  const simulator = await createSimulator({ ...settings, ...(publicUrl && { publicUrl }), logErrors: true });
  const stop = (): void => {
    void simulator.close();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.stdout.write(`simulator: listening on ${simulator.url}\n`);
}

/**
 * Replaces the secret key with the content of its file, if a file is set.
 *
 * @throws Error naming the variable, never its content.
 */
function withSecretFile(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SIMULATOR_SECRET_KEY: given, SIMULATOR_SECRET_KEY_FILE: file } = variables;
  if (!file) return variables;
  if (given) {
    throw new Error(
      'SIMULATOR_SECRET_KEY and SIMULATOR_SECRET_KEY_FILE are both set; one of them is enough.',
    );
  }
  const SIMULATOR_SECRET_KEY = contentOf(file);
  if (SIMULATOR_SECRET_KEY === '') throw new Error(`SIMULATOR_SECRET_KEY_FILE is "${file}", which is empty.`);
  return { ...variables, SIMULATOR_SECRET_KEY };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`SIMULATOR_SECRET_KEY_FILE is "${file}", which cannot be read (${code}).`);
  }
}

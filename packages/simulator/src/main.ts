import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_ASSETS, createSimulator } from './create-simulator.js';
import { parseDelay } from './delay.js';

const HELP = `The simulated payment provider: a server, an origin and a ledger of its own.

  SIMULATOR_PORT            4020
  HOST                      127.0.0.1
  SIMULATOR_DATA_DIR        .data/simulator     the journal; one simulator per folder
  SIMULATOR_SECRET_KEY      sk_test_simulator   what the service sends as Authorization: Bearer <key>
  SIMULATOR_SECRET_KEY_FILE                     the file of it, instead
  SIMULATOR_PUBLIC_URL      http://localhost:<port>   how browsers reach it
  SIMULATOR_DELAY_MS        200-1500            how long the bank takes to answer; one number or from-to
  SIMULATOR_ASSETS_DIR      the built scripts and styles of frames and pages (npm run build); found by itself
                            when the simulator runs from its sources
  SIMULATOR_SETTLEMENT_MS   120000              until a submitted debit is decided

When it is ready it prints one line: "simulator: listening on <url>". SIGTERM and SIGINT end it cleanly.
`;

if (process.argv.includes('--help')) {
  process.stdout.write(HELP);
} else {
  await start(process.env).catch((error: unknown) => {
    process.stderr.write(`simulator: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const { SIMULATOR_PUBLIC_URL: publicUrl } = environment;
  const secretKey = secretKeyOf(environment);
  const assetsDir = environment.SIMULATOR_ASSETS_DIR ?? BUILT_ASSETS;
  if (!existsSync(join(assetsDir, 'card-frame.js'))) {
    process.stderr.write(`simulator: ${assetsDir} has no built frames; cards need "npm run build".\n`);
  }
  const simulator = await createSimulator({
    assetsDir,
    secretKey,
    port: wholeNumber(environment, 'SIMULATOR_PORT', 4020, 65_535),
    host: environment.HOST ?? '127.0.0.1',
    dataDir: environment.SIMULATOR_DATA_DIR ?? join('.data', 'simulator'),
    ...(publicUrl !== undefined && { publicUrl }),
    delay: parseDelay(environment.SIMULATOR_DELAY_MS ?? '200-1500'),
    settlementMs: wholeNumber(environment, 'SIMULATOR_SETTLEMENT_MS', 120_000, Number.MAX_SAFE_INTEGER),
    logErrors: true,
  });
  const stop = (): void => {
    void simulator.close();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.stdout.write(`simulator: listening on ${simulator.url}\n`);
}

/** @throws Error naming the variable, never its content. */
function secretKeyOf({
  SIMULATOR_SECRET_KEY: given,
  SIMULATOR_SECRET_KEY_FILE: file,
}: NodeJS.ProcessEnv): string {
  if (given && file) {
    throw new Error(
      'SIMULATOR_SECRET_KEY and SIMULATOR_SECRET_KEY_FILE are both set; one of them is enough.',
    );
  }
  const secretKey = file ? contentOf(file) : (given ?? 'sk_test_simulator');
  if (secretKey.length >= 16) return secretKey;
  const name = file ? `SIMULATOR_SECRET_KEY_FILE, "${file}",` : 'SIMULATOR_SECRET_KEY';
  throw new Error(`${name} is too short; it must have at least 16 characters.`);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`SIMULATOR_SECRET_KEY_FILE is "${file}", which cannot be read (${code}).`);
  }
}

function wholeNumber(
  environment: NodeJS.ProcessEnv,
  name: string,
  byDefault: number,
  maximum: number,
): number {
  const text = environment[name];
  if (text === undefined || text === '') return byDefault;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > maximum) {
    throw new Error(`${name} is "${text}"; it must be a whole number from 0 to ${maximum}.`);
  }
  return value;
}

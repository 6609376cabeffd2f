import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_ASSETS, createSimulator } from './create-simulator.js';
import { parseDelay } from './delay.js';

const HELP = `The simulated payment provider: a server, an origin and a ledger of its own.

  SIMULATOR_PORT            4020
  HOST                      127.0.0.1
  SIMULATOR_DATA_DIR        .data/simulator     the journal; one simulator per folder
  SIMULATOR_SECRET_KEY      sk_test_simulator   what the service sends as Authorization: Bearer <key>
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
  const { SIMULATOR_SECRET_KEY: secretKey = 'sk_test_simulator', SIMULATOR_PUBLIC_URL: publicUrl } =
    environment;
  if (secretKey.length < 16) {
    throw new Error('SIMULATOR_SECRET_KEY is too short; it must have at least 16 characters.');
  }
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator, type Simulator } from '@upc/simulator';
import { SimulatorProvider } from '../../../src/modules/payments/providers/simulator/simulator-provider.js';
import { TestClock } from '../../support/clock.js';

const SECRET_KEY = 'sk_test_of_the_simulator_tests';
export const STUDIO = 'pk_test_studio_berlin';
export const OTHER_STUDIO = 'pk_test_studio_zurich';
export const SETTLEMENT_MS = 60_000;

/** A simulated provider with its own journal, clock and port, and two studios. */
export interface TestBench {
  readonly clock: TestClock;
  readonly folder: string;
  simulator: Simulator;
  provider(options?: Partial<ConstructorParameters<typeof SimulatorProvider>[0]>): SimulatorProvider;
  /** Sends a plain request with the secret key, for the first studio. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Stops the simulator and starts it again on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startBench(): Promise<TestBench> {
  const clock = new TestClock();
  const folder = await mkdtemp(join(tmpdir(), 'upc-simulator-'));
  const start = (): Promise<Simulator> =>
    createSimulator({ dataDir: folder, secretKey: SECRET_KEY, clock, settlementMs: SETTLEMENT_MS });
  const bench: TestBench = {
    clock,
    folder,
    simulator: await start(),
    provider: (options) =>
      new SimulatorProvider({
        baseUrl: bench.simulator.url,
        secretKey: SECRET_KEY,
        account: STUDIO,
        // The real limit is eight seconds, which a busy machine may exceed.
        timeoutMs: 60_000,
        retryPausesMs: [1, 1],
        ...options,
      }),
    request: async (method, path, body, headers = {}) => {
      const response = await fetch(new URL(path, bench.simulator.url), {
        method,
        headers: {
          authorization: `Bearer ${SECRET_KEY}`,
          'simulator-account': STUDIO,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    restart: async () => {
      await bench.simulator.close();
      bench.simulator = await start();
    },
    close: async () => {
      await bench.simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  for (const [account, merchantName] of [
    [STUDIO, 'Northside Berlin'],
    [OTHER_STUDIO, 'Southside Zürich'],
  ] as const) {
    await bench.provider({ account }).registerAccount({ merchantName, origins: ['http://localhost:*'] });
  }
  return bench;
}

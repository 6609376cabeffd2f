import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createSimulator, type Simulator } from '@upc/simulator';
import type { Clock } from '../../src/core/context.js';

export const SIMULATOR_KEY = 'sk_test_of_the_tests';

/** Starts the simulated provider in this process, on a free port, with its own ledger. */
export async function startSimulator(clock?: Clock): Promise<Simulator> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'upc-simulator-'));
  const simulator = await createSimulator({ dataDir, secretKey: SIMULATOR_KEY, ...(clock && { clock }) });
  return {
    ...simulator,
    close: async () => {
      await simulator.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

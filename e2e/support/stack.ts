import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPartnerServer, type PartnerServer, type PolicyName } from './partner-server.js';
import { startProcess, type RunningProcess } from './process.js';

/** The whole system on free ports, with its own data: provider, service and a partner's web server. */
export interface Stack {
  readonly serviceUrl: string;
  readonly simulatorUrl: string;
  readonly simulatorSecretKey: string;
  readonly partner: PartnerServer;
  /** Returns the lines that the service has logged so far. */
  readonly serviceLog: () => string;
  /** Ends the service, with SIGKILL as in a crash, and starts it again on the same data and port. */
  restartService(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  end(): Promise<void>;
}

/** Options in which a stack differs from the default. */
export interface StackOptions {
  /** Additional settings of the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Policy of the partner's pages. */
  readonly policy?: PolicyName;
}

export async function startStack({ env, policy = 'strict' }: StackOptions = {}): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'upc-e2e-'));
  const simulatorSecretKey = randomBytes(24).toString('hex');
  const simulator = await startProcess('packages/simulator/src/main.ts', {
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA_DIR: join(folder, 'simulator'),
    SIMULATOR_SECRET_KEY: simulatorSecretKey,
    SIMULATOR_DELAY_MS: '0',
    // Time that a bank takes if it decides later. Even a busy machine shows a page within it, so the wait can be seen.
    SIMULATOR_SETTLEMENT_MS: '6000',
  });
  const startService = (port: string): Promise<RunningProcess> =>
    startProcess('packages/service/src/main.ts', {
      PORT: port,
      UPC_DATA_DIR: join(folder, 'service'),
      // All journeys run in one studio, and many of them fail deliberately.
      UPC_FREE_FAILURES_PERSON: '100000',
      UPC_FREE_FAILURES_ADDRESS: '100000',
      UPC_FREE_FAILURES_STUDIO: '100000',
      DATABASE_URL: '',
      SIMULATOR_URL: simulator.url,
      SIMULATOR_SECRET_KEY: simulatorSecretKey,
      LOG_LEVEL: 'info',
      ...env,
    });
  let service = await startService('0');
  const serviceUrl = service.url;
  const earlierLogs: string[] = [];
  const partner = await startPartnerServer({ serviceUrl, simulatorUrl: simulator.url, policy });

  return {
    serviceUrl,
    simulatorUrl: simulator.url,
    simulatorSecretKey,
    partner,
    serviceLog: () => [...earlierLogs, service.output()].join('\n'),
    restartService: async (signal = 'SIGKILL') => {
      await service.end(signal);
      earlierLogs.push(service.output());
      service = await startService(new URL(serviceUrl).port);
    },
    end: async () => {
      await partner.close();
      await service.end();
      await simulator.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

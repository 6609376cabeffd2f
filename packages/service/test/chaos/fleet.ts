import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { STEPS } from '../../src/core/context.js';
import { CrashingProcess } from '../support/crashing-process.js';
import { type ProviderProxy, startProviderProxy } from '../support/provider-proxy.js';
import { ProviderFaults } from './provider-faults.js';
import type { Random } from '@upc/server-kit/random';

const SIMULATOR_KEY = 'sk_test_of_the_chaos';
export const SERVICE_SECRET = 'YSBzZWNyZXQgb2Ygc2VydmljZXMgdW5kZXIgY2hhb3M=';

interface FleetOptions {
  readonly seed: number;
  /** Number of services. */
  readonly services: number;
  readonly webhookUrl: string;
}

/** Process to kill: a service, or the simulated provider. */
type Victim = `service ${number}` | 'simulator';

/** Weights by which a service, any of them, and the simulated provider are killed. */
const KILLS = { service: 8, simulator: 3 };

/** Runs services on one PostgreSQL database, the simulated provider, and the unreliable connection between them. */
export class Fleet {
  /** Number of kills of each process. */
  readonly kills: Record<Victim, number> = { simulator: 0 };
  #isEnding = false;
  #isCalm = false;
  #ahead = 0;
  /** Fault that cannot be repaired, such as a process that does not start again. */
  fault: unknown = null;

  private constructor(
    readonly faults: ProviderFaults,
    private readonly proxy: ProviderProxy,
    private readonly simulator: CrashingProcess,
    private readonly services: readonly CrashingProcess[],
    private readonly simulatorUrl: string,
    private readonly folder: string,
  ) {}

  /** Starts all processes and the proxy. The services find their database in the variables of this process. */
  static async start({ seed, services: count, webhookUrl }: FleetOptions): Promise<Fleet> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'upc-chaos-'));
    // The simulator uses the same port after each restart.
    const port = await freePort();
    const simulatorUrl = `http://127.0.0.1:${port}`;
    const proxy = await startProviderProxy(simulatorUrl);
    const service = {
      UPC_ENVIRONMENT: 'test',
      // Many payments fail in one studio within a short time, without any attack.
      UPC_FREE_FAILURES_PERSON: '1000000',
      UPC_FREE_FAILURES_ADDRESS: '1000000',
      UPC_FREE_FAILURES_STUDIO: '1000000',
      UPC_SECRET: SERVICE_SECRET,
      UPC_DATA_DIR: folder,
      UPC_WEBHOOK_URL: webhookUrl,
      UPC_TEST_JOB_PAUSE_MS: '500',
      SIMULATOR_URL: proxy.url,
      SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
      PORT: '0',
      LOG_LEVEL: 'fatal',
    };
    const simulator = {
      SIMULATOR_DATA_DIR: path.join(folder, 'simulator'),
      SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
      SIMULATOR_PORT: String(port),
      SIMULATOR_PUBLIC_URL: proxy.url,
      SIMULATOR_DELAY_MS: '40',
      SIMULATOR_SETTLEMENT_MS: '1500',
    };
    const fleet = new Fleet(
      new ProviderFaults(seed, proxy),
      proxy,
      new CrashingProcess('simulator-child.ts', simulator),
      Array.from({ length: count }, () => new CrashingProcess('service-child.ts', service)),
      simulatorUrl,
      folder,
    );
    await fleet.#begin('simulator', fleet.simulator);
    for (const [index, one] of fleet.services.entries()) await fleet.#begin(`service ${index + 1}`, one);
    return fleet;
  }

  /** Address of the provider, for services and persons. */
  get providerUrl(): string {
    return this.proxy.url;
  }

  /** Returns the address of one of the services, dead or alive, as a load balancer would choose it. */
  serviceUrl(random: Random): string {
    return random.pick(this.services).url;
  }

  /** Kills one of the processes: immediately, or a service at a step between request, provider call and commit. */
  async strike(random: Random): Promise<void> {
    const isService = random.weighted(KILLS) === 'service';
    const service = random.pick(this.services);
    const step = random.pick(STEPS);
    const isAtStep = random.chance(0.6);
    const process = isService ? service : this.simulator;
    if (process.isDead) return;
    if (!isService || !isAtStep || !process.isListening) await process.kill();
    else await process.order({ killAt: step });
  }

  /** Stops all kills and faults: from now on every process lives and every call gets through. */
  async calm(): Promise<void> {
    this.faults.calm();
    for (const service of this.services) {
      if (service.isListening) await service.order({ killAt: '' });
    }
    // A process that was killed earlier must be running again first.
    while (!this.areAllListening && this.fault === null) await wait(100);
    this.#isCalm = true;
  }

  /** Advances the clock of all services. */
  async advance(milliseconds: number): Promise<void> {
    this.#ahead += milliseconds;
    for (const service of this.services) await service.order({ advance: milliseconds });
  }

  /** Returns the time of the services' clock. */
  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  get areAllListening(): boolean {
    return [this.simulator, ...this.services].every(({ isListening }) => isListening);
  }

  /** Returns the provider's books, from the provider itself. */
  async ledger(): Promise<unknown> {
    return (await this.askProvider('/v1/ledger')).json();
  }

  /** Sends a request to the provider itself, which may be dead. */
  askProvider(path: string, { headers, ...request }: RequestInit = {}): Promise<Response> {
    return fetch(this.simulatorUrl + path, {
      ...request,
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${SIMULATOR_KEY}` },
    });
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    for (const process of [this.simulator, ...this.services]) await process.kill();
    await this.proxy.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts a process, and restarts it whenever it has died. */
  async #begin(victim: Victim, process: CrashingProcess): Promise<void> {
    this.kills[victim] = 0;
    await process.start();
    const watch = async (): Promise<void> => {
      for (;;) {
        await process.death();
        if (this.#isEnding) return;
        // A process that dies while everything is calm has a bug.
        if (this.#isCalm) this.fault ??= new Error(`The ${victim} died while everything was calm.`);
        this.kills[victim] += 1;
        // The process may also be killed while it starts; then the loop begins again.
        await process.start().catch((error: unknown) => {
          if (!process.wasKilled) throw error;
        });
      }
    };
    watch().catch((error: unknown) => {
      this.fault ??= error;
    });
  }
}

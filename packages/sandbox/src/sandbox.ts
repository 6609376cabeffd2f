import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDemo } from '@upc/demo/app';
import { FolderInUseError } from '@upc/server-kit/folder-lock';
import { repeatDelivered } from '@upc/service/deliveries';
import { readEnvironment } from '@upc/service/environment';
import { startService } from '@upc/service/service';
import { createSimulator } from '@upc/simulator';
import { SandboxClock } from './clock.js';
import { clockRoutes } from './clock-routes.js';
import { makeDataFolder } from './data-folder.js';
import { Faults, type FaultOptions } from './faults.js';
import { FAULTS_PATH } from './faults-page.js';
import { HeldEvents } from './held-events.js';
import { injectFaults } from './inject-faults.js';
import type { Options } from './options.js';
import type { Ports } from './ports.js';

/** Addresses at which browsers and backends reach the running sandbox. */
export interface Sandbox {
  readonly serviceUrl: string;
  /** Origin of the bank's frames and pages, for a content security policy. */
  readonly providerUrl: string;
  readonly pagesUrl: string;
  readonly clock: SandboxClock;
  /** Faults that are injected, and the address of the page that lists them; null if there are none. */
  readonly faults: { readonly options: FaultOptions; readonly url: string } | null;
  /** Finishes the work in progress and stops the sandbox. */
  close(): Promise<void>;
}

/** Address that all programs listen on; only this machine can reach it. */
const HOST = '127.0.0.1';

/** Delay of the simulated bank, in milliseconds. */
const BANK_DELAY = { from: 200, to: 1_500 };

/**
 * Starts the simulated provider, the service on it in environment test, and the pages of a partner.
 *
 * @throws Error when a port is taken, another sandbox uses the folder, or the folder belongs to something else; nothing
 * is left running then.
 */
export async function startSandbox(
  { service, simulator, pages }: Ports,
  {
    dataFolder,
    webhookUrl,
    faults = null,
  }: Pick<Options, 'dataFolder' | 'webhookUrl'> & Partial<Pick<Options, 'faults'>>,
): Promise<Sandbox> {
  await makeDataFolder(dataFolder);
  const clock = await SandboxClock.open(dataFolder);
  const heldEvents = await HeldEvents.open(dataFolder);
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    // The program started last closes first: the service still sends its work in progress to the provider.
    for (const end of closing.splice(0).reverse()) await end();
  };
  const secretKey = randomBytes(24).toString('hex');
  const serviceUrl = `http://localhost:${service}`;
  const providerUrl = `http://localhost:${simulator}`;
  const pagesUrl = `http://localhost:${pages}`;
  try {
    const provider = await createSimulator({
      dataDir: path.join(dataFolder, 'simulator'),
      secretKey,
      port: simulator,
      host: HOST,
      delay: BANK_DELAY,
      clock,
      logErrors: true,
    });
    closing.push(() => provider.close());
    // Only these settings apply. The environment of the process may hold those of another service.
    const environment = readEnvironment({
      UPC_ENVIRONMENT: 'test',
      HOST,
      PORT: String(service),
      UPC_DATA_DIR: path.join(dataFolder, 'service'),
      SIMULATOR_URL: providerUrl,
      SIMULATOR_SECRET_KEY: secretKey,
      UPC_DEMO_URL: pagesUrl,
      UPC_WEBHOOK_URL: webhookUrl ?? '',
      LOG_LEVEL: 'warn',
    });
    const stopping = new AbortController();
    const heldBefore = await heldEvents.list();
    const injected = faults && injectFaults(new Faults(faults), heldEvents, heldBefore);
    const running = await startService(environment, {
      ...injected,
      clockAhead: () => clock.ahead,
      extend: (app, context) => {
        clockRoutes(app, clock, () => running, stopping.signal);
        injected?.extend(app, context);
        app.addHook('onReady', async () => {
          for (const uuid of heldBefore) {
            await repeatDelivered(context, uuid);
            await heldEvents.remove(uuid);
          }
        });
      },
    });
    closing.push(() => {
      stopping.abort();
      return running.close();
    });
    const demo = createDemo({
      now: () => clock.now(),
      serviceUrl,
      providerUrl,
      pages: fileURLToPath(new URL('../../../demo/pages', import.meta.url)),
    });
    closing.push(() => demo.close());
    await demo.listen({ port: pages, host: HOST });
  } catch (error) {
    await close();
    throw explained(error, dataFolder);
  }
  return {
    serviceUrl,
    providerUrl,
    pagesUrl,
    clock,
    faults: faults && { options: faults, url: serviceUrl + FAULTS_PATH },
    close,
  };
}

/** Adds advice to an error that the user can resolve. */
function explained(error: unknown, dataFolder: string): unknown {
  if (error instanceof FolderInUseError)
    return new Error(
      `Another sandbox uses ${dataFolder}. End that one, or give this one its own folder: --data <folder>`,
    );
  if (!(error instanceof Error) || ('code' in error && error.code === 'EADDRINUSE')) return error;
  return new Error(
    `${error.message}\nIf every start fails like this, its data is incomplete because an earlier start was interrupted: delete ${dataFolder} and start again.`,
    { cause: error },
  );
}

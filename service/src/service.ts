import { setTimeout as wait } from 'node:timers/promises';
import { createApp, type App, type AppOptions } from './app.js';
import { keptSecret, type Environment } from './environment.js';
import { describeFault } from './http/logging.js';
import { SimulatorProvider } from './providers/simulator/simulator-provider.js';
import { registerStudios } from './seed/register-studios.js';
import { TEST_KEYS } from './seed/keys.js';
import { seed } from './seed/seed.js';
import { seedStoredInstrument } from './seed/stored-instrument.js';
import { subscribe } from './webhooks/subscriptions.js';
import { openPglite } from './store/pglite.js';
import { openPostgres } from './store/postgres.js';

export interface RunningService {
  readonly app: App;
  /** Where it listens. */
  readonly url: string;
  /** Where browsers reach it. */
  readonly publicUrl: string;
  close(): Promise<void>;
}

/** Starts the whole service as an environment says, and seeds the demo studios in a test environment. */
export async function startService(
  environment: Environment,
  overrides: Pick<AppOptions, 'clock' | 'onStep' | 'jobPauseMs'> = {},
): Promise<RunningService> {
  const { databaseUrl, dataFolder } = environment;
  const secret = environment.secret ?? (await keptSecret(dataFolder));
  const database = databaseUrl === null ? await openPglite(dataFolder) : await openPostgres(databaseUrl);
  const closing = [() => database.close()];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    if (environment.name === 'test') await seed(database.db, new Date());
    const providerFor = ({ publicKey: account }: { publicKey: string }) =>
      new SimulatorProvider({
        baseUrl: environment.simulatorUrl,
        secretKey: environment.simulatorSecretKey,
        account,
      });
    let { port } = environment;
    const publicUrl = () => environment.publicUrl ?? `http://localhost:${port}`;
    const app = await createApp({
      database,
      secret,
      publicUrl,
      providerFor,
      additionalOrigins: environment.additionalOrigins,
      widgetFolder: environment.widgetFolder,
      studioPage: environment.name === 'test',
      jobPauseMs: 5_000,
      logger: { level: environment.logLevel, stream: process.stderr },
      ...overrides,
    });
    closing.push(() => app.close());
    const [{ key: apiKey, studioId }] = TEST_KEYS;
    if (environment.webhook !== null) {
      const { url, key: webhookKey } = environment.webhook;
      await subscribe(database.db, app.context.keys, { studioId, apiKey, url, webhookKey, types: null });
    }
    const url = await app.app.listen({ host: environment.host, port });
    port = Number(new URL(url).port);
    const origins = environment.additionalOrigins;
    closing.push(introduce(app, () => registerStudios(database.db, providerFor, origins), environment));
    return { app, url, publicUrl: publicUrl(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes the studios known to the simulated provider, and in a test environment gives a member a stored
 * instrument. The provider may start later than the service: it is tried in the background until it answers,
 * and payments say "not known yet" until then.
 */
function introduce(app: App, register: () => Promise<void>, { name }: Environment): () => Promise<void> {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    try {
      await register();
      if (name === 'test') await seedStoredInstrument(app.context);
    } catch (error) {
      if (stopping.signal.aborted) return;
      app.app.log.warn(describeFault(error), 'the provider does not know the studios yet; trying again');
      const paused = wait(1000, true, { signal: stopping.signal, ref: false }).catch(() => false);
      if (await paused) await run();
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

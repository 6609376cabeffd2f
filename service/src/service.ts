import { setTimeout as wait } from 'node:timers/promises';
import { createApp, type App, type AppOptions } from './app.js';
import { keptSecret, type Environment } from './environment.js';
import { describeFault } from './http/logging.js';
import { Providers } from './ports/providers.js';
import { SimulatorProvider } from './providers/simulator/simulator-provider.js';
import { stripeOfStudio } from './providers/stripe/stripe-of-studio.js';
import { registerStudios } from './seed/register-studios.js';
import { TEST_KEYS } from './seed/keys.js';
import { refuseSeeded } from './seed/refuse-seeded.js';
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
    else await refuseSeeded(database.db, environment.name);
    const clock = overrides.clock ?? { now: () => new Date() };
    const simulatorOf = ({ publicKey: account }: { publicKey: string }) =>
      new SimulatorProvider({
        baseUrl: environment.simulatorUrl,
        secretKey: environment.simulatorSecretKey,
        account,
      });
    // Simulated money exists in a test environment and nowhere else.
    const SIMULATOR = environment.name === 'test' ? simulatorOf : () => null;
    const STRIPE = stripeOfStudio(environment.stripe, { db: database.db, clock });
    let { port } = environment;
    const publicUrl = () => environment.publicUrl ?? `http://localhost:${port}`;
    const app = await createApp({
      database,
      secret,
      previousSecrets: environment.previousSecrets,
      publicUrl,
      providers: new Providers({ STRIPE, SIMULATOR }),
      stripe: environment.stripe,
      additionalOrigins: environment.additionalOrigins,
      trustProxy: environment.trustProxy,
      freeFailures: environment.freeFailures,
      retention: environment.retention,
      widgetFolder: environment.widgetFolder,
      isDevelopment: environment.name === 'test',
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
    if (environment.name === 'test') {
      const origins = environment.additionalOrigins;
      // The demo's stored instrument is a simulated one, whoever else serves the studio: it costs no call at Stripe.
      const demo = { ...app.context, providers: new Providers({ STRIPE: () => null, SIMULATOR }) };
      closing.push(
        inBackground(app, async () => {
          await registerStudios(database.db, simulatorOf, origins);
          await seedStoredInstrument(demo);
        }),
      );
    }
    return { app, url, publicUrl: publicUrl(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes the demo known to the simulated provider. It may start later than the service: it is tried in the background
 * until it answers, and payments say "not known yet" until then.
 *
 * @returns stops it, and waits for the try that is running.
 */
function inBackground(app: App, introduce: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    try {
      await introduce();
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

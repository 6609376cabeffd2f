import { requireNoTestData } from './admin/seed/require-no-test-data.js';
import { seed } from './admin/seed/seed.js';
import { type App, type AppOptions, createApp } from './app.js';
import { startDatabaseClock } from './core/clock.js';
import type { OpenDatabase } from './core/database/database.js';
import { openPglite } from './core/database/pglite.js';
import { openPostgres } from './core/database/postgres.js';
import { describeFault } from './core/http/logging.js';
import { deriveKeys } from './core/secrets/secret-keys.js';
import { type Environment, keptSecret } from './environment.js';
import { bankOfStudio } from './modules/payments/providers/bank/bank-provider.js';
import { Providers } from './modules/payments/providers/providers.js';
import {
  simulatorPageSources,
  SimulatorProvider,
} from './modules/payments/providers/simulator/simulator-provider.js';
import { STRIPE_PAGE_SOURCES, stripeOfStudio } from './modules/payments/providers/stripe/stripe-of-studio.js';
import { StripeWatch } from './modules/payments/providers/stripe/stripe-watch.js';
import { watchCalls } from './modules/payments/providers/watch-calls.js';

export interface OpenApp {
  readonly app: App;
  readonly database: OpenDatabase;
  /** Port to listen on; the address given to browsers follows it. */
  readonly address: { port: number };
  /** Returns the simulated provider of a studio; null without a simulated provider. */
  readonly simulatorOf: ((studio: { readonly publicKey: string }) => SimulatorProvider) | null;
  readonly stripeWatch: StripeWatch;
  close(): Promise<void>;
}

export interface AppOverrides extends Partial<Omit<AppOptions, 'clock'>> {
  /** Returns the milliseconds by which the service's clock runs ahead of the database's, for a sandbox or a test. */
  readonly clockAhead?: () => number;
}

/**
 * Opens the app of an environment with its database, which a test environment fills with the demo studios. The app does
 * not listen yet.
 */
export async function openApp(
  environment: Environment,
  { clockAhead, ...overrides }: AppOverrides = {},
): Promise<OpenApp> {
  const { dataFolder } = environment;
  const secret = environment.secret ?? (await keptSecret(dataFolder));
  const opened = await (environment.database === null
    ? openPglite(dataFolder)
    : openPostgres(environment.database));
  let app: App | undefined;
  const onFault = (fault: unknown) =>
    app?.app.log.error(describeFault(fault), "the database's time could not be read");
  const { clock, stop } = await startDatabaseClock(opened.db, onFault, clockAhead).catch(
    async (fault: unknown) => {
      await opened.close();
      throw fault;
    },
  );
  const close = async () => {
    await stop();
    await opened.close();
  };
  const database = { ...opened, close };
  try {
    const keys = deriveKeys(secret, environment.previousSecrets);
    if (environment.name === 'test') await seed({ db: database.db, keys, clock });
    else await requireNoTestData(database.db, environment.name);
    const { simulator } = environment;
    const simulatorOf =
      simulator &&
      (({ publicKey: account }: { publicKey: string }) =>
        new SimulatorProvider({
          baseUrl: simulator.url,
          ...(simulator.publicUrl !== null && { publicUrl: simulator.publicUrl }),
          secretKey: simulator.secretKey,
          account,
        }));
    const SIMULATOR = simulatorOf ?? (() => null);
    const stripeWatch = new StripeWatch(environment.stripe);
    const STRIPE = stripeOfStudio(environment.stripe, {
      db: database.db,
      clock,
      onAnswer: (keys, statusCode) => stripeWatch.notice(keys, statusCode),
    });
    const address = { port: environment.port };
    const publicUrl = () => environment.publicUrl ?? `http://localhost:${address.port}`;
    app = await createApp({
      database,
      clock,
      secret,
      previousSecrets: environment.previousSecrets,
      publicUrl,
      providers: new Providers(
        watchCalls(
          { STRIPE, SIMULATOR, BANK: bankOfStudio({ db: database.db, keys, clock, publicUrl }) },
          overrides.metrics,
        ),
        (studio) => stripeWatch.isDown(studio),
        [...environment.stripe.named.keys()],
        [
          ...(simulator ? [simulatorPageSources(simulator.publicUrl ?? simulator.url)] : []),
          ...(environment.stripe.common || environment.stripe.named.size > 0 ? [STRIPE_PAGE_SOURCES] : []),
        ],
      ),
      stripe: environment.stripe,
      additionalOrigins: environment.additionalOrigins,
      trustProxy: environment.trustProxy,
      attemptLimits: environment.attemptLimits,
      retention: environment.retention,
      widgetFolder: environment.widgetFolder,
      ...(environment.widgetReleases && { widgetReleases: environment.widgetReleases }),
      environment: environment.name,
      isDevelopment: environment.name === 'test',
      studioPage: environment.name === 'test',
      demoUrl: environment.demoUrl,
      logger: { level: environment.logLevel, stream: process.stderr },
      ...overrides,
    });
    const made = app;
    const closeAll = async () => {
      try {
        await made.close();
      } finally {
        await close();
      }
    };
    return { app, database, address, simulatorOf, stripeWatch, close: closeAll };
  } catch (error) {
    await database.close();
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { seedActivity } from './admin/seed/activity.js';
import { TEST_KEYS } from './admin/seed/keys.js';
import { registerStudios } from './admin/seed/register-studios.js';
import type { App } from './app.js';
import { endAll } from './core/concurrency.js';
import { recordEvent } from './core/events.js';
import { describeFault } from './core/http/logging.js';
import { repeat } from './core/jobs/repeat.js';
import { startMetricsServer } from './core/metrics-server.js';
import { createMetrics } from './core/metrics.js';
import type { Environment } from './environment.js';
import { isHeldAfterRestore } from './modules/payments/held-after-restore.js';
import { Providers } from './modules/payments/providers/providers.js';
import type { StripeReport } from './modules/payments/providers/stripe/stripe-watch.js';
import { everyStudio } from './modules/studios/studios.js';
import { subscribe } from './modules/webhooks/subscriptions.js';
import { type AppOverrides, openApp } from './open-app.js';

/** Milliseconds between two checks of whether a Stripe account is due to be queried; the check itself costs nothing. */
const STRIPE_PAUSE_MS = 1_000;

export interface RunningService {
  readonly app: App;
  /** Address at which the service listens. */
  readonly url: string;
  /** Address at which browsers reach the service. */
  readonly publicUrl: string;
  /** Address of the metrics; null if they are not served. */
  readonly metricsUrl: string | null;
  /** Resolves once the demo's data is complete in a test environment, and all studios are known to their provider. */
  readonly prepared: Promise<void>;
  /** Finishes the work in progress. Requests are still accepted for the time set in the environment. */
  close(): Promise<void>;
}

/** Starts the whole service for an environment, and seeds the demo studios in a test environment. */
export async function startService(
  environment: Environment,
  overrides: Pick<AppOverrides, 'clockAhead' | 'extend' | 'fetchEvent' | 'onStep' | 'jobPauseMs'> = {},
): Promise<RunningService> {
  const { metricsPort, drainSeconds } = environment;
  const metrics = metricsPort === null ? null : createMetrics();
  const opened = await openApp(environment, { jobPauseMs: 5_000, ...(metrics && { metrics }), ...overrides });
  const { app, database, address, simulatorOf, stripeWatch } = opened;
  const closing = [() => app.close()];
  const close = async () => {
    // The parts close concurrently, so that one that waits, for example for a provider, does not keep the others open.
    try {
      await endAll(closing.splice(0));
    } finally {
      await database.close();
    }
  };
  const drain = async () => {
    app.announceEnd();
    await wait(drainSeconds * 1000);
    await close();
  };
  try {
    if (environment.webhookUrl !== null) {
      const { webhookUrl: url, webhookKey, webhookSigningKey: signingKey } = environment;
      for (const each of firstKeys()) {
        await subscribe(database.db, app.context.keys, { ...each, url, webhookKey, signingKey, types: null });
      }
    }
    if (await isHeldAfterRestore(database.db)) {
      app.app.log.warn(
        'Payments have been on hold since the database was restored; upc-service resume continues them',
      );
    }
    const look = () => stripeWatch.lookIfDue((report) => recordStripeReport(app, report));
    const onFault = (fault: unknown) =>
      app.app.log.error(describeFault(fault), 'Stripe could not be checked');
    // The state must be known before the first session, which must not offer methods of an account that does not work.
    await look().catch(onFault);
    const shown =
      metrics && (await startMetricsServer(metrics, { host: environment.host, port: metricsPort ?? 0 }));
    if (shown) closing.push(() => shown.close());
    const url = await app.app.listen({ host: environment.host, port: environment.port });
    address.port = Number(new URL(url).port);
    closing.push(repeat(look, STRIPE_PAUSE_MS, onFault));
    let prepared = Promise.resolve();
    if (simulatorOf !== null) {
      const origins = environment.additionalOrigins;
      const isTest = environment.name === 'test';
      // The demo's stored instruments are always simulated ones, whichever provider serves the studio. They cause no
      // call to Stripe.
      const demo = {
        ...app.context,
        providers: new Providers({ STRIPE: () => null, SIMULATOR: simulatorOf, BANK: () => null }),
      };
      const preparing = inBackground(app, async () => {
        await registerStudios(app.context, simulatorOf, origins);
        if (isTest) await seedActivity(demo, environment.simulator?.url ?? '');
      });
      closing.push(preparing.stop);
      prepared = preparing.done;
    }
    return {
      ...{ app, url, publicUrl: app.context.publicUrl(), metricsUrl: shown?.url ?? null },
      ...{ prepared, close: drain },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Records the state of a Stripe account in the log, and on the page of each studio that the account serves. */
async function recordStripeReport(
  { app, context }: App,
  { account, trouble, serves }: StripeReport,
): Promise<void> {
  if (trouble === null) {
    app.log.info({ account }, 'Stripe accepts payments for this account');
    return;
  }
  app.log.error({ account }, `No payments go through Stripe: ${trouble}`);
  const traceId = randomUUID();
  for (const studio of await everyStudio(context.db, context.report)) {
    if (!serves(studio)) continue;
    const detail = `No payments go through Stripe: ${trouble} (${account})`;
    await recordEvent(context, context.db, { kind: 'PROVIDER_DOWN', detail, traceId, studioId: studio.id });
  }
}

/**
 * Registers the demo with the simulated provider. The provider may start later than the service, so this is retried in
 * the background until it responds; until then, the outcome of payments is not known.
 *
 * @returns `done`, which resolves once it is registered or was stopped, and a function that stops it and waits for the
 * current attempt.
 */
function inBackground(app: App, introduce: () => Promise<void>) {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    try {
      await introduce();
    } catch (error) {
      if (stopping.signal.aborted) return;
      app.app.log.warn(
        describeFault(error),
        'the studios are not registered with the provider yet; retrying',
      );
      const paused = wait(1000, true, { signal: stopping.signal, ref: false }).catch(() => false);
      if (await paused) await run();
    }
  };
  const running = run();
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return { done: running, stop };
}

function firstKeys(): { readonly apiKey: string }[] {
  return TEST_KEYS.filter(
    ({ studioId }, index) => TEST_KEYS.findIndex((other) => other.studioId === studioId) === index,
  ).map(({ key: apiKey }) => ({ apiKey }));
}

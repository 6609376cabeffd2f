import type { FastifyInstance } from 'fastify';
import { admin, type AdminOptions } from './admin/admin.plugin.js';
import { endAll } from './core/concurrency.js';
import type { Context } from './core/context.js';
import type { EnvironmentName } from './core/environment-name.js';
import { recordEvent } from './core/events.js';
import { createServer, registerCore, type ServerOptions } from './core/http/server.js';
import { type JobCounts, startJobs } from './core/jobs/jobs.js';
import { type ContextOptions, makeContext } from './make-context.js';
import { aggregators } from './modules/aggregators/aggregators.plugin.js';
import { benefits } from './modules/benefits/benefits.plugin.js';
import { checkIns } from './modules/check-ins/check-ins.plugin.js';
import { appointments } from './modules/appointments/appointments.plugin.js';
import { classes } from './modules/classes/classes.plugin.js';
import { customerQueries } from './modules/customer-queries/customer-queries.plugin.js';
import { customers } from './modules/customers/customers.plugin.js';
import { debtCollection } from './modules/debt-collection/debt-collection.plugin.js';
import { devices } from './modules/devices/devices.plugin.js';
import { documents } from './modules/documents/documents.plugin.js';
import { employees } from './modules/employees/employees.plugin.js';
import { homeStudio } from './modules/home-studio/home-studio.plugin.js';
import { leads } from './modules/leads/leads.plugin.js';
import { memberships } from './modules/memberships/memberships.plugin.js';
import { payments, type PaymentsOptions } from './modules/payments/payments.plugin.js';
import { selfService } from './modules/self-service/self-service.plugin.js';
import { studioInformation } from './modules/studio-information/studio-information.plugin.js';
import { allowOrigins } from './modules/studios/cors.js';
import { taxExports } from './modules/tax-exports/tax-exports.plugin.js';
import type { FetchEvent } from './modules/webhooks/post.js';
import { describeWebhooks } from './modules/webhooks/describe-webhooks.js';
import { webhooks } from './modules/webhooks/webhooks.plugin.js';
import { weighings } from './modules/weighings/weighings.plugin.js';
import { openApi } from './open-api.js';

export interface AppOptions extends ContextOptions, ServerOptions, AdminOptions {
  /** Stripe accounts whose events are processed; none if absent. */
  readonly stripe?: PaymentsOptions['stripe'];
  /** Returns the current queue for the database; measured if absent. */
  readonly waiting?: ServerOptions['database']['waiting'];
  /** Origins that every studio gets besides its own. */
  readonly additionalOrigins?: readonly string[];
  /** The name of the environment; `test` if absent. */
  readonly environment?: EnvironmentName;
  /** Whether pages of registered origins may call the Open API; for test environments only. */
  readonly isDevelopment?: boolean;
  /** Sends an event to its receiver; the global `fetch` if absent. */
  readonly fetchEvent?: FetchEvent;
  /** Milliseconds between two searches for due work; if absent, jobs run only in `runDueJobs`. */
  readonly jobPauseMs?: number;
  /** Adds routes and hooks of a program that contains the service, such as the sandbox. The hooks apply to all routes. */
  readonly extend?: (app: FastifyInstance, context: Context) => void;
}

export interface App {
  readonly app: FastifyInstance;
  readonly context: Context;
  /**
   * Makes `/health/ready` report from now on that the service accepts no more requests, although it still serves them.
   */
  announceEnd(): void;
  /**
   * Runs the periodic jobs that are due, and works on the queues until nothing is due in them: for a program that moves
   * its clock.
   *
   * @param passedMs milliseconds by which the clock was moved, because the pauses of periodic jobs do not follow it.
   * @returns how many things each job and queue has finished meanwhile.
   */
  runDueJobs(passedMs: number): Promise<JobCounts>;
  /** Finishes the requests and jobs in progress; starts no others. */
  close(): Promise<void>;
}

/** Assembles the parts of the service. The database belongs to the caller: `close` leaves it open. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, metrics, jobPauseMs } = options;
  const waiting = options.waiting ?? database.waiting;
  const context = await makeContext(options, () => app.log);
  const { app, rateLimit } = createServer(context, options, async (request, error) => {
    const studioId = request.studio?.id ?? request.paymentSession?.studio.id;
    // A refusal without a studio belongs on no studio's page, and recording such refusals would let anyone fill the
    // table.
    if (studioId === undefined) return;
    await recordEvent(context, context.db, {
      kind: 'REQUEST_REFUSED',
      detail: [`${error.status} ${error.code}`, error.reference].filter(Boolean).join(', '),
      traceId: request.id,
      studioId,
      sessionId: request.paymentSession?.session.id,
    });
  });
  const { additionalOrigins = [], isDevelopment = false, environment = 'test' } = options;
  const origins = await allowOrigins(app, context, { additionalOrigins, isDevelopment });
  options.extend?.(app, context);
  let isEnding = false;
  await registerCore(app, context, { ...options, webhooks: describeWebhooks(), isEnding: () => isEnding });
  const parts = { context, rateLimit };
  await app.register(webhooks, { ...parts, fetchEvent: options.fetchEvent });
  await app.register(studioInformation, parts);
  await app.register(devices, parts);
  await app.register(customers, parts);
  await app.register(employees, parts);
  await app.register(leads, parts);
  await app.register(documents, parts);
  await app.register(payments, { ...parts, origins, stripe: options.stripe, environment });
  await app.register(memberships, parts);
  await app.register(benefits, parts);
  await app.register(weighings, parts);
  await app.register(selfService, parts);
  await app.register(debtCollection, parts);
  await app.register(aggregators, parts);
  await app.register(checkIns, parts);
  await app.register(classes, parts);
  await app.register(appointments, parts);
  await app.register(homeStudio, parts);
  await app.register(taxExports, parts);
  await app.register(customerQueries, parts);
  await app.register(openApi, { ...parts, waiting });
  await app.register(admin, { ...options, context, waiting });
  await app.ready();
  const jobs = startJobs(app, context, { pauseMs: jobPauseMs, metrics });
  const announceEnd = () => {
    isEnding = true;
  };
  const close = async () => {
    announceEnd();
    await endAll([() => app.close(), () => jobs.stop()]);
  };
  return { app, context, announceEnd, runDueJobs: (passedMs) => jobs.runDue(passedMs), close };
}

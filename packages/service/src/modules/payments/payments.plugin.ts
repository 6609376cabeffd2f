import type { EnvironmentName } from '../../core/environment-name.js';
import type { Module, ModuleOptions } from '../../core/module.js';
import type { OriginRules } from '../studios/origins.js';
import { queuesOf } from '../../core/jobs/retries.js';
import { settleCredit } from './account/credit.job.js';
import { runPayments } from './charges/payment-runs.job.js';
import { loadGatewaySchemas } from './gateway/gateway-schemas.js';
import { gatewayRoutes } from './gateway/gateway.routes.js';
import { reportExpiringInstruments } from './instruments/expiring-instruments.job.js';
import { linkPageRoutes } from './links/link-page.routes.js';
import { paymentLinkRoutes } from './links/links.routes.js';
import { openLinkRoutes } from './links/open-link.routes.js';
import { mandateRoutes } from './mandates/mandates.routes.js';
import { directDebitRequestRoutes } from './providers/bank/becs/request.routes.js';
import { PAYMENT_QUEUES } from './payments.queues.js';
import type { StripeSettings } from './providers/stripe/settings.js';
import { stripeWebhookRoutes } from './providers/stripe/stripe-webhook.routes.js';
import { userSessionRoutes } from './sessions/sessions.routes.js';
import { customersAccountRoutes } from './usages/usages.routes.js';

export interface PaymentsOptions extends ModuleOptions {
  readonly origins: OriginRules;
  /** Stripe accounts whose events are accepted; undefined accepts none. */
  readonly stripe: StripeSettings | undefined;
  /** The `environment` of the widget on the service's own pages. */
  readonly environment: EnvironmentName;
}

/** Pauses between runs. Claims fall due by calendar day, so these jobs need not run more often. */
const CREDIT_PAUSE_MS = 60_000;
const PAYMENT_RUN_PAUSE_MS = 600_000;
const EXPIRY_PAUSE_MS = 3_600_000;

/** Serves payment sessions, payments and mandates, and runs the jobs that move money. */
export const payments: Module<PaymentsOptions> = async (
  app,
  { context, rateLimit, origins, stripe, environment },
) => {
  await app.register(gatewayRoutes({ context, schemas: loadGatewaySchemas(), origins, rateLimit }));
  await app.register(mandateRoutes({ context, rateLimit }));
  await app.register(linkPageRoutes(context, rateLimit));
  await app.register(directDebitRequestRoutes(context, rateLimit));
  if (stripe) await app.register(stripeWebhookRoutes(context, stripe));
  await app.register(openLinkRoutes({ context, environment }));
  app.operations.push(
    userSessionRoutes(context),
    paymentLinkRoutes(context),
    customersAccountRoutes(context),
  );
  app.queues.push(...PAYMENT_QUEUES.flatMap(queuesOf));
  app.jobs.push(
    {
      name: 'CREDIT',
      pauseMs: CREDIT_PAUSE_MS,
      work: ({ onFault, signal }) => settleCredit(context, onFault, signal),
    },
    {
      name: 'PAYMENT_RUNS',
      pauseMs: PAYMENT_RUN_PAUSE_MS,
      work: ({ onFault, ...run }) => runPayments(context, onFault, run),
    },
    {
      name: 'EXPIRING_INSTRUMENTS',
      pauseMs: EXPIRY_PAUSE_MS,
      work: ({ onFault, signal }) => reportExpiringInstruments(context, onFault, signal),
    },
  );
};

import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { watchState } from './admin/operations/watch-state.js';
import type { RetentionSettings } from './admin/retention/settings.js';
import { studioRoutes } from './admin/studio-page/studio.routes.js';
import { endAll } from './core/concurrency.js';
import type { Clock, Context, Step } from './core/context.js';
import type { OpenDatabase } from './core/database/database.js';
import { recordEvent } from './core/events.js';
import { emptyAnswers, nameLanguage, neverStored } from './core/http/answers.js';
import { compileSchemas } from './core/http/compile-schemas.js';
import { allowOrigins } from './core/http/cors.js';
import { describeRefusals, DESCRIPTION } from './core/http/description.js';
import { answerUnreadableAddress, handleErrors } from './core/http/errors.js';
import { healthRoutes } from './core/http/health.routes.js';
import { describeFault, logRequests, ownLogLines } from './core/http/logging.js';
import { measureRequests, traceRequests } from './core/http/measure-requests.js';
import { readMultipart } from './core/http/multipart.js';
import { createRateLimit, type RateLimitOptions } from './core/http/rate-limit.js';
import { shedLoad } from './core/http/shed-load.js';
import { refuseUnstorableText } from './core/http/storable-text.js';
import { tolerateRequests } from './core/http/tolerances.js';
import { requestIds, type TrustProxy } from './core/http/trust-proxy.js';
import { widgetFiles } from './core/http/widget-files.js';
import type { Metrics } from './core/metrics.js';
import { deriveKeys } from './core/secrets/secret-keys.js';
import { aggregatorRoutes } from './modules/aggregators/aggregators.routes.js';
import { checkInRoutes, studiosRoutes } from './modules/check-ins/check-ins.routes.js';
import { checkInVoucherRoutes } from './modules/check-ins/vouchers.routes.js';
import { trialBookingRoutes, trialClassRoutes } from './modules/classes/trial-offers.routes.js';
import { trialSessionRoutes } from './modules/classes/trial-sessions.routes.js';
import { accountRoutes } from './modules/customer-records/account.routes.js';
import { customerContractRoutes } from './modules/customer-records/contracts.routes.js';
import { customerRoutes } from './modules/customer-records/customers.routes.js';
import { workAcrossStudios } from './modules/customer-records/work-across-studios.js';
import { preferenceRoutes } from './modules/customers/communication/preferences.routes.js';
import { threadRoutes } from './modules/customers/communication/threads.routes.js';
import { contactDataRoutes } from './modules/customers/contact-data/contact-data.routes.js';
import { encryptIdentities } from './modules/customers/identity.js';
import { memberListRoutes } from './modules/customers/member-lists/member-lists.routes.js';
import { collectionBlockRoutes } from './modules/debt-collection/blocks.routes.js';
import { collectionCaseRoutes } from './modules/debt-collection/cases.routes.js';
import { requireGrants } from './modules/debt-collection/grants.js';
import { collectionRunRoutes } from './modules/debt-collection/runs.routes.js';
import { documentsOfCustomerRoutes } from './modules/documents/customer-documents.routes.js';
import { documentRoutes } from './modules/documents/documents.routes.js';
import { answerHead, requireApiKey } from './modules/integrations/api-key.js';
import { deviceRoutes } from './modules/integrations/devices.routes.js';
import { keyFinder } from './modules/integrations/keys.js';
import { cancelationRoutes } from './modules/memberships/cancelations/cancelations.routes.js';
import { contractDocumentRoutes } from './modules/memberships/contracts/documents/contract-documents.routes.js';
import {
  idlePeriodChangeRoutes,
  idlePeriodRoutes,
} from './modules/memberships/idle-periods/idle-periods.routes.js';
import { imageRoutes } from './modules/memberships/offers/images.routes.js';
import { membershipOfferRoutes } from './modules/memberships/offers/offers.routes.js';
import { onlineOfferRoutes } from './modules/memberships/offers/online-offers.routes.js';
import { signupRoutes } from './modules/memberships/sign-up/signup.routes.js';
import { switchRoutes } from './modules/memberships/switches/switches.routes.js';
import { type FreeFailures, readFreeFailures } from './modules/payments/attempts/attempt-limits.js';
import { loadContract } from './modules/payments/gateway/contract.js';
import { gatewayRoutes } from './modules/payments/gateway/gateway.routes.js';
import { requireKnownSecret } from './modules/payments/known-secret.js';
import { loadMandateTexts } from './modules/payments/mandates/mandate-texts.js';
import { mandateRoutes } from './modules/payments/mandates/mandates.routes.js';
import type { Providers } from './modules/payments/providers/providers.js';
import type { StripeSettings } from './modules/payments/providers/stripe/settings.js';
import { stripeWebhookRoutes } from './modules/payments/providers/stripe/stripe-webhook.routes.js';
import { paymentsRoutes } from './modules/payments/sessions/sessions.routes.js';
import { customersAccountRoutes } from './modules/payments/usages/usages.routes.js';
import { originRules } from './modules/studios/origins.js';
import { startJobs } from './start-jobs.js';

export interface AppOptions {
  readonly database: OpenDatabase;
  /** At least 32 characters; every token and every stored IBAN depends on it. */
  readonly secret: string;
  /** Secrets that were current before; what they have made is still read. */
  readonly previousSecrets?: readonly string[];
  readonly providers: Providers;
  /** Accounts at Stripe whose events are taken; none when absent. */
  readonly stripe?: StripeSettings;
  /** The origin at which browsers reach the service. Known for sure once it listens. */
  readonly publicUrl: Context['publicUrl'];
  readonly clock?: Clock;
  /** Awaited between request, provider call and commit. */
  readonly onStep?: (name: Step) => Promise<void> | void;
  readonly rateLimit?: RateLimitOptions;
  /** The queue for the database as it is now; measured when absent. */
  readonly waiting?: OpenDatabase['waiting'];
  /** Origins that every studio gets beside its own. */
  readonly additionalOrigins?: readonly string[];
  /** The folder of the built widget; without one, `/widget/` is not there. */
  readonly widgetFolder?: string;
  /** A folder with one of the kind for each released version. */
  readonly widgetReleases?: string;
  /** Proxies whose forwarding headers are believed; none when absent. */
  readonly trustProxy?: TrustProxy;
  /** Milliseconds a request may take to arrive in full (30 s). */
  readonly requestTimeoutMs?: number;
  /** Whether pages of registered origins may call the Open API; for a test environment only. */
  readonly isDevelopment?: boolean;
  /** The studio page; for a test environment only. */
  readonly studioPage?: boolean;
  /** The address of the demo's pages, which the studio page links to. */
  readonly demoUrl?: string | null;
  /** Number of attempts that may fail; the usual numbers when absent. */
  readonly freeFailures?: FreeFailures;
  /** Retention periods; everything is kept for ever when absent. */
  readonly retention?: RetentionSettings;
  /** Milliseconds between the rounds that finish and expire things; without it, none run by themselves. */
  readonly jobPauseMs?: number;
  /** Is told what is answered and done. */
  readonly metrics?: Metrics;
  readonly logger?: FastifyServerOptions['logger'];
}

export interface App {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** From now on `/health/ready` says that it takes no more requests, though it still answers them. */
  announceEnd(): void;
  /** Finishes the requests and the rounds of jobs that are under way; begins no others. */
  close(): Promise<void>;
}

/** Bytes of a body where anybody may send one, unless its route needs more. */
const BODY_LIMIT = 16 * 1024;
/** Bytes where the sender is known by a key. */
const KNOWN_BODY_LIMIT = 512 * 1024;
/** Longer than any answer waits for a provider, during which nothing is sent. */
const SILENT_CONNECTION_MS = 120_000;

/** Puts the parts of the service together. The database is the caller's: `close` leaves it open. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, onStep } = options;
  const context: Context = {
    db: database.db,
    clock: options.clock ?? { now: () => new Date() },
    keys: deriveKeys(options.secret, options.previousSecrets),
    mandateTexts: loadMandateTexts(),
    publicUrl: options.publicUrl,
    providers: options.providers,
    freeFailures: options.freeFailures ?? readFreeFailures({}),
    alert: ({ detail, ...about }) => app.log.warn(about, detail),
    report: (fault) => app.log.error(describeFault(fault), 'left out, the rest continues'),
    step: async (name) => onStep?.(name),
  };
  await requireKnownSecret(context);
  await encryptIdentities(context);
  const origins = originRules(context.db, options.additionalOrigins ?? [], context.report);
  const rateLimit = createRateLimit(database.db, options.rateLimit ?? { limit: 1000, seconds: 60 });
  const app = Fastify({
    logController: ownLogLines(),
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    ...slowConnections(options.requestTimeoutMs ?? 30_000),
    genReqId: requestIds(options.trustProxy ?? false),
    exposeHeadRoutes: false,
    // Requests over an open connection while the service ends are answered as always; the database closes after them.
    return503OnClosing: false,
    frameworkErrors: answerUnreadableAddress(rateLimit),
  });
  compileSchemas(app);
  app.decorateRequest('integration', null);
  app.decorateRequest('studio', null);
  app.decorateRequest('paymentSession', null);
  app.decorateRequest('language', 'en');
  logRequests(app);
  traceRequests(app);
  if (options.metrics) {
    measureRequests(app, options.metrics);
    watchState(options.metrics, { ...context, waiting: options.waiting ?? database.waiting });
  }
  handleErrors(
    app,
    async (request, error) => {
      const studioId = request.studio?.id ?? request.paymentSession?.studio.id;
      // A request that belongs to no studio concerns none, and anybody could fill the table with such.
      if (studioId === undefined) return;
      await recordEvent(context, context.db, {
        kind: 'REQUEST_REFUSED',
        detail: [`${error.status} ${error.code}`, error.reference].filter(Boolean).join(', '),
        traceId: request.id,
        studioId,
        sessionId: request.paymentSession?.session.id,
      });
    },
    rateLimit,
  );
  refuseUnstorableText(app);
  await allowOrigins(app, origins, options.isDevelopment ?? false);
  await app.register(swagger, DESCRIPTION);
  await app.register(swaggerUi, {
    routePrefix: '/open-api',
    logLevel: 'silent',
    staticCSP: true,
  });
  let isEnding = false;
  // A connection that is kept open would hold up the end of the process, once its request is answered.
  app.addHook('onSend', async (_, reply) => {
    if (isEnding) reply.header('connection', 'close');
  });
  await app.register(healthRoutes(database.health, () => isEnding));
  await app.register(gatewayRoutes({ context, contract: loadContract(), origins, rateLimit }));
  await app.register(mandateRoutes({ context, rateLimit }));
  await app.register(async (openApi) => {
    neverStored(openApi);
    nameLanguage(openApi);
    emptyAnswers(openApi);
    shedLoad(openApi, options.waiting ?? database.waiting, rateLimit);
    const findKey = keyFinder(context.db);
    answerHead(openApi, findKey, rateLimit);
    requireApiKey(openApi, findKey, rateLimit);
    openApi.addHook('onRoute', (route) => {
      if (route.config?.isPublic !== true) route.bodyLimit ??= KNOWN_BODY_LIMIT;
    });
    await readMultipart(openApi);
    tolerateRequests(openApi);
    workAcrossStudios(openApi, context.db);
    requireGrants(openApi, context.db);
    describeRefusals(openApi);
    await openApi.register(paymentsRoutes(context));
    await openApi.register(customersAccountRoutes(context));
    await openApi.register(accountRoutes(context));
    await openApi.register(customerRoutes(context));
    await openApi.register(customerContractRoutes(context));
    await openApi.register(checkInRoutes(context));
    await openApi.register(contactDataRoutes(context));
    await openApi.register(documentsOfCustomerRoutes(context));
    await openApi.register(threadRoutes(context));
    await openApi.register(preferenceRoutes(context));
    await openApi.register(cancelationRoutes);
    await openApi.register(membershipOfferRoutes(context));
    await openApi.register(signupRoutes(context));
    await openApi.register(switchRoutes(context));
    await openApi.register(idlePeriodRoutes(context));
    await openApi.register(idlePeriodChangeRoutes(context));
    await openApi.register(studiosRoutes(context));
    await openApi.register(deviceRoutes(context));
    await openApi.register(aggregatorRoutes(context));
    await openApi.register(checkInVoucherRoutes(context));
    await openApi.register(memberListRoutes(context));
    await openApi.register(onlineOfferRoutes(context));
    await openApi.register(trialClassRoutes(context));
    await openApi.register(trialBookingRoutes(context));
    await openApi.register(trialSessionRoutes(context));
    await openApi.register(collectionRunRoutes(context));
    await openApi.register(collectionCaseRoutes(context));
    await openApi.register(collectionBlockRoutes(context));
  });
  await app.register(imageRoutes(context));
  await app.register(documentRoutes(context));
  await app.register(contractDocumentRoutes(context, rateLimit));
  if (options.stripe) await app.register(stripeWebhookRoutes(context, options.stripe));
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  if (options.widgetFolder !== undefined)
    await app.register(widgetFiles(options.widgetFolder, options.widgetReleases));
  if (options.studioPage) await app.register(studioRoutes(context, options.demoUrl ?? null));
  await app.ready();
  const { jobPauseMs: pauseMs, retention } = options;
  const onFault = (fault: unknown) => app.log.error(describeFault(fault), 'something could not be finished');
  const stopJobs =
    pauseMs === undefined
      ? null
      : startJobs(context, { pauseMs, retention, metrics: options.metrics, onFault });
  const announceEnd = () => {
    isEnding = true;
  };
  const close = async () => {
    announceEnd();
    // Requests and jobs finish what they are at.
    await endAll([() => app.close(), ...(stopJobs ? [stopJobs] : [])]);
  };
  return { app, context, announceEnd, close };
}

/** A client that sends a request slowly, or nothing at all, does not keep a connection for ever. */
function slowConnections(
  requestTimeout: number,
): Pick<FastifyHttpOptions<Server>, 'requestTimeout' | 'connectionTimeout' | 'http'> {
  return {
    requestTimeout,
    connectionTimeout: Math.max(SILENT_CONNECTION_MS, requestTimeout),
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 2 },
  };
}

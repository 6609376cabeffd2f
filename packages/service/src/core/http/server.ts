import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { OpenDatabase } from '../database/database.js';
import type { Metrics } from '../metrics.js';
import type { Context } from '../context.js';
import { datedDescription } from './add-examples.js';
import { apiReference } from './api-reference/api-reference.js';
import { healthRoutes } from './health.routes.js';
import { forgetNetworks } from './networks.js';
import { widgetFiles } from './widget-files.js';
import { compileSchemas } from './compile-schemas.js';
import { type Described, describeOpenApi } from './description.js';
import { answerUnreadableAddress, handleErrors, type RefusalListener } from './errors.js';
import { logRequests, ownLogLines } from './logging.js';
import { measureRequests, traceRequests } from './measure-requests.js';
import { createRateLimit, forgetCounts, type RateLimit, type RateLimitOptions } from './rate-limit.js';
import { refuseUnstorableText } from './storable-text.js';
import { fromTrustedProxy, requestIds, type TrustProxy } from './trust-proxy.js';

export interface ServerOptions {
  readonly database: OpenDatabase;
  readonly rateLimit?: RateLimitOptions;
  /** Proxies whose forwarding headers are trusted; none if absent. */
  readonly trustProxy?: TrustProxy;
  /** Maximum milliseconds for a request to arrive in full; 30 s if absent. */
  readonly requestTimeoutMs?: number;
  /** Receives measurements of requests and jobs. */
  readonly metrics?: Metrics;
  readonly logger?: FastifyServerOptions['logger'];
  /** Folder of the built widget; without it, `/widget/` does not exist. */
  readonly widgetFolder?: string;
  /** Folder that contains one such folder for each released version. */
  readonly widgetReleases?: string;
}

/** Maximum bytes of a body where anyone may send one, unless its route needs more. */
const BODY_LIMIT = 16 * 1024;
/**
 * Milliseconds of silence after which a connection is closed. This is longer than any request waits for a provider,
 * during which no data is sent.
 */
const SILENT_CONNECTION_MS = 120_000;
const COUNTS_PAUSE_MS = 300_000;

/**
 * Creates the server with everything that applies to all routes: schemas, logging, errors, limits. It has no route yet.
 */
export function createServer(
  context: Context,
  options: ServerOptions,
  onRefusal: RefusalListener,
): { readonly app: FastifyInstance; readonly rateLimit: RateLimit } {
  const rateLimit = createRateLimit(context, options.rateLimit);
  const isFromProxy = fromTrustedProxy(options.trustProxy ?? false);
  const app = Fastify({
    logController: ownLogLines(),
    logger: options.logger ?? false,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    ...slowConnections(options.requestTimeoutMs ?? 30_000),
    genReqId: requestIds(isFromProxy),
    exposeHeadRoutes: false,
    // Requests on open connections are served normally while the service shuts down; the database closes after them.
    return503OnClosing: false,
    frameworkErrors: answerUnreadableAddress(rateLimit),
  });
  compileSchemas(app);
  app.decorate('jobs', []);
  app.decorate('queues', []);
  app.decorate('operations', []);
  app.decorateRequest('integration', null);
  app.decorateRequest('studio', null);
  app.decorateRequest('paymentSession', null);
  app.decorateRequest('grants', undefined);
  app.decorateRequest('language', 'en');
  logRequests(app);
  traceRequests(app, isFromProxy);
  if (options.metrics) measureRequests(app, options.metrics);
  handleErrors(app, onRefusal, rateLimit);
  refuseUnstorableText(app);
  return { app, rateLimit };
}

/**
 * Registers the routes that belong to no module: the description of all routes that follow (as JSON at `/openapi.json`,
 * for readers at `/open-api`), the health routes, and the widget's files.
 * @param isEnding whether the service is shutting down.
 */
export async function registerCore(
  app: FastifyInstance,
  context: Context,
  options: ServerOptions & Pick<Described, 'webhooks'> & { readonly isEnding: () => boolean },
): Promise<void> {
  const { isEnding, webhooks, widgetFolder, widgetReleases } = options;
  await app.register(swagger, describeOpenApi({ publicUrl: context.publicUrl, webhooks }));
  await app.register(apiReference);
  app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) =>
    reply.type('application/json').send(datedDescription(app.swagger(), context.clock.now())),
  );
  // A connection that stays open after its last response would delay the end of the process.
  app.addHook('onSend', async (_, reply) => {
    if (isEnding()) reply.header('connection', 'close');
  });
  await app.register(healthRoutes(options.database.health, isEnding));
  if (widgetFolder !== undefined) await app.register(widgetFiles(widgetFolder, widgetReleases));
  app.jobs.push({
    name: 'COUNTS',
    pauseMs: COUNTS_PAUSE_MS,
    work: async () => {
      await forgetCounts(context);
      await forgetNetworks(context);
      return 0;
    },
  });
}

/**
 * Returns limits for clients that send a request slowly or not at all, so that they cannot hold a connection for ever.
 */
function slowConnections(
  requestTimeout: number,
): Pick<FastifyHttpOptions<Server>, 'requestTimeout' | 'connectionTimeout' | 'http'> {
  return {
    requestTimeout,
    connectionTimeout: Math.max(SILENT_CONNECTION_MS, requestTimeout),
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 2 },
  };
}

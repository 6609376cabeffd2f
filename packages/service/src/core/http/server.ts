import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { OpenDatabase } from '../database/database.js';
import type { Metrics } from '../metrics.js';
import type { Context } from '../context.js';
import { healthRoutes } from './health.routes.js';
import { forgetNetworks } from './networks.js';
import { widgetFiles } from './widget-files.js';
import { compileSchemas } from './compile-schemas.js';
import { DESCRIPTION } from './description.js';
import { answerUnreadableAddress, handleErrors, type RefusalListener } from './errors.js';
import { logRequests, ownLogLines } from './logging.js';
import { measureRequests, traceRequests } from './measure-requests.js';
import { createRateLimit, forgetCounts, type RateLimit, type RateLimitOptions } from './rate-limit.js';
import { refuseUnstorableText } from './storable-text.js';
import { requestIds, type TrustProxy } from './trust-proxy.js';

export interface ServerOptions {
  readonly database: OpenDatabase;
  readonly rateLimit?: RateLimitOptions;
  /** Proxies whose forwarding headers are believed; none when absent. */
  readonly trustProxy?: TrustProxy;
  /** Milliseconds a request may take to arrive in full (30 s). */
  readonly requestTimeoutMs?: number;
  /** Is told what is answered and done. */
  readonly metrics?: Metrics;
  readonly logger?: FastifyServerOptions['logger'];
  /** The folder of the built widget; without one, `/widget/` is not there. */
  readonly widgetFolder?: string;
  /** A folder with one of the kind for each released version. */
  readonly widgetReleases?: string;
}

/** Bytes of a body where anybody may send one, unless its route needs more. */
const BODY_LIMIT = 16 * 1024;
/** Longer than any answer waits for a provider, during which nothing is sent. */
const SILENT_CONNECTION_MS = 120_000;
const COUNTS_PAUSE_MS = 300_000;

/** Creates the server with what holds for every route: schemas, logging, errors, limits. It has no route yet. */
export function createServer(
  options: ServerOptions,
  onRefusal: RefusalListener,
): { readonly app: FastifyInstance; readonly rateLimit: RateLimit } {
  const rateLimit = createRateLimit(options.database.db, options.rateLimit);
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
  app.decorate('jobs', []);
  app.decorate('operations', []);
  app.decorateRequest('integration', null);
  app.decorateRequest('studio', null);
  app.decorateRequest('paymentSession', null);
  app.decorateRequest('grants', undefined);
  app.decorateRequest('language', 'en');
  logRequests(app);
  traceRequests(app);
  if (options.metrics) measureRequests(app, options.metrics);
  handleErrors(app, onRefusal, rateLimit);
  refuseUnstorableText(app);
  return { app, rateLimit };
}

/**
 * Registers what is no module's: the description of every route that follows, at `/openapi.json` and, to be read, at
 * `/open-api`; the health routes; the widget's files.
 *
 * @param isEnding whether the service was told to end.
 */
export async function registerCore(
  app: FastifyInstance,
  context: Context,
  options: ServerOptions & { readonly isEnding: () => boolean },
): Promise<void> {
  const { isEnding, widgetFolder, widgetReleases } = options;
  await app.register(swagger, DESCRIPTION);
  await app.register(swaggerUi, {
    routePrefix: '/open-api',
    logLevel: 'silent',
    staticCSP: true,
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  // A connection that is kept open would hold up the end of the process, once its request is answered.
  app.addHook('onSend', async (_, reply) => {
    if (isEnding()) reply.header('connection', 'close');
  });
  await app.register(healthRoutes(options.database.health, isEnding));
  if (widgetFolder !== undefined) await app.register(widgetFiles(widgetFolder, widgetReleases));
  app.jobs.push({
    name: 'COUNTS',
    pauseMs: COUNTS_PAUSE_MS,
    work: async () => {
      await forgetCounts(context.db);
      await forgetNetworks(context);
    },
  });
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

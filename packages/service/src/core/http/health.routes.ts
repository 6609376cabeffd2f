import type { FastifyPluginAsync } from 'fastify';
import { inTime } from '../concurrency.js';
import type { RawClient } from '../database/database.js';

/** Time limit for the simplest query to the database. */
const TIMEOUT_MS = 5_000;
/** Time for which a result is reused. These routes are public, so they must cost the database next to nothing. */
const REMEMBERED_MS = 1_000;

type Readiness = 'ready' | 'ending' | 'database does not respond';

/**
 * Serves health checks for supervisors and load balancers. `/health/live` returns 200 while the process runs.
 * `/health/ready` returns 200 while it accepts requests, and 503 while it shuts down or the database does not respond.
 * A busy database still responds; the metrics show how long requests wait for it.
 *
 * @param client has a connection outside the requests' queue
 * @param isEnding whether the service is shutting down
 */
export function healthRoutes(
  client: RawClient,
  isEnding: () => boolean,
  timeoutMs = TIMEOUT_MS,
): FastifyPluginAsync {
  const ask = remember(async () => answersInTime(client, timeoutMs));
  const readiness = async (): Promise<Readiness> => {
    if (isEnding()) return 'ending';
    return (await ask()) ? 'ready' : 'database does not respond';
  };
  return async (app) => {
    const quiet = { schema: { hide: true }, logLevel: 'silent' as const };
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.route({
      ...quiet,
      method: ['GET', 'HEAD'],
      url: '/health/live',
      handler: async () => ({ status: 'live' }),
    });
    app.route({
      ...quiet,
      method: ['GET', 'HEAD'],
      url: '/health/ready',
      handler: async (_, reply) => {
        const status = await readiness();
        return reply.status(status === 'ready' ? 200 : 503).send({ status });
      },
    });
  };
}

async function answersInTime(client: RawClient, timeoutMs: number): Promise<boolean> {
  try {
    await inTime(client.query({ text: 'select 1' }), timeoutMs);
    return true;
  } catch {
    return false;
  }
}

/** Returns a function that shares one result among concurrent callers, and for a moment afterwards. */
function remember<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => (answer = null), REMEMBERED_MS).unref();
    });
    return answer;
  };
}

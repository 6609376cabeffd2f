import type { FastifyPluginAsync } from 'fastify';
import { inTime } from '../concurrency.js';
import type { RawClient } from '../database/database.js';

/** Time that the database may take for the smallest query. */
const TIMEOUT_MS = 5_000;
/** An answer is good for so long: these routes are open to everybody, and cost the database next to nothing. */
const REMEMBERED_MS = 1_000;

type Readiness = 'ready' | 'ending' | 'database does not answer';

/**
 * For supervisors and load balancers. `/health/live` answers 200 while the process runs. `/health/ready` answers 200 while it
 * accepts requests, and 503 while it shuts down or the database does not answer. A busy database still answers: how long
 * requests wait for it is in the metrics.
 *
 * @param client asks apart from the queue of the requests
 * @param isEnding whether it was told to end
 */
export function healthRoutes(
  client: RawClient,
  isEnding: () => boolean,
  timeoutMs = TIMEOUT_MS,
): FastifyPluginAsync {
  const ask = remember(async () => answersInTime(client, timeoutMs));
  const readiness = async (): Promise<Readiness> => {
    if (isEnding()) return 'ending';
    return (await ask()) ? 'ready' : 'database does not answer';
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

/** The same answer for whoever asks meanwhile, and for a moment after. */
function remember<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => (answer = null), REMEMBERED_MS).unref();
    });
    return answer;
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@upc/service/api-error';
import type { AppOptions } from '@upc/service/app';
import { type Faults, type Incident, REQUEST_FAULTS } from './faults.js';

export type FastifyApp = Parameters<NonNullable<AppOptions['extend']>>[0];

/** Paths of the Open API and of the gateway, which programs call. */
const AFFECTED = /^\/(v1|connect|api)\//;
/** Methods without effect, which a client does not repeat. */
const UNAFFECTED_METHODS = ['HEAD', 'OPTIONS'];
/** Longest delay in seconds: the widget waits up to 30 s, and other clients usually 5 to 30 s. The shortest is 1 s. */
const LONGEST_DELAY = 35;
const RETRY_AFTER_SECONDS = 1;

/**
 * Adds faults to the answers of the Open API and the gateway. After a fault, the next call of the route gets through, so
 * that a client that repeats its requests also gets on with rate 1.
 */
export function addRequestFaults(app: FastifyApp, faults: Faults, now: () => Date): void {
  const ending = new AbortController();
  app.addHook('preClose', async () => ending.abort());
  /** Routes whose last call had a fault. */
  const spared = new Set<string>();
  /** Faults of requests that are being served. */
  const planned = new WeakMap<object, (status: number) => Promise<void>>();

  app.addHook('onRequest', async (request, reply) => {
    const { method, routeOptions } = request;
    const { url: route = '', config } = routeOptions;
    // People open links in a browser, and repeat what fails themselves.
    if (!AFFECTED.test(route) || UNAFFECTED_METHODS.includes(method) || config.isLink === true) return;
    const key = `${method} ${route}`;
    if (spared.delete(key)) return;
    const drawn = faults.draw(REQUEST_FAULTS, key);
    if (drawn === null) return;
    spared.add(key);
    const { fault, random } = drawn;
    // The page lists this error. The log is left to errors of the service itself.
    if (fault === '5xx') request.log = request.log.child({}, { level: 'silent' });
    const record = (status: number, description: string): void => {
      const about = { method, route, status, traceId: request.id } satisfies Incident['request'];
      faults.record({ time: now(), fault, description, request: about });
    };
    switch (fault) {
      case 'lost-answer':
        planned.set(request, async (status) => {
          record(status, `the connection ended before the answer ${status}`);
          request.raw.socket.destroy();
        });
        return;
      case 'slow': {
        const seconds = LONGEST_DELAY ** random.next();
        planned.set(request, async (status) => {
          record(status, `the answer ${status} came ${seconds.toFixed(1)} s late`);
          await wait(seconds * 1000, undefined, { signal: ending.signal }).catch(() => undefined);
        });
        return;
      }
      case '5xx':
        if (random.chance(0.5)) {
          planned.set(request, async (status) => {
            record(500, `500 instead of the answer ${status}, which stays in effect`);
            throw new ApiError('errormessage.internal');
          });
          return;
        }
        record(503, '503 before anything was done');
        reply.header('retry-after', RETRY_AFTER_SECONDS);
        throw new ApiError('errormessage.service.busy', undefined, { seconds: RETRY_AFTER_SECONDS });
    }
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const happen = planned.get(request);
    planned.delete(request);
    await happen?.(reply.statusCode);
    return payload;
  });
}

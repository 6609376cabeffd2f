import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { faultMessage } from '../errors/fault-message.js';
import { hashToken, keyIdOfHash } from '../secrets/tokens.js';

/** Returns the log entry of a fault: its kind, code, place, and message without the parameters of a query. */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: typeof fault };
  const logged = fault instanceof DrizzleQueryError && fault.cause ? fault.cause : fault;
  const { code } = logged as { code?: unknown };
  const place = fault.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  return { fault: fault.name, code, message: faultMessage(fault), place };
}

/**
 * Logs one line per request with its trace id and route pattern, and without ids, headers or bodies. A refused caller
 * is identified by the address and by the id of the key or token, which does not reveal what was sent. Other callers
 * are not identified, because an address is personal data.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
}

export function logAnswer(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(elapsedTime),
      ...(status >= 400 && { keyId: keyIdOf(request), address: request.ip }),
    },
    'answered',
  );
}

/** Disables Fastify's own log lines, which would contain the URL; `logRequests` writes ours instead. */
export function ownLogLines(): LogController {
  return new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' });
}

/** Returns the id of the key or token that was sent; null if there is none. One operation has the token as its body. */
function keyIdOf({ headers, body, routeOptions }: FastifyRequest): string | null {
  const inBody = routeOptions.config.operation === 'readSession' ? body : undefined;
  const sent = headers['x-api-key'] ?? headers['x-user-payment-session-token'] ?? inBody;
  return typeof sent === 'string' && sent !== '' ? keyIdOfHash(hashToken(sent)) : null;
}

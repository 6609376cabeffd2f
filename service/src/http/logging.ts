import { DrizzleQueryError } from 'drizzle-orm/errors';
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { faultMessage } from '../errors/fault-message.js';
import { hashToken, keyIdOfHash } from '../platform/tokens.js';

/** The log entry of a fault: its kind, code, place, and its message without what a query was given. */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: typeof fault };
  const told = fault instanceof DrizzleQueryError && fault.cause ? fault.cause : fault;
  const { code } = told as { code?: unknown };
  const place = fault.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  return { fault: fault.name, code, message: faultMessage(fault), place };
}

/** Refusals of people who try out keys and tokens, or ask too much. Others name no address: it is personal data of payers. */
const ADDRESSED_REFUSALS = [401, 403, 429];

/**
 * One line per request, with its trace id and the pattern of its route: no ids, headers or bodies. Whoever is refused
 * is named by the id of the key or token, which does not reveal what was sent; whoever is not let in, by the address too.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
}

/** The line of one request. */
export function logAnswer(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status,
      ms: Math.round(elapsedTime),
      ...(status >= 400 && { keyId: keyIdOf(request) }),
      ...(ADDRESSED_REFUSALS.includes(status) && { address: request.ip }),
    },
    'answered',
  );
}

/** Fastify's own lines would hold the URL; `logRequests` writes ours instead. */
export function ownLogLines(): LogController {
  return new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' });
}

/** The id of a key or token that was sent; null where none was. One operation has the token as its body. */
function keyIdOf({ headers, body, routeOptions }: FastifyRequest): string | null {
  const inBody = routeOptions.config.operation === 'readSession' ? body : undefined;
  const sent = headers['x-api-key'] ?? headers['x-user-payment-session-token'] ?? inBody;
  return typeof sent === 'string' && sent !== '' ? keyIdOfHash(hashToken(sent)) : null;
}

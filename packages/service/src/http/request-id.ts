import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustProxy } from '../platform/trust-proxy.js';

/** Ids as proxies make them: a UUID, or 32 hexadecimal digits. Nothing that could hold more than an id. */
const REQUEST_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Names requests: by the X-Request-Id of a trusted proxy, so that its log and ours say the same of a request, otherwise by
 * a new UUID. It is the trace id of the answer.
 */
export function requestIds(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const trusts =
    trustProxy === false
      ? () => false
      : typeof trustProxy === 'function'
        ? trustProxy
        : proxyAddr.compile(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isTaken =
      typeof given === 'string' && REQUEST_ID.test(given) && trusts(socket.remoteAddress ?? '', 0);
    return isTaken ? given : randomUUID();
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { text } from '@upc/server-kit/settings';
import { Type } from 'typebox';

/** Decides whether an address, a number of hops from the service, is a proxy whose forwarding headers are trusted. */
export type TrustProxy = string[] | ((address: string, hop: number) => boolean) | false;

const MOST_PROXIES = 10;
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Setting for the proxies in front of the service. A number trusts every sender, so the service must then be reachable
 * only through its proxies.
 */
export const TRUST_PROXY = Type.Decode(
  Type.Refine(
    text('UPC_TRUST_PROXY', 'Proxies in front of the service whose X-Forwarded-… headers are trusted.', {
      default: '0',
      allowed:
        `the number of proxies (0 to ${MOST_PROXIES}), or their addresses and networks, separated by commas, ` +
        `such as 10.0.0.0/8, 2001:db8::1 or ${NETWORKS.join(', ')}`,
    }),
    (given) => trustProxyOf(given) !== null,
  ),
  (given) => trustProxyOf(given) ?? false,
);

function trustProxyOf(text: string): TrustProxy | null {
  if (text === '0') return false;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= MOST_PROXIES) return (_, hop) => hop < count;
  const addresses = text.split(',').map((part) => part.trim());
  return addresses.every(isAddressOrNetwork) ? addresses : null;
}

function isAddressOrNetwork(text: string): boolean {
  if (NETWORKS.includes(text)) return true;
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Ids as proxies generate them: a UUID, or 32 hexadecimal digits. Other texts are not accepted, because they could
 * contain more than an id.
 */
const REQUEST_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Decides whether the direct sender of a request is a trusted proxy. */
export type IsFromProxy = (request: IncomingMessage) => boolean;

/** Returns a function that decides whether a trusted proxy has sent a request. */
export function fromTrustedProxy(trustProxy: TrustProxy): IsFromProxy {
  const trusts =
    trustProxy === false
      ? () => false
      : typeof trustProxy === 'function'
        ? trustProxy
        : proxyAddr.compile(trustProxy);
  return ({ socket }) => trusts(socket.remoteAddress ?? '', 0);
}

/**
 * Returns a function that assigns an id to each request. If a trusted proxy sends an X-Request-Id, the function uses
 * it, so that the proxy's log and ours contain the same id. Otherwise it generates a UUID. The id is the trace id of
 * the response.
 */
export function requestIds(isFromProxy: IsFromProxy): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id'];
    const isTaken = typeof given === 'string' && REQUEST_ID.test(given) && isFromProxy(request);
    return isTaken ? given : randomUUID();
  };
}

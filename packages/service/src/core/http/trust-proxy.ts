import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { text } from '@upc/server-kit/settings';
import { Type } from 'typebox';

/** Whether an address, so many hops from the service, is a proxy whose forwarding headers are believed. */
export type TrustProxy = string[] | ((address: string, hop: number) => boolean) | false;

const MOST_PROXIES = 10;
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Which proxies are in front of the service. A number trusts whoever connects: the service must then be reachable through
 * its proxies only.
 */
export const TRUST_PROXY = Type.Decode(
  Type.Refine(
    text('UPC_TRUST_PROXY', 'Proxies in front of the service, whose X-Forwarded-… headers are believed.', {
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

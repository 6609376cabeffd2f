import { isIPv6 } from 'node:net';
import { lt } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { recentNetworks } from './rate-limit.tables.js';

/** Period for which requests from one network are counted together. */
export const NETWORK_DAY_MS = 24 * 3600_000;
/** Groups of an IPv6 address that identify the network: the holder of one address there controls all of them. */
const NETWORK_GROUPS = 4;

/** Returns the network of an address: the address itself for IPv4, the first 64 bits for IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [before = '', after] = (ip.split('%')[0] ?? ip).split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, NETWORK_GROUPS);
  return groups.map((group) => parseInt(group, 16).toString(16)).join(':');
}

/** Returns the stored form of an address's network, from which the address cannot be derived. */
export function networkKey({ keys }: Pick<Context, 'keys'>, ip: string): string {
  return keys.fingerprint(`network ${networkOf(ip)}`);
}

/** Builds the write of the network that a payment or booking was requested from, for the transaction that creates it. */
export function networkWrite(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  subjectId: string,
  network: string,
) {
  return tx.insert(recentNetworks).values({ subjectId, network, createdAt: clock.now() });
}

/** Deletes networks after a day. */
export async function forgetNetworks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const until = new Date(clock.now().getTime() - NETWORK_DAY_MS);
  await db.delete(recentNetworks).where(lt(recentNetworks.createdAt, until));
}

import { isIPv6 } from 'node:net';
import { lt } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Database } from '../database/database.js';
import { recentNetworks } from './rate-limit.tables.js';

/** How long what comes from one network is counted together. */
export const NETWORK_DAY_MS = 24 * 3600_000;
/** Groups of an IPv6 address that name the network: whoever has one address there has all of them. */
const NETWORK_GROUPS = 4;

/** The address itself for IPv4, the first 64 bits for IPv6. */
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

/** The network of an address, as it is stored: nobody can tell the address from it. */
export function networkKey({ keys }: Pick<Context, 'keys'>, ip: string): string {
  return keys.fingerprint(`network ${networkOf(ip)}`);
}

/** Remembers from where something was asked for, in the transaction that makes it. */
export async function rememberNetwork(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  subjectId: string,
  network: string,
): Promise<void> {
  await tx.insert(recentNetworks).values({ subjectId, network, createdAt: clock.now() });
}

/** Forgets networks whose day is over. */
export async function forgetNetworks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const until = new Date(clock.now().getTime() - NETWORK_DAY_MS);
  await db.delete(recentNetworks).where(lt(recentNetworks.createdAt, until));
}

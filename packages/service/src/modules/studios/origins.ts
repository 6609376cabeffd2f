import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { clip } from '../../core/errors/fault-message.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { studioOrigins } from './origins.tables.js';
import { lockStudio } from './studios.js';
import type { Studio } from './studios.tables.js';

/** Rules for which web pages may use a studio's payments. */
export interface OriginRules {
  /**
   * Returns whether a studio has registered an origin.
   *
   * @param patterns the studio's own, from `originsOfStudio`
   */
  isOfStudio(origin: string, patterns: readonly string[]): boolean;
  /** Returns whether any studio has registered an origin. A preflight does not show whose session it belongs to. */
  isOfAny(origin: string): Promise<boolean>;
}

const MOST_ORIGINS = 100;
/** Most characters of an origin; a domain name has at most 253. */
export const LONGEST_ORIGIN = 300;
/**
 * Allows domain names only, and none of this machine: outside a test environment, the service would not start with
 * those.
 */
const PUBLIC = /^https:\/\/(\*\.)?([a-z0-9-]+\.)+(?!localhost(:|$))[a-z][a-z0-9-]*(:\d{1,5})?$/;

/**
 * Registers the origin of a page, which may then use the studio's payments: `https://www.example.com`, or
 * `https://*.example.com` for all its subdomains.
 *
 * @throws StaffError for anything that is not such an origin.
 */
export async function addOrigin(tx: Database, studio: Studio, origin: string): Promise<void> {
  if (!PUBLIC.test(origin)) {
    throw new StaffError(
      `origin is "${clip(origin)}"; allowed is an https origin without a path, such as https://www.example.com or https://*.example.com.`,
    );
  }
  await lockStudio(tx, studio);
  if ((await tx.$count(studioOrigins, eq(studioOrigins.studioId, studio.id))) >= MOST_ORIGINS) {
    throw new StaffError(`Studio ${studio.id} has ${MOST_ORIGINS} origins, which is the maximum.`);
  }
  await tx.insert(studioOrigins).values({ studioId: studio.id, pattern: origin }).onConflictDoNothing();
}

/**
 * Removes a registered origin.
 *
 * @throws StaffError for an origin that is not registered.
 */
export async function removeOrigin(tx: Database, studio: Studio, origin: string): Promise<void> {
  await lockStudio(tx, studio);
  const isTheirs = eq(studioOrigins.studioId, studio.id);
  const removed = await tx
    .delete(studioOrigins)
    .where(and(isTheirs, eq(studioOrigins.pattern, origin)))
    .returning();
  if (removed.length > 0) return;
  const left = await tx.select().from(studioOrigins).where(isTheirs).orderBy(studioOrigins.pattern);
  throw new StaffError(
    `Studio ${studio.id} has no origin "${clip(origin)}"; it has: ${left.map(({ pattern }) => pattern).join(', ')}.`,
  );
}

/** Builds a part of another statement that selects the origins of the studio in a column. */
export function originsOfStudio(db: Database, studioId: PgColumn): SQL<readonly string[]> {
  const { pattern } = studioOrigins;
  const theirs = db.select({ pattern }).from(studioOrigins).where(eq(studioOrigins.studioId, studioId));
  return sql`array(${theirs})`;
}

/** Returns the origins of every studio that has any, by the studio's id. */
export async function originsByStudio(db: Database): Promise<ReadonlyMap<number, readonly string[]>> {
  const { studioId, pattern } = studioOrigins;
  const rows = await db.select().from(studioOrigins).orderBy(studioId, pattern);
  const byStudio = new Map<number, string[]>();
  for (const row of rows) byStudio.set(row.studioId, [...(byStudio.get(row.studioId) ?? []), row.pattern]);
  return byStudio;
}

/**
 * Builds the origin rules.
 *
 * @param publicUrl returns the service's own origin, whose pages serve every studio.
 * @param additional patterns that every studio gets, for tests and development.
 */
export function originRules(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  additional: readonly string[],
): OriginRules {
  const { pattern } = studioOrigins;
  // Without the order, a plan could read the whole table in the hope of a match near its start. With it, the first row
  // in the index ends the statement.
  const anyStudio = db
    .select({ pattern })
    .from(studioOrigins)
    .where(sql`${pattern} = any(${sql.placeholder('patterns')}::text[])`)
    .orderBy(pattern)
    .limit(1)
    .prepare('find_origin');
  return {
    isOfStudio: (origin, own) =>
      isRegistered(origin, [...own, ...additional]) || origin === new URL(publicUrl()).origin,
    async isOfAny(origin) {
      if (isRegistered(origin, additional)) return true;
      const patterns = patternsFor(origin);
      return patterns.length > 0 && (await anyStudio.execute({ patterns })).length > 0;
    },
  };
}

/** Returns whether an origin matches one of the patterns, in upper or lower case. */
export function isRegistered(origin: string, patterns: readonly string[]): boolean {
  const matching = patternsFor(origin);
  return patterns.some((pattern) => matching.includes(pattern.toLowerCase()));
}

/** Most parent domains of an origin that are looked up. Anyone can send an origin, and each one adds two patterns. */
const MOST_PARENTS = 20;
/**
 * Scheme, host and port. A host can contain anything but an asterisk, because only registered origins are accepted; with
 * an asterisk, a pattern would match itself.
 */
const ORIGIN = /^([a-z][a-z0-9+.-]*:\/\/)([\x21-\x29\x2b-\x7e]+?)(:\d+)?$/i;
const LABEL = /^[a-z0-9-]+$/;

/**
 * Returns every pattern that matches an origin, in lower case: the origin itself, `https://*.example.com` for each
 * parent domain, and each of them with `:*` for any port, or none.
 */
export function patternsFor(origin: string): string[] {
  if (origin.length > LONGEST_ORIGIN) return [];
  const [, scheme, host, port = ''] = ORIGIN.exec(origin) ?? [];
  if (scheme === undefined || host === undefined) return [];
  const labels = host.toLowerCase().split('.');
  const parents: string[] = [];
  for (const [index, label] of labels.slice(0, -1).entries()) {
    if (!LABEL.test(label)) break;
    parents.push(labels.slice(index + 1).join('.'));
  }
  const hosts = [labels.join('.'), ...parents.slice(-MOST_PARENTS).map((parent) => `*.${parent}`)];
  return hosts.flatMap((each) => [port, ':*'].map((end) => `${scheme.toLowerCase()}${each}${end}`));
}

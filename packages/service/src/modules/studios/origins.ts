import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { TEXTS } from '../../core/database/lists.js';
import { clip } from '../../core/errors/fault-message.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { lockStudio } from './studios.js';
import { type Studio, studios } from './studios.tables.js';

/** Rules for which web pages may use a studio's payments. */
export interface OriginRules {
  ofStudio(studio: Studio): readonly string[];
  /** Returns the origins of all studios. It is for preflights, which do not show whose session they belong to. */
  ofAll(): Promise<readonly string[]>;
}

const MOST_ORIGINS = 100;
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
  const { registeredOrigins } = await lockStudio(tx, studio);
  if (registeredOrigins.length >= MOST_ORIGINS) {
    throw new StaffError(`Studio ${studio.id} has ${MOST_ORIGINS} origins, which is the maximum.`);
  }
  await keep(tx, studio, [...new Set([...registeredOrigins, origin])]);
}

/**
 * Removes a registered origin.
 *
 * @throws StaffError for an origin that is not registered.
 */
export async function removeOrigin(tx: Database, studio: Studio, origin: string): Promise<void> {
  const { registeredOrigins } = await lockStudio(tx, studio);
  if (!registeredOrigins.includes(origin)) {
    throw new StaffError(
      `Studio ${studio.id} has no origin "${clip(origin)}"; it has: ${registeredOrigins.join(', ')}.`,
    );
  }
  await keep(
    tx,
    studio,
    registeredOrigins.filter((each) => each !== origin),
  );
}

async function keep(tx: Database, { id }: Studio, registeredOrigins: string[]): Promise<void> {
  await tx.update(studios).set({ registeredOrigins }).where(eq(studios.id, id));
}

/**
 * Builds the origin rules.
 *
 * @param additional patterns that every studio gets, for tests and development.
 * @param report called for each studio whose origins cannot be read; pages of the others are still allowed.
 */
export function originRules(
  db: Database,
  additional: readonly string[],
  report: (fault: unknown) => void,
): OriginRules {
  return {
    ofStudio: (studio) => [...studio.registeredOrigins, ...additional],
    async ofAll() {
      // Only these columns are read, because this runs for every request from a page.
      const { id, registeredOrigins } = studios;
      const rows = await db.select({ id, stored: sql`${registeredOrigins}` }).from(studios);
      return [...new Set([...rows.flatMap((row) => readOrigins(row, report)), ...additional])];
    },
  };
}

function readOrigins(
  { id, stored }: { readonly id: number; readonly stored: unknown },
  report: (fault: unknown) => void,
): readonly string[] {
  try {
    return TEXTS.read(stored, `studios.registered_origins (row ${id})`);
  } catch (fault) {
    report(fault);
    return [];
  }
}

/**
 * Returns whether an origin matches one of the patterns: `https://www.example.com`, `https://*.example.com` (any
 * subdomain), `http://localhost:*` (any port, or none).
 */
export function isRegistered(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const source = pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\*$/, '(:\\d+)?')
      .replace('//*\\.', '//([a-z0-9-]+\\.)+');
    return new RegExp(`^${source}$`, 'i').test(origin);
  });
}

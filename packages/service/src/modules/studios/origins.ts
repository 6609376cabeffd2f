import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { TEXTS } from '../../core/database/lists.js';
import { clip } from '../../core/errors/fault-message.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { lockStudio } from './studios.js';
import { type Studio, studios } from './studios.tables.js';

/** Web pages that may use the payments of a studio. */
export interface OriginRules {
  ofStudio(studio: Studio): readonly string[];
  /** For preflights, which do not say whose session it is. */
  ofAll(): Promise<readonly string[]>;
}

const MOST_ORIGINS = 100;
/** Names alone, and none of this machine, with which a service outside of a test environment would not start. */
const PUBLIC = /^https:\/\/(\*\.)?([a-z0-9-]+\.)+(?!localhost(:|$))[a-z][a-z0-9-]*(:\d{1,5})?$/;

/**
 * Registers a page's origin, which may use the payments of a studio from then on: `https://www.example.com`, or
 * `https://*.example.com` for every name below.
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
    throw new StaffError(`Studio ${studio.id} has ${MOST_ORIGINS} origins, which is the most.`);
  }
  await keep(tx, studio, [...new Set([...registeredOrigins, origin])]);
}

/** @throws StaffError for one that is not registered. */
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
 * @param additional patterns that every studio gets, for tests and development.
 * @param report told about each studio whose origins cannot be read; pages of the others are let in.
 */
export function originRules(
  db: Database,
  additional: readonly string[],
  report: (fault: unknown) => void,
): OriginRules {
  return {
    ofStudio: (studio) => [...studio.registeredOrigins, ...additional],
    async ofAll() {
      // Nothing else of the studios: this runs for every request of a page, and needs no more.
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
 * Whether an origin fits one of the patterns: `https://www.example.com`, `https://*.example.com` (any name
 * below), `http://localhost:*` (any port, or none).
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

import { sql } from 'drizzle-orm';
import type { Studio } from '../context.js';
import type { Database } from '../store/database.js';
import { TEXTS } from '../store/forms/lists.js';
import { studios } from '../store/schema.js';

/** Web pages that may use the payments of a studio. */
export interface OriginRules {
  ofStudio(studio: Studio): readonly string[];
  /** For preflights, which do not say whose session it is. */
  ofAll(): Promise<readonly string[]>;
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

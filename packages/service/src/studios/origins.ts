import { eq } from 'drizzle-orm';
import type { Studio } from '../context.js';
import { clip } from '../errors/clip.js';
import { StaffError } from '../errors/staff-error.js';
import type { Database } from '../store/database.js';
import { studios } from '../store/schema.js';
import { lockStudio } from './studios.js';

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

import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import type { Integration } from './find-key.js';
import { integrationAccess, integrations } from './integrations.tables.js';

/**
 * Lets another studio's integration work with the entities of this studio, as if it had a key of this studio. The
 * studio that owns the data decides this (specification, Authentication, 5).
 *
 * @throws ApiError 404 when the integration does not exist; 400 when it belongs to this studio, or to a collection
 * partner, which must use each studio's own key (specification, Debt collection steps).
 */
export async function grantAccess(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  integrationId: number,
): Promise<void> {
  const [integration] = await tx.select().from(integrations).where(eq(integrations.id, integrationId));
  if (!integration) {
    throw new ApiError('errormessage.integration.not.found', 'integrationId', { integrationId });
  }
  if (integration.studioId === studio.id) throw refusal('problem.integration.own');
  if (integration.collectionPartnerId !== null) throw refusal('problem.integration.collection');
  await tx
    .insert(integrationAccess)
    .values({ integrationId, studioId: studio.id, grantedAt: clock.now() })
    .onConflictDoNothing();
}

/**
 * Revokes an integration's access to the studio.
 *
 * @throws ApiError 404 for an integration without access.
 */
export async function revokeAccess(tx: Database, studio: Studio, integrationId: number): Promise<void> {
  const revoked = await tx
    .delete(integrationAccess)
    .where(and(eq(integrationAccess.integrationId, integrationId), eq(integrationAccess.studioId, studio.id)))
    .returning({ id: integrationAccess.integrationId });
  if (revoked.length > 0) return;
  throw new ApiError('errormessage.integration.not.found', 'integrationId', { integrationId });
}

/** Finds another studio that grants the integration access to its entities, or returns null. */
export async function findOpenStudio(
  db: Database,
  integrationId: number,
  studioId: number,
): Promise<Studio | null> {
  const [found] = await db
    .select({ studio: studios })
    .from(integrationAccess)
    .innerJoin(studios, eq(studios.id, integrationAccess.studioId))
    .where(and(eq(integrationAccess.integrationId, integrationId), eq(integrationAccess.studioId, studioId)));
  return found?.studio ?? null;
}

/**
 * Returns the studios whose entities an integration may work with: its own, then those that have granted it access, by
 * id. Debt collection partners have a separate key for each studio.
 */
export async function openStudios(
  db: Database,
  { id, collectionPartnerId }: Integration,
  own: Studio,
): Promise<Studio[]> {
  if (collectionPartnerId !== null) return [own];
  const others = await db
    .select({ studio: studios })
    .from(integrationAccess)
    .innerJoin(studios, eq(studios.id, integrationAccess.studioId))
    .where(eq(integrationAccess.integrationId, id))
    .orderBy(asc(studios.id));
  return [own, ...others.map(({ studio }) => studio)];
}

function refusal(key: 'problem.integration.own' | 'problem.integration.collection'): ApiError {
  return new ApiError('errormessage.request.invalid', 'integrationId', { problem: textPart(key) });
}

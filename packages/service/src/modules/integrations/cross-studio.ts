import { and, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { integrationAccess, integrations } from './integrations.tables.js';

/**
 * Lets an integration of another studio work with the entities of this one, as if with a key of it: it is the studio
 * whose data it is that decides (specification, Authentication, 5).
 *
 * @throws ApiError 404 when there is no such integration, 400 for one of this studio, or of a debt collection partner, who
 *   has to use the key of each studio (specification, Debt collection steps).
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

/** Takes the access back. @throws ApiError 404 for an integration that has none. */
export async function revokeAccess(tx: Database, studio: Studio, integrationId: number): Promise<void> {
  const revoked = await tx
    .delete(integrationAccess)
    .where(and(eq(integrationAccess.integrationId, integrationId), eq(integrationAccess.studioId, studio.id)))
    .returning({ id: integrationAccess.integrationId });
  if (revoked.length > 0) return;
  throw new ApiError('errormessage.integration.not.found', 'integrationId', { integrationId });
}

/** Another studio that lets the integration work with its entities, or null. */
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

function refusal(key: 'problem.integration.own' | 'problem.integration.collection'): ApiError {
  return new ApiError('errormessage.request.invalid', 'integrationId', { problem: textPart(key) });
}

import { and, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { collectionPartners } from '../integrations/integrations.tables.js';
import type { DebtCollectionSettings } from '../studios/settings/debt-collection-settings.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { collectionPartnerships } from './debt-collection.tables.js';

export type CollectionPartner = typeof collectionPartners.$inferSelect;

/**
 * The debt collection partner whose key a request carries.
 *
 * @throws ApiError 403 for the key of an integration that collects nothing.
 */
export async function requirePartner(db: Database, partnerId: number | null): Promise<CollectionPartner> {
  const [partner] =
    partnerId === null
      ? []
      : await db.select().from(collectionPartners).where(eq(collectionPartners.id, partnerId));
  if (partner) return partner;
  throw new ApiError('errormessage.permission.denied', undefined, {
    problem: textPart('problem.debtCollection.noPartnerKey'),
  });
}

/** The partner that collects for a studio, which cannot end until the transaction does. */
async function activePartner(
  tx: Database,
  { id: studioId }: Pick<Studio, 'id'>,
): Promise<CollectionPartner | null> {
  const [found] = await tx
    .select({ partner: collectionPartners })
    .from(collectionPartnerships)
    .innerJoin(collectionPartners, eq(collectionPartners.id, collectionPartnerships.partnerId))
    .where(and(eq(collectionPartnerships.studioId, studioId), eq(collectionPartnerships.status, 'ACTIVE')))
    .for('update', { of: collectionPartnerships });
  return found?.partner ?? null;
}

/** Whether a partner collects for a studio, which cannot end until the transaction does. */
export async function collectsFor(
  tx: Database,
  partnerId: number,
  studio: Pick<Studio, 'id'>,
): Promise<boolean> {
  return (await activePartner(tx, studio))?.id === partnerId;
}

/**
 * The same where there has to be one.
 *
 * @throws ApiError 400 when nobody collects for the studio.
 */
export async function requireActivePartner(
  tx: Database,
  studio: Pick<Studio, 'id'>,
): Promise<CollectionPartner> {
  const partner = await activePartner(tx, studio);
  if (partner) return partner;
  throw new ApiError('errormessage.debt.collection.not.possible', undefined, {
    problem: textPart('problem.debtCollection.noPartner'),
  });
}

/** Whether a partner's report is booked on the member's account at once (specification, rule 6). */
export function booksAtOnce(
  { debtModificationEnabled }: Pick<CollectionPartner, 'debtModificationEnabled'>,
  { debtModificationOnUpdateMode }: Pick<DebtCollectionSettings, 'debtModificationOnUpdateMode'>,
): boolean {
  return debtModificationEnabled && debtModificationOnUpdateMode === 'IMMEDIATELY';
}

/** Settings of a studio's debt collection, as they are now and not when the request began. */
export async function collectionSettings(db: Database, studioId: number): Promise<DebtCollectionSettings> {
  const [studio] = await db.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new Error('The studio of a debt collection is gone.');
  return settingsOf(studio).debtCollection;
}

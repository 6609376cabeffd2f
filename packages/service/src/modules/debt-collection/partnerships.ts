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
 * Returns the debt collection partner whose key a request carries.
 *
 * @throws ApiError 403 if the key belongs to an integration that is not a collection partner.
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

/**
 * Returns the partner that collects for a studio. The partnership is locked, so it cannot end before the transaction
 * does.
 */
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

/**
 * Returns whether a partner collects for a studio. The partnership is locked, so it cannot end before the transaction
 * does.
 */
export async function collectsFor(
  tx: Database,
  partnerId: number,
  studio: Pick<Studio, 'id'>,
): Promise<boolean> {
  return (await activePartner(tx, studio))?.id === partnerId;
}

/**
 * Returns the partner that collects for a studio, like `activePartner`.
 *
 * @throws ApiError 400 if no partner collects for the studio.
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

/** Returns whether a partner's reports are booked on the member's account immediately (specification, rule 6). */
export function booksAtOnce(
  { debtModificationEnabled }: Pick<CollectionPartner, 'debtModificationEnabled'>,
  { debtModificationOnUpdateMode }: Pick<DebtCollectionSettings, 'debtModificationOnUpdateMode'>,
): boolean {
  return debtModificationEnabled && debtModificationOnUpdateMode === 'IMMEDIATELY';
}

/** Loads a studio's debt collection settings as they are now, not as they were when the request began. */
export async function collectionSettings(db: Database, studioId: number): Promise<DebtCollectionSettings> {
  const [studio] = await db.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) throw new Error('The studio of the debt collection no longer exists.');
  return settingsOf(studio).debtCollection;
}

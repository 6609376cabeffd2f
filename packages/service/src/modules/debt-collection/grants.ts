import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { customers } from '../customers/customers.tables.js';
import type { Grants } from '../customers/reader.js';
import { integrationOf, studioOf } from '../integrations/api-key.js';
import { collectionDebtors } from './debt-collection.tables.js';
import { requirePartner } from './partnerships.js';
import type { RunHolder } from './runs.js';

/** The partner and the customer of a grant. */
export interface GrantHolder {
  readonly partnerId: number;
  readonly customerId: number;
}

/**
 * Returns whether a partner may read a customer's data. The handover grants access; closures and the end of the
 * partnership revoke it.
 */
async function hasGrant(db: Database, { partnerId, customerId }: GrantHolder): Promise<boolean> {
  const [found] = await db
    .select({ isGranted: collectionDebtors.isGranted })
    .from(collectionDebtors)
    .where(and(eq(collectionDebtors.partnerId, partnerId), eq(collectionDebtors.customerId, customerId)));
  return found?.isGranted ?? false;
}

/**
 * Checks that a partner may read a customer's data.
 *
 * @throws ApiError 403 if there is no grant (specification, authentication, 8).
 */
async function requireGrant(db: Database, holder: GrantHolder, reference?: string): Promise<void> {
  if (await hasGrant(db, holder)) return;
  throw new ApiError('errormessage.permission.denied', reference, {
    problem: textPart('problem.debtCollection.noGrant'),
  });
}

/** Returns the customer data that a partner may read, as a check for one customer and as a condition on `customers`. */
function grantsOf(partnerId: number): Grants {
  return {
    require: (db, customerId, reference) => requireGrant(db, { partnerId, customerId }, reference),
    condition: (db) =>
      inArray(
        customers.id,
        db
          .select({ customerId: collectionDebtors.customerId })
          .from(collectionDebtors)
          .where(and(eq(collectionDebtors.partnerId, partnerId), eq(collectionDebtors.isGranted, true))),
      ),
  };
}

/** Grants a partner access to customers' data. */
export async function writeGrants(
  tx: Database,
  partnerId: number,
  customerIds: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await tx
    .insert(collectionDebtors)
    .values(customerIds.map((customerId) => ({ partnerId, customerId, isGranted: true })))
    .onConflictDoUpdate({
      target: [collectionDebtors.partnerId, collectionDebtors.customerId],
      set: { isGranted: true },
    });
}

/** Revokes a partner's access to customers' data. */
export async function endGrants(
  tx: Database,
  partnerId: number,
  customerIds: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await tx
    .update(collectionDebtors)
    .set({ isGranted: false })
    .where(
      and(
        eq(collectionDebtors.partnerId, partnerId),
        inArray(collectionDebtors.customerId, [...customerIds]),
      ),
    );
}

/**
 * Restricts a collection partner's key to its debtors: every operation with a customer in its path is refused with 403
 * unless a run has granted access to the customer's data (specification, authentication, 8). Keys of other integrations
 * are not affected.
 */
export function requireGrants(app: FastifyInstance, db: Database): void {
  app.addHook('preHandler', async (request) => {
    const { customerId } = (request.params ?? {}) as { customerId?: unknown };
    const partnerId = request.integration?.collectionPartnerId ?? null;
    request.grants = partnerId === null ? null : grantsOf(partnerId);
    if (partnerId === null || typeof customerId !== 'number') return;
    await requireGrant(db, { partnerId, customerId }, 'customerId');
  });
}

/**
 * Returns the partner whose key a request carries, and the studio that the key is for.
 *
 * @throws ApiError 403 if the key belongs to an integration that is not a collection partner.
 */
export async function collectionHolder(db: Database, request: FastifyRequest): Promise<RunHolder> {
  return {
    studio: studioOf(request),
    partner: await requirePartner(db, integrationOf(request).collectionPartnerId),
  };
}

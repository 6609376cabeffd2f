import { and, asc, eq, exists, inArray, sql, type SQL } from 'drizzle-orm';
import type { Studio, Context } from '../context.js';
import { parseCardNumber, type AccessMediumType, type CardNumberFormat } from '../domain/access-medium.js';
import { ApiError } from '../errors/api-error.js';
import { accessMediums } from '../store/customer-tables.js';
import type { Database } from '../store/database.js';
import { customers } from '../store/schema.js';
import { emit } from '../webhooks/outbox.js';

export type AccessMedium = typeof accessMediums.$inferSelect;

/** Cards, codes and other media that customers show at the entrance. */
export async function mediumsOf(db: Database, customerIds: readonly number[]): Promise<AccessMedium[]> {
  if (customerIds.length === 0) return [];
  return db
    .select()
    .from(accessMediums)
    .where(inArray(accessMediums.customerId, [...customerIds]))
    .orderBy(asc(accessMediums.id));
}

/** The customers who show a value at the entrance, as a condition on `customers`; of a card in its bytes. */
export function withValue(db: Database, { type, value }: { type: AccessMediumType; value: string }): SQL {
  return showing(db, and(eq(accessMediums.type, type), eq(accessMediums.value, value)));
}

/** The same of a card whose decimal number is known, but not how many bytes it has. */
export function withNumber(db: Database, bytes: string): SQL {
  const withoutZeros = sql`ltrim(${accessMediums.value}, '0') = ltrim(${bytes}, '0')`;
  return showing(db, and(eq(accessMediums.type, 'CARD_NUMBER'), withoutZeros));
}

function showing(db: Database, condition: SQL | undefined): SQL {
  const own = eq(accessMediums.customerId, customers.id);
  return exists(
    db
      .select({ one: sql`1` })
      .from(accessMediums)
      .where(and(own, condition)),
  );
}

export interface NewMedium {
  readonly customerId: number;
  readonly type: AccessMediumType;
  readonly value: string;
  /** Of the value, where it is the number of a card. */
  readonly cardNumberFormat: CardNumberFormat;
}

/**
 * Gives a customer of the studio something to show at the entrance.
 *
 * @returns its id.
 * @throws ApiError 400 when it is not the number of a card, 409 when somebody at the studio has it already.
 */
export async function addMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  { customerId, type, value: given, cardNumberFormat }: NewMedium,
): Promise<number> {
  const value = type === 'CARD_NUMBER' ? parseCardNumber(given, cardNumberFormat) : given;
  if (value === null) {
    throw new ApiError('errormessage.access.medium.card.invalid', 'value', { format: cardNumberFormat });
  }
  const [made] = await tx
    .insert(accessMediums)
    .values({ studioId: studio.id, customerId, type, value })
    .onConflictDoNothing()
    .returning({ id: accessMediums.id });
  if (!made) throw new ApiError('errormessage.access.medium.taken', 'value');
  await emit(context, tx, studio.id, { type: 'CUSTOMER_ACCESS_MEDIUM_CREATED', entityId: customerId });
  return made.id;
}

/** @throws ApiError 404 when the studio has no such medium. */
export async function removeMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  accessMediumId: number,
): Promise<void> {
  const [removed] = await tx
    .delete(accessMediums)
    .where(and(eq(accessMediums.studioId, studio.id), eq(accessMediums.id, accessMediumId)))
    .returning({ customerId: accessMediums.customerId });
  if (!removed) throw new ApiError('errormessage.access.medium.not.found', 'accessMediumId');
  await emit(context, tx, studio.id, {
    type: 'CUSTOMER_ACCESS_MEDIUM_DELETED',
    entityId: removed.customerId,
  });
}

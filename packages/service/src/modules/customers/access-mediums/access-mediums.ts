import { and, asc, eq, exists, inArray, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { customers } from '../customers.tables.js';
import { accessMediums, type AccessMediumType } from './access-mediums.tables.js';

/** Formats of card numbers: one decimal number, or the bytes in hexadecimal, most or least significant first. */
export const CARD_NUMBER_FORMATS = ['DECIMAL', 'HEX_MSB', 'HEX_LSB'] as const;
export type CardNumberFormat = (typeof CARD_NUMBER_FORMATS)[number];

/** Lengths of card numbers in bytes: EM4100 has 5; ISO/IEC 14443-3 has 4, 7 and 10; ISO/IEC 15693 has 8. */
const CARD_BYTES = [4, 5, 7, 8, 10];
const MOST_BYTES = 10;

/**
 * Returns the bytes of a card's number in hexadecimal, most significant first; null if the text is not a card number.
 *
 * A decimal number does not show how many bytes the card has, so it gets the fewest that can hold it, at least 4.
 * Callers that know the bytes should use hexadecimal.
 */
export function parseCardNumber(text: string, format: CardNumberFormat): string | null {
  if (format === 'DECIMAL') {
    if (!/^\d{1,25}$/.test(text)) return null;
    const digits = BigInt(text).toString(16).toUpperCase();
    const bytes = CARD_BYTES.find((size) => digits.length <= size * 2);
    return bytes === undefined ? null : digits.padStart(bytes * 2, '0');
  }
  if (!/^([0-9a-f]{2}){4,}$/i.test(text) || text.length > MOST_BYTES * 2) return null;
  const bytes = text.toUpperCase();
  return format === 'HEX_MSB' ? bytes : reversed(bytes);
}

/**
 * Formats a card's number.
 *
 * @param bytes in hexadecimal, most significant first.
 */
export function formatCardNumber(bytes: string, format: CardNumberFormat): string {
  switch (format) {
    case 'DECIMAL':
      return BigInt(`0x${bytes}`).toString();
    case 'HEX_MSB':
      return bytes;
    case 'HEX_LSB':
      return reversed(bytes);
  }
}

function reversed(bytes: string): string {
  return (bytes.match(/../g) ?? []).reverse().join('');
}

export type AccessMedium = typeof accessMediums.$inferSelect;

/** Returns the cards, codes and other media that customers show at the entrance. */
export async function mediumsOf(db: Database, customerIds: readonly number[]): Promise<AccessMedium[]> {
  if (customerIds.length === 0) return [];
  return db
    .select()
    .from(accessMediums)
    .where(inArray(accessMediums.customerId, [...customerIds]))
    .orderBy(asc(accessMediums.id));
}

/**
 * Returns a condition on `customers` for those who have an access medium with the given value; for a card, the value is
 * its bytes.
 */
export function withValue(db: Database, { type, value }: { type: AccessMediumType; value: string }): SQL {
  return showing(db, and(eq(accessMediums.type, type), eq(accessMediums.value, value)));
}

/** Returns a condition like `withValue` for a card whose decimal number is known, but not its number of bytes. */
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
  /** Format of the value if it is a card number. */
  readonly cardNumberFormat: CardNumberFormat;
}

/**
 * Adds an access medium to a customer of the studio.
 *
 * @returns its id.
 * @throws ApiError 400 if it is not a valid card number; 409 if the value is already in use at the studio.
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

/**
 * Removes an access medium.
 *
 * @throws ApiError 404 if the studio has no such medium.
 */
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

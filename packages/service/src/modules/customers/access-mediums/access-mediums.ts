import { randomUUID } from 'node:crypto';
import { and, asc, eq, exists, inArray, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart } from '../../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { type CustomerOfStudio, findCustomer, lockFoundRecord } from '../customers.js';
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
  readonly isAddedByPartner?: boolean;
}

/**
 * Adds an access medium to a customer of the studio.
 *
 * @throws ApiError 400 if it is not a valid card number; 409 if the value is already in use at the studio.
 */
export async function addMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  { value, cardNumberFormat, ...medium }: NewMedium,
): Promise<AccessMedium> {
  const added = await insertMedium(tx, {
    ...medium,
    studioId: studio.id,
    value: storedValue(medium.type, value, cardNumberFormat),
  });
  const { customerId: entityId } = added;
  await emit(context, tx, studio.id, { type: 'CUSTOMER_ACCESS_MEDIUM_CREATED', entityId });
  return added;
}

/** An access medium that a partner adds. */
interface PartnersMedium extends CustomerOfStudio {
  readonly type: AccessMediumType;
  /** A card number is a decimal number. */
  readonly value: string;
}

/**
 * Adds an access medium at a partner's request. A repeat under the same Idempotency-Key adds nothing.
 *
 * @throws ApiError 404 if the medium that an earlier request added is no longer there; 409 if the key was used with
 * another request; otherwise like `addMedium` and `findCustomer`.
 */
export async function addPartnersMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  medium: PartnersMedium,
  request: KeyedRequest,
): Promise<AccessMedium> {
  await findCustomer(tx, medium.studio.id, medium.customerId, 'customerId');
  // Copies of the same request wait here.
  const id = randomUUID();
  const isRepeated = (await keepResult(context, tx, request, id)) !== id;
  if (!isRepeated) return addOwn(context, tx, medium);
  const found = await sameOf(tx, medium);
  if (!found) throw new ApiError('errormessage.access.medium.not.found');
  return found;
}

/** Adds an access medium like `addPartnersMedium`, unless the customer already has it. */
export async function ensurePartnersMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  medium: PartnersMedium,
): Promise<AccessMedium> {
  await lockFoundRecord(tx, medium);
  return (await sameOf(tx, medium)) ?? addOwn(context, tx, medium);
}

async function addOwn(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { studio, ...medium }: PartnersMedium,
): Promise<AccessMedium> {
  await lockFoundRecord(tx, { studio, customerId: medium.customerId });
  return addMedium(context, tx, studio, { ...medium, cardNumberFormat: 'DECIMAL', isAddedByPartner: true });
}

/** Returns the medium with this value if the customer has it. */
async function sameOf(
  tx: Database,
  { customerId, type, value: given }: PartnersMedium,
): Promise<AccessMedium | undefined> {
  const value = storedValue(type, given, 'DECIMAL');
  return (await mediumsOf(tx, [customerId])).find((each) => each.type === type && each.value === value);
}

/**
 * Changes the value of an access medium that a partner has added.
 *
 * @throws ApiError 404 if the customer has no such medium; 403 if the studio gave it out; otherwise like `addMedium`.
 */
export async function changePartnersMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  named: NamedMedium,
  given: string,
): Promise<AccessMedium> {
  const medium = await takePartnersMedium(tx, named);
  const value = storedValue(medium.type, given, 'DECIMAL');
  const changed = await insertMedium(tx, { ...medium, value });
  if (value === medium.value) return changed;
  const { studioId, customerId: entityId } = medium;
  await emit(context, tx, studioId, { type: 'CUSTOMER_ACCESS_MEDIUM_UPDATED', entityId });
  return changed;
}

/** Removes an access medium that a partner has added. @throws ApiError like `changePartnersMedium`. */
export async function removePartnersMedium(
  context: Pick<Context, 'clock'>,
  tx: Database,
  named: NamedMedium,
): Promise<void> {
  const { studioId, customerId: entityId } = await takePartnersMedium(tx, named);
  await emit(context, tx, studioId, { type: 'CUSTOMER_ACCESS_MEDIUM_DELETED', entityId });
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

/**
 * Moves the access media of a customer to another studio. The record of the customer must be locked.
 *
 * @returns whether all could move; if not, the other studio has the value of one, and the caller must undo the move.
 */
export async function moveMediums(tx: Database, customerId: number, studioId: number): Promise<boolean> {
  const taken = await tx.delete(accessMediums).where(eq(accessMediums.customerId, customerId)).returning();
  if (taken.length === 0) return true;
  const moved = await tx
    .insert(accessMediums)
    .values(taken.map((medium) => ({ ...medium, studioId })))
    .onConflictDoNothing()
    .returning({ id: accessMediums.id });
  return moved.length === taken.length;
}

/** An access medium as named in a path. */
interface NamedMedium extends CustomerOfStudio {
  readonly accessMediumId: number;
}

/** Deletes the row of an access medium that a partner has added, and returns it. */
async function takePartnersMedium(
  tx: Database,
  { accessMediumId, ...of }: NamedMedium,
): Promise<AccessMedium> {
  const { id: customerId } = await lockFoundRecord(tx, of);
  const [taken] = await tx
    .delete(accessMediums)
    .where(and(eq(accessMediums.customerId, customerId), eq(accessMediums.id, accessMediumId)))
    .returning();
  if (!taken) throw new ApiError('errormessage.access.medium.not.found', 'accessMediumId');
  if (taken.isAddedByPartner) return taken;
  throw new ApiError('errormessage.permission.denied', 'accessMediumId', {
    problem: textPart('problem.accessMedium.ofStudio'),
  });
}

async function insertMedium(tx: Database, medium: typeof accessMediums.$inferInsert): Promise<AccessMedium> {
  const [made] = await tx.insert(accessMediums).values(medium).onConflictDoNothing().returning();
  if (!made) throw new ApiError('errormessage.access.medium.taken', 'value');
  return made;
}

function storedValue(type: AccessMediumType, given: string, format: CardNumberFormat): string {
  const value = type === 'CARD_NUMBER' ? parseCardNumber(given, format) : given;
  if (value === null) throw new ApiError('errormessage.access.medium.card.invalid', 'value', { format });
  return value;
}

import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { rowOf } from '../../../core/database/row-of.js';
import { secondsLeft, signedQuery, type SignedQuery } from '../../../core/secrets/signed-query.js';
import { emit } from '../../webhooks/webhook-events.js';
import { type CustomerOfStudio, lockFoundRecord } from '../customers.js';
import { customerImages } from './images.tables.js';

/** Lifetime of a link in seconds (fields-2, Conventions). */
const LINK_SECONDS = 15 * 60;

/** Key of an image's content, which names the image in links. */
export type ContentKey = string;

/**
 * Stores the image of a customer, encrypted, in place of an earlier one, and notifies partners.
 *
 * @throws ApiError like `findCustomer`.
 */
export async function setImage(
  context: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  of: CustomerOfStudio,
  jpeg: Buffer,
): Promise<ContentKey> {
  const { id: customerId, studioId } = await lockFoundRecord(tx, of);
  const contentKey = randomUUID();
  const contentEncrypted = context.keys.encrypt(jpeg.toString('base64'), rowOf(customerImages, contentKey));
  const set = { contentKey, contentEncrypted };
  await tx
    .insert(customerImages)
    .values({ customerId, ...set })
    .onConflictDoUpdate({ target: customerImages.customerId, set });
  await emit(context, tx, studioId, { type: 'CUSTOMER_UPDATED', entityId: customerId });
  return contentKey;
}

/** Returns the keys of the images of customers who have one, by the customer's id. */
export async function imagesOf(
  db: Database,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, ContentKey>> {
  if (customerIds.length === 0) return new Map();
  const { customerId, contentKey } = customerImages;
  const found = await db
    .select({ customerId, contentKey })
    .from(customerImages)
    .where(inArray(customerId, [...customerIds]));
  return new Map(found.map((image) => [image.customerId, image.contentKey]));
}

/** Creates a link that opens one image only, valid for 15 minutes. */
export function customerImageLink(
  { keys, clock, publicUrl }: Pick<Context, 'keys' | 'clock' | 'publicUrl'>,
  contentKey: ContentKey,
): string {
  const query = signedQuery(keys, named(contentKey), clock.now(), LINK_SECONDS);
  return new URL(`/images/customers/${contentKey}?${query}`, publicUrl()).href;
}

/** Opens an image by its link, as a JPEG; null if the link is false or has expired, or the image was replaced or erased. */
export async function openImage(
  { db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>,
  contentKey: ContentKey,
  given: SignedQuery,
): Promise<Buffer | null> {
  if (secondsLeft(keys, named(contentKey), given, clock.now()) === 0) return null;
  const [found] = await db.select().from(customerImages).where(eq(customerImages.contentKey, contentKey));
  if (!found) return null;
  return Buffer.from(keys.decrypt(found.contentEncrypted, rowOf(customerImages, contentKey)), 'base64');
}

function named(contentKey: ContentKey): string {
  return `image of a customer ${contentKey}`;
}

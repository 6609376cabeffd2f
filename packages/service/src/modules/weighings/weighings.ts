import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { sealedJson } from '../../core/database/sealed-json.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { countUse } from '../benefits/benefits.js';
import { type CustomerOfStudio, lockFoundRecord } from '../customers/customers.js';
import { WEIGHING, type Weighing } from './weighings.stored.js';
import { weighings } from './weighings.tables.js';

/** Encrypts weighings, each bound to its `contentKey`. */
export const SEALED_WEIGHING = sealedJson(weighings.contentEncrypted, WEIGHING);

/** A weighing that a partner reports. */
interface ReportedWeighing extends CustomerOfStudio {
  readonly weighing: Weighing;
  /** The benefit of which the weighing is a use; null if it is none. */
  readonly benefitKey: string | null;
}

/**
 * Stores a weighing and counts one use of the benefit. A repeat under the same Idempotency-Key stores and counts
 * nothing.
 *
 * @returns the id of the weighing.
 * @throws ApiError like `countUse`; 409 if the Idempotency-Key was used with another request.
 */
export async function addWeighing(
  context: Pick<Context, 'db' | 'keys' | 'clock'>,
  { weighing, benefitKey, ...of }: ReportedWeighing,
  request: KeyedRequest,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const { id: customerId } = await lockFoundRecord(tx, of);
    const contentKey = randomUUID();
    const madeKey = await keepResult(context, tx, request, contentKey);
    if (madeKey !== contentKey) return storedUnder(tx, madeKey);
    if (benefitKey !== null) await countUse(context, tx, of, benefitKey);
    const contentEncrypted = SEALED_WEIGHING.seal(context.keys, contentKey, weighing);
    const [added] = await tx
      .insert(weighings)
      .values({ contentKey, customerId, contentEncrypted, createdAt: context.clock.now() })
      .returning({ id: weighings.id });
    if (!added) throw new Error('The weighing was not stored.');
    return added.id;
  });
}

/** Returns the newest weighing of a customer, or null. */
export async function newestWeighing(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  customerId: number,
): Promise<Weighing | null> {
  const [newest] = await db
    .select()
    .from(weighings)
    .where(eq(weighings.customerId, customerId))
    .orderBy(desc(weighings.id))
    .limit(1);
  return newest ? SEALED_WEIGHING.open(keys, newest.contentKey, newest.contentEncrypted) : null;
}

async function storedUnder(tx: Database, contentKey: string): Promise<number> {
  const [stored] = await tx
    .select({ id: weighings.id })
    .from(weighings)
    .where(eq(weighings.contentKey, contentKey));
  if (!stored) throw new Error('The weighing stored under this Idempotency-Key no longer exists.');
  return stored.id;
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { RequestHash } from '../../../core/idempotency/request-hash.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import { payments } from '../../payments/payments.tables.js';
import type { NamedToken } from '../../payments/usages/token.js';
import { usages } from '../../payments/usages/usages.tables.js';
import type { Studio } from '../../studios/studios.tables.js';
import { sales } from './sales.tables.js';

export type Sale = typeof sales.$inferSelect;

/**
 * The sale that the same request with these tokens has begun, whatever became of it since, unless it was declined:
 * then its tokens can be used again. null where the tokens belong to no sale.
 *
 * @throws ApiError 409 when another request uses one of the tokens, or has used it.
 */
export async function findSaleOfTokens(
  db: Database,
  { id: studioId }: Studio,
  tokens: readonly NamedToken[],
  hash: RequestHash,
): Promise<string | null> {
  const hashes = tokens.map(({ token }) => hashToken(token));
  if (hashes.length === 0) return null;
  const found = await db
    .select({ sale: sales, tokenHash: payments.requestTokenHash })
    .from(sales)
    .innerJoin(usages, eq(usages.saleId, sales.id))
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(
      and(
        eq(sales.studioId, studioId),
        inArray(sales.status, ['RESERVED', 'DONE']),
        inArray(payments.requestTokenHash, hashes),
      ),
    );
  const other = found.find(({ sale }) => !hash.matches(sale.requestHash));
  if (!other) return found[0]?.sale.id ?? null;
  const problem = other.sale.status === 'DONE' ? 'used' : 'pending';
  throw new ApiError(
    `errormessage.payment.token.${problem}`,
    tokens[hashes.indexOf(other.tokenHash ?? '')]?.field,
  );
}

export async function loadSale(db: Database, saleId: string): Promise<Sale> {
  const [sale] = await db.select().from(sales).where(eq(sales.id, saleId));
  if (!sale) throw new Error('A sale that was just there is gone.');
  return sale;
}

/** Sums the credit that sales under way have reserved; payments call it through the Context. */
export async function reservedCredit(tx: Database, customerId: number): Promise<number> {
  const [reserved] = await tx
    .select({ total: sql<number>`coalesce(sum(${sales.creditReserved}), 0)`.mapWith(Number) })
    .from(sales)
    .where(and(eq(sales.customerId, customerId), eq(sales.status, 'RESERVED')));
  return reserved?.total ?? 0;
}

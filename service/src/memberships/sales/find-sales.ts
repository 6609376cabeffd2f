import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Context } from '../../context.js';
import type { Database } from '../../store/database.js';
import { sales } from '../../store/membership-tables.js';
import { payments, usages } from '../../store/schema.js';
import { hashToken } from '../../platform/tokens.js';

export type Sale = typeof sales.$inferSelect;

/** Sales that a request has begun and nobody has touched since. */
export async function reservedSales({ db }: Context, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: sales.id })
    .from(sales)
    .where(and(eq(sales.status, 'RESERVED'), lte(sales.createdAt, before)));
  return rows.map(({ id }) => id);
}

/** The sale that holds one of these tokens and is not decided yet, or null. */
export async function findReserved(db: Database, tokens: readonly string[]): Promise<Sale | null> {
  if (tokens.length === 0) return null;
  const [found] = await db
    .select({ sale: sales })
    .from(sales)
    .innerJoin(usages, eq(usages.saleId, sales.id))
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(and(eq(sales.status, 'RESERVED'), inArray(payments.requestTokenHash, tokens.map(hashToken))));
  return found?.sale ?? null;
}

export async function loadSale(db: Database, saleId: string): Promise<Sale> {
  const [sale] = await db.select().from(sales).where(eq(sales.id, saleId));
  if (!sale) throw new Error('A sale that was just there is gone.');
  return sale;
}

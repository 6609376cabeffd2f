import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import { sales } from './sales.tables.js';

export type Sale = typeof sales.$inferSelect;

export async function loadSale(db: Database, saleId: string): Promise<Sale> {
  const [sale] = await db.select().from(sales).where(eq(sales.id, saleId));
  if (!sale) throw new Error('The sale no longer exists.');
  return sale;
}

/** Sums the credit that unfinished sales have reserved. Payments call it through the Context. */
export async function reservedCredit(tx: Database, customerId: number): Promise<number> {
  const [reserved] = await tx
    .select({ total: sql<number>`coalesce(sum(${sales.creditReserved}), 0)`.mapWith(Number) })
    .from(sales)
    .where(and(eq(sales.customerId, customerId), eq(sales.status, 'RESERVED')));
  return reserved?.total ?? 0;
}

import { eq } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../context.js';
import { lockSession } from '../../payments/sessions.js';
import { loadUsage } from '../../payments/usages/finish-usage.js';
import { about, markDeclined } from '../../payments/usages/settle-usage.js';
import { recordUnknown } from '../../payments/unknown-outcome.js';
import { takePayment, type Taking } from '../../payments/usages/take-payment.js';
import type { UsageInHand } from '../../payments/usages/usage-in-hand.js';
import type { DeclineCode } from '../../ports/provider.js';
import type { Database } from '../../store/database.js';
import { sales } from '../../store/membership-tables.js';
import { usages } from '../../store/schema.js';
import { completeSale } from './complete-sale.js';
import { loadSale, type Sale } from './find-sales.js';

export type SaleResult =
  | { readonly kind: 'DONE'; readonly customerId: number }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode }
  | { readonly kind: 'UNKNOWN' };

/**
 * Brings a reserved sale to its end: has the provider take the initial payment with the usage's id as
 * idempotency key, then writes all of the sale, or gives its tokens back. It can be called again and again,
 * and from several places at once: one that is at its end already answers what it came to.
 */
export async function finishSale(context: Context, saleId: string, traceId: string): Promise<SaleResult> {
  const sale = await loadSale(context.db, saleId);
  if (sale.status !== 'RESERVED') return resultOf(context.db, sale);
  const parts = await usagesOf(context.db, saleId);
  const initial = parts.find(({ usage }) => usage.kind === 'INITIAL_PAYMENT');
  if (!initial) throw new Error('A sale without initial payment is never left reserved.');
  const taking = await takePayment(context, initial);
  await context.step('sale.provider-answered');
  if (taking.kind === 'UNKNOWN') {
    await recordUnknown(context, taking.why, {
      studioId: sale.studioId,
      detail: 'no answer to the initial payment; the sale stays reserved',
      ...about(initial, traceId),
    });
    return { kind: 'UNKNOWN' };
  }
  const result = await context.db.transaction(async (tx): Promise<SaleResult> => {
    for (const id of parts.map(({ session }) => session.id).sort()) await lockSession(tx, id);
    const current = await loadSale(tx, saleId);
    if (current.status !== 'RESERVED') return resultOf(tx, current);
    const unit = { context, tx, traceId };
    if (taking.kind === 'DECLINED') {
      await fail(unit, current, parts, taking);
      return { kind: 'DECLINED', code: taking.code };
    }
    return { kind: 'DONE', customerId: await completeSale(unit, current, taking.reference) };
  });
  await context.step('sale.committed');
  return result;
}

/** The result of a sale that is at its end. */
async function resultOf(db: Database, { id, status, customerId }: Sale): Promise<SaleResult> {
  if (status === 'DONE' && customerId !== null) return { kind: 'DONE', customerId };
  const parts = await db.select({ code: usages.failureCode }).from(usages).where(eq(usages.saleId, id));
  return { kind: 'DECLINED', code: parts.find(({ code }) => code !== null)?.code ?? 'DECLINED' };
}

async function usagesOf(db: Database, saleId: string): Promise<UsageInHand[]> {
  const rows = await db.select({ id: usages.id }).from(usages).where(eq(usages.saleId, saleId));
  return Promise.all(rows.map(({ id }) => loadUsage(db, id)));
}

/** Nothing is made; the tokens can be used again, unless the provider says that one is gone. */
async function fail(
  unit: UnitOfWork,
  sale: Sale,
  parts: readonly UsageInHand[],
  taking: Extract<Taking, { kind: 'DECLINED' }>,
): Promise<void> {
  const { context, tx } = unit;
  for (const part of parts) {
    const tokenIsGone = taking.tokenIsGone && part.usage.kind === 'INITIAL_PAYMENT';
    await markDeclined(unit, part, { ...taking, tokenIsGone });
  }
  await tx
    .update(sales)
    .set({ status: 'FAILED', planEncrypted: null, finishedAt: context.clock.now() })
    .where(eq(sales.id, sale.id));
}

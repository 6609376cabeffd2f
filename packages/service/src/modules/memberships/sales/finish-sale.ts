import { and, asc, eq } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { type ProviderChargeOutcome, chargeAtProvider } from '../../payments/charging.js';
import { lockSession } from '../../payments/sessions/sessions.js';
import { settleUsage } from '../../payments/state.js';
import {
  providerChargeOf,
  isInstrumentCharged,
  type LoadedUsage,
  loadUsage,
  lockUsage,
} from '../../payments/usages/finish-usage.js';
import { type UsageKind, usages } from '../../payments/usages/usages.tables.js';
import { completeSale } from './complete-sale.js';
import { loadSale, type Sale } from './find-sales.js';
import { sales } from './sales.tables.js';

export type SaleResult =
  | { readonly kind: 'DONE'; readonly customerId: number }
  /** `usage` is the one that the provider has declined. */
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode; readonly usage: UsageKind }
  | { readonly kind: 'UNKNOWN'; readonly usage: UsageKind };

/**
 * A usage of a sale and the result of charging it. `taking` is null if the charge was not tried because another was
 * declined.
 */
interface Part {
  readonly found: LoadedUsage;
  readonly taking: Exclude<ProviderChargeOutcome, { kind: 'UNKNOWN' }> | null;
}

/**
 * Finishes a reserved sale. The provider takes the money of each token, with the usage's id as the idempotency key.
 * Then the whole sale is written, or its tokens are released. It can be called repeatedly and concurrently: for a
 * finished sale it returns the earlier result.
 */
export async function finishSale(context: Context, saleId: string, traceId: string): Promise<SaleResult> {
  const sale = await loadSale(context.db, saleId);
  if (sale.status !== 'RESERVED') return resultOf(context.db, sale);
  const parts: Part[] = [];
  for (const found of await usagesOf(context.db, saleId)) {
    const isRefused = parts.some(({ taking }) => taking?.kind === 'DECLINED');
    const taking = isRefused ? null : await takeOnce(context, found, traceId);
    if (taking?.kind === 'UNKNOWN') return { kind: 'UNKNOWN', usage: found.usage.kind };
    parts.push({ found, taking });
  }
  const result = await context.db.transaction(async (tx): Promise<SaleResult> => {
    for (const id of parts.map(({ found }) => found.session.id).sort()) await lockSession(tx, id);
    const current = await loadSale(tx, saleId);
    if (current.status !== 'RESERVED') return resultOf(tx, current);
    const unit = { context, tx, traceId };
    for (const { found, taking } of parts) {
      if (taking?.kind !== 'DECLINED') continue;
      await fail(unit, current, parts);
      return { kind: 'DECLINED', code: taking.code, usage: found.usage.kind };
    }
    const taken = new Map(parts.map(({ found, taking }) => [found.usage.id, referenceOf(taking)]));
    return { kind: 'DONE', customerId: await completeSale(unit, current, taken) };
  });
  await context.step('sale.committed');
  return result;
}

/**
 * Takes the money of one usage, and stores that it was taken before another usage is tried. If the provider were
 * queried again days later, the bank might have returned the debit. The sale would then count as declined, and the
 * payment by the other token would be forgotten.
 */
async function takeOnce(
  context: Context,
  found: LoadedUsage,
  traceId: string,
): Promise<ProviderChargeOutcome> {
  const { id, kind, providerReference: reference } = found.usage;
  if (reference !== null) return { kind: 'TAKEN', reference };
  const unknown = `no response to ${kind}; the sale stays reserved`;
  const charge = providerChargeOf(found, { of: 'sale', traceId, unknown });
  const taking = await chargeAtProvider(context, charge);
  if (referenceOf(taking) !== null) {
    await context.db
      .update(usages)
      .set({ providerReference: referenceOf(taking) })
      .where(and(eq(usages.id, id), eq(usages.status, 'RESERVED')));
  }
  return taking;
}

/** Returns the result of a finished sale. */
async function resultOf(db: Database, { id, status, customerId }: Sale): Promise<SaleResult> {
  if (status === 'DONE' && customerId !== null) return { kind: 'DONE', customerId };
  const parts = await db.select().from(usages).where(eq(usages.saleId, id));
  const refused = parts.find(({ failureCode }) => failureCode !== null);
  return {
    kind: 'DECLINED',
    code: refused?.failureCode ?? 'DECLINED',
    usage: refused?.kind ?? 'INITIAL_PAYMENT',
  };
}

/**
 * Returns the usages in the order in which their money is taken. Charges of an instrument come first, because they may
 * be declined; payments that are authorised or already paid then rarely have to be refunded.
 */
async function usagesOf(db: Database, saleId: string): Promise<LoadedUsage[]> {
  const rows = await db
    .select({ id: usages.id })
    .from(usages)
    .where(eq(usages.saleId, saleId))
    .orderBy(asc(usages.kind));
  const found = await Promise.all(rows.map(({ id }) => loadUsage(db, id)));
  return found.sort(
    (a, b) => Number(isInstrumentCharged(b.payment)) - Number(isInstrumentCharged(a.payment)),
  );
}

function referenceOf(taking: ProviderChargeOutcome | null): string | null {
  return taking?.kind === 'TAKEN' ? taking.reference : null;
}

/**
 * Fails a sale: nothing is created, and money that was taken is refunded. The tokens can be used again unless the
 * provider reports that one is no longer usable.
 */
async function fail(unit: UnitOfWork, sale: Sale, parts: readonly Part[]): Promise<void> {
  const { context, tx } = unit;
  for (const { found, taking } of parts) {
    const isDeclined = taking?.kind === 'DECLINED';
    const outcome = isDeclined ? taking : ({ kind: 'UNDONE', reference: referenceOf(taking) } as const);
    await settleUsage(unit, await lockUsage(tx, found.session.id, found.usage.id), outcome);
  }
  await tx
    .update(sales)
    .set({ status: 'FAILED', planEncrypted: null, finishedAt: context.clock.now() })
    .where(eq(sales.id, sale.id));
}

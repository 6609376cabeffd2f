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
  /** `usage`: the one that the provider has refused. */
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode; readonly usage: UsageKind }
  | { readonly kind: 'UNKNOWN'; readonly usage: UsageKind };

/** A usage of a sale with what became of taking its money; null: it was not tried, as another was refused. */
interface Part {
  readonly found: LoadedUsage;
  readonly taking: Exclude<ProviderChargeOutcome, { kind: 'UNKNOWN' }> | null;
}

/**
 * Brings a reserved sale to its end: has the provider take the money of each token with the usage's id as
 * idempotency key, then writes all of the sale, or gives its tokens back. It can be called again and again,
 * and from several places at once: one that is at its end already answers what it came to.
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
 * Takes the money of one usage, and keeps that it was taken before another one is tried. Asked again days later, the bank may
 * have returned a debit: the sale would then count as refused, and what the other token has paid would be forgotten.
 */
async function takeOnce(
  context: Context,
  found: LoadedUsage,
  traceId: string,
): Promise<ProviderChargeOutcome> {
  const { id, kind, providerReference: reference } = found.usage;
  if (reference !== null) return { kind: 'TAKEN', reference };
  const unknown = `no answer to ${kind}; the sale stays reserved`;
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

/** The result of a sale that is at its end. */
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
 * In the order in which their money is taken: a charge, which may be refused, comes before what is authorised or paid, so
 * that as good as never something has to be given back.
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

/** Nothing is made; the tokens can be used again, unless the provider says that one is gone. What was taken is given back. */
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

import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { keepResult, type KeyedRequest, type RequestHash } from '../../../core/idempotency/idempotency.js';
import { fromMinorUnits } from '../../../core/money.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import { lockFoundCustomer, lockPerson } from '../../customers/customers.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { freeCredit, settleDueClaims } from '../../payments/account/credit.js';
import { payments } from '../../payments/payments.tables.js';
import type { LockedPayment } from '../../payments/sessions/sessions.js';
import { reserveUsage } from '../../payments/state.js';
import { findTokens, lockTokens, requireAllUsable, type ScopedToken } from '../../payments/usages/token.js';
import { type UsageKind, usages } from '../../payments/usages/usages.tables.js';
import type { Studio } from '../../studios/studios.tables.js';
import { hasRedeemedCredit, lockVoucher } from '../vouchers/vouchers.js';
import { completeSale } from './complete-sale.js';
import type { Order, Terms } from './sales.js';
import { sales } from './sales.tables.js';
import { SEALED_PLAN } from './sealed-plan.js';

/** A token of an order and its purpose. */
interface OrderToken extends ScopedToken {
  readonly kind: UsageKind;
}

/** Lists the tokens of an order; the instrument for payment runs comes first. */
function tokensOf({ instrument, initialPayment }: Order): OrderToken[] {
  return [
    ...(instrument ? [{ ...instrument, kind: 'PAYMENT_INSTRUMENT', scope: 'MEMBER_ACCOUNT' } as const] : []),
    ...(initialPayment ? [{ ...initialPayment, kind: 'INITIAL_PAYMENT', scope: 'ECOM' } as const] : []),
  ];
}

/**
 * Finds the sale that the same request has already begun with these tokens. That sale may already be finished. A
 * declined sale does not count, because its tokens can be used again. Returns null if the tokens belong to no sale.
 *
 * @throws ApiError 409 if another request is using or has used one of the tokens.
 */
export async function findSaleOfTokens(
  db: Database,
  { id: studioId }: Studio,
  order: Order,
  hash: RequestHash,
): Promise<string | null> {
  const tokens = tokensOf(order);
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

/** An order with everything needed to reserve it. */
interface Reservation {
  readonly context: Context;
  readonly studio: Studio;
  readonly order: Order;
  readonly terms: Terms;
  readonly request: KeyedRequest;
}

/**
 * Reserves the tokens and the voucher of a sale. A sale that takes no money from the provider is completed immediately.
 *
 * @returns the sale's id, or the earlier sale's id if the same request has already reserved one.
 */
export async function reserveSale(reservation: Reservation): Promise<string> {
  const { context, studio, order, terms, request } = reservation;
  const { traceId } = request;
  const found = await findTokens(context.db, studio, order.customer, tokensOf(order));
  return context.db.transaction(async (tx) => {
    const tokens = await lockTokens(tx, found);
    const earlier = await findSaleOfTokens(tx, studio, order, request.hash);
    if (earlier !== null) return keepResult(context, tx, request, earlier);
    const id = randomUUID();
    const made = await keepResult(context, tx, request, id);
    if (made !== id) return made;
    requireAllUsable(context, tokens);
    requireAllowed(tokens, terms);
    const person = (order.customer ?? found[0]?.session)?.paymentCustomerId ?? null;
    const paymentCustomerId = await lockBuyer(reservation, tx, person);
    await terms.recheck?.(tx);
    await requireVoucher(tx, reservation);
    const unit = { context, tx, traceId };
    const paid = tokens.find(({ kind }) => kind === 'INITIAL_PAYMENT')?.session.amount ?? null;
    const creditReserved = await creditNeeded(unit, order, terms, { paid, studio });
    const customerId = order.customer?.id ?? null;
    const [sale] = await tx
      .insert(sales)
      .values({
        id,
        studioId: studio.id,
        kind: order.kind,
        status: 'RESERVED',
        paymentCustomerId,
        customerId,
        voucherId: terms.voucher?.usable.id ?? null,
        creditReserved,
        requestHash: request.hash.value,
        planEncrypted: SEALED_PLAN.seal(context.keys, id, terms.plan),
        createdAt: context.clock.now(),
        traceId,
      })
      .returning();
    for (const token of tokens) {
      const { amount } = token.session;
      await reserveUsage(unit, token, { id: randomUUID(), kind: token.kind, customerId, saleId: id, amount });
    }
    const isPaid = tokens.some(({ session }) => session.amount > 0);
    if (!isPaid && sale) await completeSale(unit, sale, new Map());
    return id;
  });
}

/** Checks that the offer allows the instrument's payment method. */
function requireAllowed(
  tokens: readonly (OrderToken & LockedPayment)[],
  { allowedPaymentChoices: allowed }: Terms,
): void {
  const instrument = tokens.find(({ kind }) => kind === 'PAYMENT_INSTRUMENT');
  if (!instrument || !allowed || allowed.includes(instrument.payment.paymentMethod)) return;
  throw new ApiError('errormessage.membership.payment.choice', instrument.field, {
    given: instrument.payment.paymentMethod,
    allowed: allowed.join(', '),
  });
}

/**
 * Locks the person at the payment service, and creates it if there is none yet, so that two sales cannot create two
 * customers for one person.
 */
async function lockBuyer(
  { context, studio, order }: Reservation,
  tx: Database,
  known: string | null,
): Promise<string> {
  if (known === null) {
    const id = randomUUID();
    await tx.insert(paymentCustomers).values({ id, studioId: studio.id, createdAt: context.clock.now() });
    return id;
  }
  if (order.customer) {
    // The customer is read again under the lock, because a member who has moved to another studio is another person
    // there.
    const { paymentCustomerId } = await lockFoundCustomer(tx, studio.id, order.customer.id, 'customerId');
    return paymentCustomerId;
  }
  await lockPerson(tx, known);
  const made = await tx.select().from(customers).where(eq(customers.paymentCustomerId, known));
  const reserved = await tx
    .select()
    .from(sales)
    .where(and(eq(sales.paymentCustomerId, known), eq(sales.status, 'RESERVED')));
  if (made.length === 0 && reserved.length === 0) return known;
  const field = (order.instrument ?? order.initialPayment)?.field;
  throw new ApiError('errormessage.payment.token.invalid', field);
}

/** Locks the voucher and checks that it can still be redeemed. The person must be locked. */
async function requireVoucher(tx: Database, { order, terms: { voucher } }: Reservation): Promise<void> {
  if (!voucher) return;
  if (!(await lockVoucher(tx, voucher.usable))) {
    throw new ApiError('errormessage.membership.voucher.invalid', voucher.field);
  }
  // A new customer cannot have redeemed a voucher.
  if (voucher.usable.voucher.type !== 'CREDIT' || !order.customer) return;
  if (await hasRedeemedCredit(tx, order.customer.id)) {
    throw new ApiError('errormessage.membership.voucher.credit.redeemed', voucher.field);
  }
}

/**
 * Returns the part of the amount due on signing that the customer's credit pays. The person must be locked. The token
 * must pay at least what the credit does not cover, and at most the whole amount (details of the specification, signup
 * order), because the balance may have grown since the partner read it. Claims that are already due are settled first.
 *
 * @param paid minor units of the initial payment's token; null without a token.
 * @returns minor units
 * @throws ApiError 400 if the token pays too little or too much.
 */
async function creditNeeded(
  { context, tx }: Omit<UnitOfWork, 'traceId'>,
  { customer, initialPayment }: Order,
  { dueOnSigning: due, today, initialField }: Terms,
  { paid, studio }: { readonly paid: number | null; readonly studio: Studio },
): Promise<number> {
  const { currency } = studio;
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.payment.token.amount', initialPayment?.field, { problem });
  if (due === 0) {
    if (paid !== null) throw refuse(textPart('problem.amount.nothingDue'));
    return 0;
  }
  if (customer) await settleDueClaims(context, tx, customer.id, today);
  const least = Math.max(0, due - (customer ? await freeCredit(context, tx, customer.id) : 0));
  if (paid === null && least > 0) {
    const amount = fromMinorUnits(least, currency);
    throw new ApiError('errormessage.membership.payment.required', initialField, { amount, currency });
  }
  if (paid !== null && (paid < least || paid > due)) {
    throw refuse(textPart('problem.amount.due', { amount: fromMinorUnits(due, currency), currency }));
  }
  return due - (paid ?? 0);
}

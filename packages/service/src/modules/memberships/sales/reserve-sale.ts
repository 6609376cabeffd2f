import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { keepResult, type PartnerRequest } from '../../../core/idempotency/partner-request.js';
import { fromMinorUnits } from '../../../core/money.js';
import { lockFoundCustomer, lockPerson } from '../../customers/customers.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import type { Scope } from '../../integrations/integrations.tables.js';
import { freeCredit, settleDueClaims } from '../../payments/account/credit.js';
import {
  findToken,
  type LockedToken,
  lockToken,
  type NamedToken,
  requireUsable,
  type TokenOfPayment,
} from '../../payments/usages/token.js';
import { insertUsage } from '../../payments/usages/use-token.js';
import type { Studio } from '../../studios/studios.tables.js';
import { hasRedeemedCredit, lockVoucher } from '../vouchers/vouchers.js';
import { completeSale } from './complete-sale.js';
import { findSaleOfTokens } from './find-sales.js';
import { type Order, type Terms, tokensOf } from './sales.js';
import { sales } from './sales.tables.js';
import { SEALED_PLAN } from './sealed-plan.js';

/**
 * The part of the amount due on signing that the customer's credit pays; the person is locked. A token pays all of it, or
 * at least what the credit does not (details of the specification, signup order): the balance that the partner
 * has read may have grown since. What is due already is settled first.
 *
 * @param paid minor units of the initial payment's token; null without one.
 * @returns minor units
 * @throws ApiError 400 when more is due than that, or less.
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

/** An order with everything that reserving it takes. */
export interface Reservation {
  readonly context: Context;
  readonly studio: Studio;
  readonly order: Order;
  readonly terms: Terms;
  readonly request: PartnerRequest;
}

/**
 * Reserves the tokens and the voucher of a sale; one where the provider has nothing to do is done at once.
 *
 * @returns the id of the sale; of the earlier one, when the same request was faster.
 */
export async function reserveSale(reservation: Reservation): Promise<string> {
  const { context, studio, order, terms, request } = reservation;
  const { traceId } = request;
  const found = await findTokens(reservation);
  const person = order.customer ?? found.instrument?.session ?? found.initial?.session ?? null;
  return context.db.transaction(async (tx) => {
    const { instrument, initial } = await lockTokens(tx, found);
    const earlier = await findSaleOfTokens(tx, studio, tokensOf(order), request.hash);
    if (earlier !== null) return keepResult(context, tx, request, earlier);
    const id = randomUUID();
    const made = await keepResult(context, tx, request, id);
    if (made !== id) return made;
    requireTokens(reservation, instrument, initial);
    const paymentCustomerId = await lockBuyer(reservation, tx, person?.paymentCustomerId ?? null);
    await terms.recheck?.(tx);
    await requireVoucher(tx, reservation);
    const unit = { context, tx, traceId };
    const paid = initial?.session.amount ?? null;
    const creditReserved = await creditNeeded(unit, order, terms, { paid, studio });
    const [sale] = await tx
      .insert(sales)
      .values({
        id,
        studioId: studio.id,
        kind: order.kind,
        status: 'RESERVED',
        paymentCustomerId,
        customerId: order.customer?.id ?? null,
        voucherId: terms.voucher?.usable.id ?? null,
        creditReserved,
        requestHash: request.hash.value,
        planEncrypted: SEALED_PLAN.seal(context.keys, id, terms.plan),
        createdAt: context.clock.now(),
        traceId,
      })
      .returning();
    const common = { customerId: order.customer?.id ?? null, saleId: id, debtClaimIds: null };
    if (instrument) {
      const { amount } = instrument.session;
      const usage = { ...common, kind: 'PAYMENT_INSTRUMENT', scope: 'MEMBER_ACCOUNT', amount } as const;
      await insertUsage(unit, instrument, { ...usage, id: randomUUID() });
    }
    if (initial) {
      const { amount } = initial.session;
      const usage = { ...common, kind: 'INITIAL_PAYMENT', scope: 'ECOM', amount } as const;
      await insertUsage(unit, initial, { ...usage, id: randomUUID() });
    }
    const isPaid = [initial, instrument].some((token) => (token?.session.amount ?? 0) > 0);
    if (!isPaid && sale) await completeSale(unit, sale, new Map());
    return id;
  });
}

interface Tokens<Token> {
  readonly instrument: Token | null;
  readonly initial: Token | null;
}

async function findTokens({ context, studio, order }: Reservation): Promise<Tokens<TokenOfPayment>> {
  const find = async (named: NamedToken | null, person: { readonly paymentCustomerId: string } | null) =>
    named && findToken(context.db, studio, person, named);
  const instrument = await find(order.instrument, order.customer);
  const initial = await find(order.initialPayment, order.customer ?? instrument?.session ?? null);
  return { instrument, initial };
}

/** Both under the locks of their sessions, which are taken in one order. */
async function lockTokens(
  tx: Database,
  { instrument, initial }: Tokens<TokenOfPayment>,
): Promise<Tokens<LockedToken>> {
  const found = [instrument, initial].filter((token) => token !== null);
  const locked: LockedToken[] = [];
  for (const token of found.sort((a, b) => (a.session.id < b.session.id ? -1 : 1))) {
    locked.push(await lockToken(tx, token));
  }
  const of = (token: TokenOfPayment | null) =>
    locked.find(({ payment }) => payment.id === token?.payment.id) ?? null;
  return { instrument: of(instrument), initial: of(initial) };
}

/** Checks both tokens. */
function requireTokens(
  { context, order, terms }: Reservation,
  instrument: LockedToken | null,
  initial: LockedToken | null,
): void {
  const check = (found: LockedToken | null, named: NamedToken | null, scope: Scope) => {
    if (!found || !named) return;
    if (found.session.status === 'USING')
      throw new ApiError('errormessage.payment.token.pending', named.field);
    requireUsable(context, found, scope, named.field);
  };
  check(instrument, order.instrument, 'MEMBER_ACCOUNT');
  check(initial, order.initialPayment, 'ECOM');
  const allowed = terms.allowedPaymentChoices;
  if (!instrument || !allowed || allowed.includes(instrument.payment.paymentMethod)) return;
  throw new ApiError('errormessage.membership.payment.choice', order.instrument?.field, {
    given: instrument.payment.paymentMethod,
    allowed: allowed.join(', '),
  });
}

/** The person is locked. */
async function requireVoucher(tx: Database, { order, terms: { voucher } }: Reservation): Promise<void> {
  if (!voucher) return;
  if (!(await lockVoucher(tx, voucher.usable))) {
    throw new ApiError('errormessage.membership.voucher.invalid', voucher.field);
  }
  // Somebody new has redeemed none.
  if (voucher.usable.voucher.type !== 'CREDIT' || !order.customer) return;
  if (await hasRedeemedCredit(tx, order.customer.id)) {
    throw new ApiError('errormessage.membership.voucher.credit.redeemed', voucher.field);
  }
}

/**
 * The person at the payment service, made where there is none yet, and locked: two sales cannot make two
 * customers of one person.
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
    // Read again under the lock: the member may have moved to another studio, where they are another person.
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

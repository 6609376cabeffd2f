import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context, Studio } from '../../context.js';
import { ApiError } from '../../errors/api-error.js';
import { fromMinorUnits } from '../../domain/money.js';
import { lockSession, type Session } from '../../payments/sessions.js';
import { findToken, requireUsable, type TokenOfPayment } from '../../payments/usages/token.js';
import { insertUsage } from '../../payments/usages/use-token.js';
import type { Database } from '../../store/database.js';
import { sales } from '../../store/membership-tables.js';
import { customers, paymentCustomers, type Scope } from '../../store/schema.js';
import { lockVoucher } from '../vouchers.js';
import { completeSale } from './complete-sale.js';
import { findSaleOfTokens } from './find-sales.js';
import { tokensOf, type NamedToken, type Order, type Terms } from './order.js';

/** An order with everything that reserving it takes. */
export interface Reservation {
  readonly context: Context;
  readonly studio: Studio;
  readonly order: Order;
  readonly terms: Terms;
  readonly requestHash: string;
  readonly traceId: string;
}

/**
 * Reserves the tokens and the voucher of a sale; one where the provider has nothing to do is done at once.
 *
 * @returns the id of the sale; of the earlier one, when the same request was faster.
 */
export async function reserveSale(reservation: Reservation): Promise<string> {
  const { context, studio, order, terms, requestHash, traceId } = reservation;
  requireInitialPayment(order, terms, studio);
  const instrument = await find(reservation, order.instrument, order.customer);
  const initial = await find(
    reservation,
    order.initialPayment,
    order.customer ?? instrument?.session ?? null,
  );
  const person = order.customer ?? instrument?.session ?? initial?.session ?? null;
  return context.db.transaction(async (tx) => {
    const sessions = await lockSessions(tx, instrument, initial);
    const earlier = await findSaleOfTokens(tx, studio, tokensOf(order), requestHash);
    if (earlier !== null) return earlier;
    requireTokens(reservation, sessions, instrument, initial);
    const paymentCustomerId = await lockPerson(reservation, tx, person?.paymentCustomerId ?? null);
    await terms.recheck?.(tx);
    if (terms.voucher && !(await lockVoucher(tx, terms.voucher.usable))) {
      throw new ApiError('errormessage.membership.voucher.invalid', terms.voucher.field);
    }
    const id = randomUUID();
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
        requestHash,
        planEncrypted: context.keys.encrypt(JSON.stringify(terms.plan)),
        createdAt: context.clock.now(),
        traceId,
      })
      .returning();
    const common = { customerId: order.customer?.id ?? null, saleId: id, debtClaimIds: null };
    if (instrument) {
      const request = { ...common, kind: 'PAYMENT_INSTRUMENT', scope: 'MEMBER_ACCOUNT', amount: 0 } as const;
      await insertUsage(context, tx, instrument, request, traceId);
    }
    if (initial) {
      const { amount } = initial.session;
      const request = { ...common, kind: 'INITIAL_PAYMENT', scope: 'ECOM', amount } as const;
      await insertUsage(context, tx, initial, request, traceId);
    }
    if (!initial && sale) await completeSale(context, tx, sale, null, traceId);
    return id;
  });
}

function requireInitialPayment({ initialPayment }: Order, terms: Terms, { currency }: Studio): void {
  const due = terms.initialAmounts[0] ?? 0;
  if (initialPayment === null && !terms.initialAmounts.includes(0)) {
    const amount = fromMinorUnits(due, currency);
    throw new ApiError('errormessage.membership.payment.required', terms.initialField, { amount, currency });
  }
  if (initialPayment !== null && due === 0) {
    const problem = 'nothing is due on signing';
    throw new ApiError('errormessage.payment.token.amount', initialPayment.field, { problem });
  }
}

async function find(
  { context, studio }: Reservation,
  named: NamedToken | null,
  person: { readonly paymentCustomerId: string } | null,
): Promise<TokenOfPayment | null> {
  return named && findToken(context.db, studio, person, named.token, named.field);
}

/** Locks the sessions of both tokens, in one order. */
async function lockSessions(tx: Database, ...found: (TokenOfPayment | null)[]): Promise<Session[]> {
  const ids = found.flatMap((token) => (token ? [token.session.id] : []));
  const sessions: Session[] = [];
  for (const id of ids.sort()) sessions.push(await lockSession(tx, id));
  return sessions;
}

/** Checks both tokens, whose sessions are locked. */
function requireTokens(
  { context, order, terms, studio }: Reservation,
  sessions: readonly Session[],
  instrument: TokenOfPayment | null,
  initial: TokenOfPayment | null,
): void {
  const now = context.clock.now();
  const check = (found: TokenOfPayment | null, named: NamedToken | null, scope: Scope) => {
    const session = sessions.find(({ id }) => id === found?.session.id);
    if (!found || !named || !session) return;
    const { payment } = found;
    if (session.status === 'USING') throw new ApiError('errormessage.payment.token.pending', named.field);
    requireUsable({ payment, session }, scope, now, named.field);
    const allowed = terms.allowedPaymentChoices;
    if (allowed && !allowed.includes(payment.paymentMethod)) {
      throw new ApiError('errormessage.membership.payment.choice', named.field, {
        given: payment.paymentMethod,
        allowed: allowed.join(', '),
      });
    }
  };
  check(instrument, order.instrument, 'MEMBER_ACCOUNT');
  check(initial, order.initialPayment, 'ECOM');
  if (!initial || !order.initialPayment || terms.initialAmounts.includes(initial.session.amount)) return;
  const [due = 0] = terms.initialAmounts;
  throw new ApiError('errormessage.payment.token.amount', order.initialPayment.field, {
    problem: `${fromMinorUnits(due, studio.currency)} ${studio.currency} are due on signing`,
  });
}

/**
 * The person at the payment service, made where there is none yet, and locked: two sales cannot make two
 * customers of one person.
 */
async function lockPerson(
  { context, studio, order }: Reservation,
  tx: Database,
  known: string | null,
): Promise<string> {
  if (known === null) {
    const id = randomUUID();
    await tx.insert(paymentCustomers).values({ id, studioId: studio.id, createdAt: context.clock.now() });
    return id;
  }
  await tx.select().from(paymentCustomers).where(eq(paymentCustomers.id, known)).for('update');
  if (order.customer) return known;
  const made = await tx.select().from(customers).where(eq(customers.paymentCustomerId, known));
  const reserved = await tx
    .select()
    .from(sales)
    .where(and(eq(sales.paymentCustomerId, known), eq(sales.status, 'RESERVED')));
  if (made.length === 0 && reserved.length === 0) return known;
  const field = (order.instrument ?? order.initialPayment)?.field;
  throw new ApiError('errormessage.payment.token.invalid', field);
}

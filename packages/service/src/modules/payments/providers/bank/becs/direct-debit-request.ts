import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { todayAt } from '../../../../../core/calendar.js';
import type { Context } from '../../../../../core/context.js';
import type { Database } from '../../../../../core/database/database.js';
import { fromMinorUnits } from '../../../../../core/money.js';
import type { RequestMeta } from '../../../../../core/http/request-meta.js';
import { type Studio, studios } from '../../../../studios/studios.tables.js';
import { mandateWrite } from '../../../attempts/direct-debit-attempt.js';
import type { PaymentDetails } from '../../../bank-details/details.js';
import { acceptedText, localeOf, type MandateOffer, offerMandate } from '../../../mandates/mandate-offer.js';
import { isOpenAtProvider, lockPayment, type Payment } from '../../../payments.js';
import { payments } from '../../../payments.tables.js';
import { isValid, mandateOccasion, type Session } from '../../../sessions/sessions.js';
import { paymentSessions } from '../../../sessions/sessions.tables.js';
import { bankMandates } from '../bank.tables.js';
import { endMandates } from '../end-mandates.js';
import { giveMandate } from '../give-mandate.js';

/** A payment with which a payer is asked to sign a Direct Debit Request. */
export interface DirectDebitRequest {
  readonly mandate: typeof bankMandates.$inferSelect;
  readonly payment: Payment;
  readonly session: Session;
  readonly studio: Studio;
}

/**
 * CLOSED: it can no longer be signed, because it was cancelled, replaced by another attempt, or has expired; or it was
 * signed, and its mandate has ended.
 */
export type RequestState = 'OPEN' | 'SIGNED' | 'CLOSED';

/** CHANGED: another text is to be signed than the one that was read. */
export type SigningResult = 'SIGNED' | 'CLOSED' | 'CHANGED';

/** Finds the Direct Debit Request of a payment, or null. */
export async function findRequest(db: Database, paymentId: string): Promise<DirectDebitRequest | null> {
  const [found] = await db
    .select({ mandate: bankMandates, payment: payments, session: paymentSessions, studio: studios })
    .from(bankMandates)
    .innerJoin(payments, eq(payments.id, bankMandates.id))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .where(and(eq(bankMandates.id, paymentId), eq(bankMandates.paymentMethod, 'BECS')));
  return found ?? null;
}

export function stateOf({ mandate, payment, session, studio }: DirectDebitRequest, now: Date): RequestState {
  if (mandate.signedOn !== null) return mandate.status === 'ACTIVE' ? 'SIGNED' : 'CLOSED';
  const isOpen =
    mandate.status === 'NEW' &&
    isOpenAtProvider(payment.status) &&
    isValid(session, now) &&
    studio.bank?.BECS !== undefined;
  return isOpen ? 'OPEN' : 'CLOSED';
}

/** Returns what the payer signs. It names the studio by the user id that its bank was assigned. */
export function offerOf(
  { mandateTexts }: Pick<Context, 'mandateTexts'>,
  { payment, session, studio }: DirectDebitRequest,
): MandateOffer {
  const occasion = mandateOccasion({ session, studio }, 'BECS', payment.saveInstrument);
  const userId = studio.bank?.BECS?.userId;
  const offer = offerMandate(mandateTexts, occasion, 'en');
  return {
    ...offer,
    text: [`For ${session.referenceText}: ${amountText({ payment, session, studio })}.`, ...offer.text],
    ...(userId !== undefined && { creditorIdentifier: userId, creditorIdentifierName: 'User ID number' }),
  };
}

/** Returns what will be debited, such as "$25.00, once". */
export function amountText({
  payment,
  session: { amount, currency },
  studio,
}: Pick<DirectDebitRequest, 'payment' | 'session' | 'studio'>): string {
  const locale = localeOf('en', undefined, studio.creditor);
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const ordered = format.format(fromMinorUnits(amount, currency));
  if (!payment.saveInstrument) return `${ordered}, once`;
  return amount > 0 ? `${ordered}, and later the amounts that fall due` : 'the amounts that fall due';
}

/** Returns a hash of the text that is signed. The form sends it back. */
export function hashOfText(context: Pick<Context, 'mandateTexts'>, request: DirectDebitRequest): string {
  const { creditor } = request.studio;
  return createHash('sha256')
    .update(acceptedText({ creditor, offer: offerOf(context, request) }))
    .digest('hex');
}

/**
 * Stores a signed Direct Debit Request: the mandate of the studio's bank, and the evidence of what was accepted. One
 * that was signed before stays as it is.
 *
 * @param readHash the hash of the text that the payer has read
 */
export async function signRequest(
  context: Context,
  found: DirectDebitRequest,
  { details, readHash }: { readonly details: PaymentDetails; readonly readHash: string },
  meta: RequestMeta,
): Promise<SigningResult> {
  return context.db.transaction(async (tx) => {
    const request = await lockRequest(tx, found);
    const state = stateOf(request, context.clock.now());
    if (state !== 'OPEN') return state;
    if (readHash !== hashOfText(context, request)) return 'CHANGED';
    const { studio, payment } = request;
    const offer = offerOf(context, request);
    const { reference, paymentType } = offer;
    const signedOn = todayAt(context, studio);
    if (!(await giveMandate(context, tx, payment.id, { details, reference, paymentType, signedOn }))) {
      throw new Error(`The mandate of payment ${payment.id} was changed without its lock.`);
    }
    const accepted = { creditor: studio.creditor, offer };
    await mandateWrite(context, tx, { paymentId: payment.id, details, accepted, signature: null }, meta);
    return 'SIGNED';
  });
}

/** Ends a Direct Debit Request that the payer does not want to sign. One that was signed or closed stays as it is. */
export async function cancelRequest({ db, clock }: Context, found: DirectDebitRequest): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await lockRequest(tx, found);
    const now = clock.now();
    if (stateOf(request, now) === 'OPEN') await endMandates(tx, eq(bankMandates.id, request.mandate.id), now);
  });
}

/** Reads a request again under the locks of its session, payment and mandate. */
async function lockRequest(
  tx: Database,
  { session, payment }: DirectDebitRequest,
): Promise<DirectDebitRequest> {
  await lockPayment(tx, session.id, payment.id);
  await tx.select().from(bankMandates).where(eq(bankMandates.id, payment.id)).for('update');
  const request = await findRequest(tx, payment.id);
  if (!request) throw new Error(`The request of payment ${payment.id} no longer exists.`);
  return request;
}

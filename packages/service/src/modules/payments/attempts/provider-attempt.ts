import { isOfFlow } from '@upc/contract/catalogue';
import type { Schemas } from '@upc/contract/gateway';
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { Studio } from '../../studios/studios.tables.js';
import { requiredText } from '../bank-details/details.js';
import { holdOf } from '../methods.js';
import { findPayment, isLive, type Payment } from '../payments.js';
import { LIVE_STATUSES, payments } from '../payments.tables.js';
import type { CreateIntent, ProviderIntent } from '../providers/provider.js';
import { lockSession, type Session } from '../sessions/sessions.js';

type PaymentRequest = Schemas['PaymentRequest'];

/**
 * The details that a person gives before the provider takes over; nothing of them is stored, the provider gets them from
 * the frames.
 *
 * @throws ApiError 400 naming the field, or `returnUrl`, which a page of the provider and 3-D Secure need.
 */
export function checkProviderDetails({ paymentMethod, details, returnUrl }: PaymentRequest): void {
  if (isOfFlow(paymentMethod, 'frames')) requiredText(details?.cardHolder, 'cardHolder');
  if (returnUrl === undefined) throw new ApiError('errormessage.payment.return.url.required', 'returnUrl');
}

/**
 * The provider's intent of a payment, made at the first call and found again at every other.
 *
 * @returns null when the payment ended while its intent was made: that is given back, and nobody may confirm it.
 * @throws ProviderUnavailableError, ProviderRequestError
 */
export async function ensureIntent(
  context: Context,
  { payment, session, studio }: { payment: Payment; session: Session; studio: Studio },
): Promise<ProviderIntent | null> {
  const provider = context.providers.named(studio, payment.provider);
  if (payment.providerReference !== null) return provider.retrieveIntent(payment.providerReference);
  const intent = await provider.createIntent(intentOf(payment, session), payment.id);
  await context.step('payment.intent-made');
  const isKept = await keepReference(context, payment, intent.reference);
  await context.step('payment.intent-kept');
  return isKept ? intent : null;
}

/**
 * Stores the provider's reference of a payment under its session's lock. The end of a payment decides under the same lock
 * whether there is something to give back; for a reference that comes later, this alone notes it.
 */
async function keepReference(
  { db }: Context,
  { id, sessionId }: Payment,
  reference: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSession(tx, sessionId);
    const hasEnded = notInArray(payments.status, [...LIVE_STATUSES]);
    const [changed] = await tx
      .update(payments)
      .set({
        providerReference: reference,
        releaseStatus: sql`case when ${hasEnded} then 'DUE' else ${payments.releaseStatus} end`,
      })
      .where(and(eq(payments.id, id), isNull(payments.providerReference)))
      .returning({ status: payments.status });
    const { status } = changed ?? (await findPayment(tx, sessionId, id));
    return isLive(status);
  });
}

function intentOf(payment: Payment, session: Session): CreateIntent {
  const hold = holdOf(payment.paymentMethod, session.amount);
  const isSetup = hold === 'SETUP';
  return {
    mode: isSetup ? 'SETUP' : 'PAYMENT',
    paymentMethod: payment.paymentMethod,
    amount: isSetup ? 0 : session.amount,
    currency: session.currency,
    captureLater: hold === 'AUTHORIZED',
    saveInstrument: isSetup || payment.saveInstrument,
    customerReference: session.paymentCustomerId,
    statementText: session.referenceText,
    ...(payment.returnUrl !== null && { returnUrl: payment.returnUrl }),
  };
}

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
import type { Session } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';

type PaymentRequest = Schemas['PaymentRequest'];

/**
 * Checks the details that a person enters before the provider takes over. None of them are stored; the provider
 * receives them from the frames. A wallet need not tell the name on its card.
 *
 * @throws ApiError 400 naming the field, or `returnUrl`, which a provider's page and 3-D Secure need.
 */
export function checkProviderDetails({ paymentMethod, details, returnUrl }: PaymentRequest): void {
  if (isOfFlow(paymentMethod, 'frames') && details?.wallet === undefined) {
    requiredText(details?.cardHolder, 'cardHolder');
  }
  if (returnUrl === undefined) throw new ApiError('errormessage.payment.return.url.required', 'returnUrl');
}

/**
 * Returns the provider's intent of a payment. The first call creates it; later calls retrieve it.
 *
 * @returns null if the payment ended while its intent was being created. That intent is released and must not be
 * confirmed.
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
 * Stores the provider's reference of a payment under its session's lock. When a payment ends, the same lock covers the
 * decision whether anything must be released. If the reference arrives after that, only this function marks the release
 * as due. One statement does this: an update that waited for the lock reads its row again and decides on that.
 */
async function keepReference(
  { db }: Context,
  { id, sessionId }: Payment,
  reference: string,
): Promise<boolean> {
  const session = db
    .$with('session')
    .as(
      db
        .select({ id: paymentSessions.id })
        .from(paymentSessions)
        .where(eq(paymentSessions.id, sessionId))
        .for('update'),
    );
  const hasEnded = notInArray(payments.status, [...LIVE_STATUSES]);
  const [changed] = await db
    .with(session)
    .update(payments)
    .set({
      providerReference: reference,
      releaseStatus: sql`case when ${hasEnded} then 'DUE' else ${payments.releaseStatus} end`,
    })
    .from(session)
    .where(and(eq(payments.id, id), eq(payments.sessionId, session.id), isNull(payments.providerReference)))
    .returning({ status: payments.status });
  const { status } = changed ?? (await findPayment(db, sessionId, id));
  return isLive(status);
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

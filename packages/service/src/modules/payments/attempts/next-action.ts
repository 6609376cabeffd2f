import { isOfFlow } from '@upc/contract/catalogue';
import type { Payment as PaymentAnswer, Schemas } from '@upc/contract/gateway';
import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { isGivenAtProvider } from '../methods.js';
import { describePayment, findPayment, type Payment } from '../payments.js';
import {
  type PaymentProvider,
  type ProviderIntent,
  ProviderUnavailableError,
} from '../providers/provider.js';
import type { SessionOfStudio } from '../sessions/sessions.js';
import { ensureIntent } from './provider-attempt.js';

type NextAction = Schemas['NextAction'];

/**
 * An answer about a payment, with what has to be done next. When the payment was cancelled while the provider was
 * asked, it is answered as cancelled, and the provider's secret is given to nobody.
 *
 * @throws ApiError 503 when the provider does not answer and nothing can continue without it.
 */
export async function withNextAction(
  context: Context,
  found: SessionOfStudio,
  answer: PaymentAnswer,
  language: string,
): Promise<PaymentAnswer> {
  const { db } = context;
  if (isAtEnd(answer)) return answer;
  const payment = await findPayment(db, found.session.id, answer.id);
  const isAsked = isWaiting(payment);
  const nextAction = isAsked ? await nextActionOf(context, found, payment) : undefined;
  if (answer.status !== 'CREATED' && nextAction === undefined) return answer;
  const after = isAsked ? await findPayment(db, found.session.id, answer.id) : payment;
  if (after.status === 'CANCELLED') return describePayment(context, db, after, language);
  return nextAction ? { ...answer, nextAction } : answer;
}

/** Whether nobody has to do anything more for the payment, whatever happens to it. */
function isAtEnd({ status }: PaymentAnswer): boolean {
  return status === 'PREAUTHED' || status === 'FAILED' || status === 'CANCELLED';
}

/**
 * The next step for the person, or for the provider's frame, before the payment can continue. Asked of the provider each
 * time: the client secret and the address of a challenge are never stored.
 *
 * @returns undefined when there is nothing to do.
 */
async function nextActionOf(
  context: Context,
  { session, studio }: SessionOfStudio,
  payment: Payment,
): Promise<NextAction | undefined> {
  try {
    const intent = await ensureIntent(context, { payment, session, studio });
    if (intent === null) return undefined;
    const { status, redirectUrl, clientSecret } = intent;
    const provider = context.providers.named(studio, payment.provider);
    if (status === 'ACTION_REQUIRED' && redirectUrl !== undefined)
      return hasForbiddenRedirect(provider, intent) ? undefined : { type: 'REDIRECT', url: redirectUrl };
    // A challenge without an address is shown by the provider's component, which continues what it began.
    const isForComponent = status === 'REQUIRES_CONFIRMATION' || status === 'ACTION_REQUIRED';
    if (!isForComponent || clientSecret === undefined) return undefined;
    const { name, publicKey } = provider.publicConfiguration(studio.publicKey);
    return { type: 'PROVIDER_CONFIRM', provider: name, clientSecret, ...(publicKey && { publicKey }) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    // The person may already be with the bank; the poll that comes next asks again.
    if (payment.status === 'ACTION_REQUIRED') return undefined;
    throw new ApiError('errormessage.payment.provider.unavailable');
  }
}

/** Secured fields are confirmed from the start; a page of the provider is there once it was asked for. */
function isWaiting({ status, paymentMethod }: Payment): boolean {
  if (status === 'CREATED') return isOfFlow(paymentMethod, 'frames');
  return status === 'ACTION_REQUIRED' && isGivenAtProvider(paymentMethod);
}

/** Whether an intent would send the person to a host that the configuration of the gateway does not allow. */
export function hasForbiddenRedirect(
  { redirectOrigins }: PaymentProvider,
  { status, redirectUrl }: ProviderIntent,
): boolean {
  if (status !== 'ACTION_REQUIRED' || redirectUrl === undefined) return false;
  return !URL.canParse(redirectUrl) || !redirectOrigins.includes(new URL(redirectUrl).origin);
}

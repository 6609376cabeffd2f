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
 * Describes a payment that was just read or changed, with the next action. If the payment was cancelled during the query
 * to the provider, the response shows it as cancelled and does not reveal the provider's secret.
 *
 * @throws ApiError 503 when the provider does not respond and nothing can continue without it.
 */
export async function describeWithNextAction(
  context: Context,
  found: SessionOfStudio,
  payment: Payment,
  language: string,
): Promise<PaymentAnswer> {
  const { db } = context;
  const answer = await describePayment(context, db, payment, language);
  if (!isWaiting(payment)) return answer;
  const nextAction = await nextActionOf(context, found, payment);
  const after = await findPayment(db, found.session.id, payment.id);
  if (after.status === 'CANCELLED') return describePayment(context, db, after, language);
  return nextAction ? { ...answer, nextAction } : answer;
}

/**
 * Returns the next step for the person, or for the provider's frame, before the payment can continue. Each call queries
 * the provider, because the client secret and the address of a challenge are never stored.
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
    // A challenge without an address is shown by the provider's component, which continues where it left off.
    const isForComponent = status === 'REQUIRES_CONFIRMATION' || status === 'ACTION_REQUIRED';
    const { name, publicKey } = provider.publicConfiguration(studio.publicKey);
    if (!isForComponent || clientSecret === undefined || name === 'BANK') return undefined;
    return { type: 'PROVIDER_CONFIRM', provider: name, clientSecret, ...(publicKey && { publicKey }) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    // The person may already be at the bank. The next poll queries the provider again.
    if (payment.status === 'ACTION_REQUIRED') return undefined;
    throw new ApiError('errormessage.payment.provider.unavailable');
  }
}

/**
 * Returns whether a payment waits for the person or the provider's frame. Secured fields can be confirmed from the
 * start. A provider's page exists only after it was requested.
 */
function isWaiting({ status, paymentMethod }: Payment): boolean {
  if (status === 'CREATED') return isOfFlow(paymentMethod, 'frames');
  return status === 'ACTION_REQUIRED' && isGivenAtProvider(paymentMethod);
}

/** Returns whether an intent would send the person to a host that the gateway configuration does not allow. */
export function hasForbiddenRedirect(
  { redirectOrigins }: PaymentProvider,
  { status, redirectUrl }: ProviderIntent,
): boolean {
  if (status !== 'ACTION_REQUIRED' || redirectUrl === undefined) return false;
  return !URL.canParse(redirectUrl) || !redirectOrigins.includes(new URL(redirectUrl).origin);
}

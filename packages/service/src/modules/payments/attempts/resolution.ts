import { randomUUID } from 'node:crypto';
import { catalogue, isOfFlow } from '@upc/contract/catalogue';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { StoredJsonError } from '../../../core/database/stored-schema.js';
import type { ApiError, DeclineCode } from '../../../core/errors/api-error.js';
import { newToken } from '../../../core/secrets/tokens.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { expiryNoticeDay } from '../instruments/instruments.js';
import type { paymentInstruments } from '../instruments/instruments.tables.js';
import { isGivenAtProvider } from '../methods.js';
import { isOpenAtProvider, lockPayment, type Payment } from '../payments.js';
import { INSTRUMENT } from '../payments.stored.js';
import { payments, type PaymentStatus } from '../payments.tables.js';
import {
  type ConfirmIntent,
  type ProviderInstrument,
  type ProviderIntent,
  ProviderRequestError,
  ProviderUnavailableError,
} from '../providers/provider.js';
import type { LockedPayment, Session } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { changePayment, type PaymentChange } from '../state.js';
import { loadConfirmation } from './direct-debit-attempt.js';
import { hasForbiddenRedirect } from './next-action.js';
import { ensureIntent } from './provider-attempt.js';
import { isReleased, releasePayment } from './release.js';

type Details = ProviderInstrument['details'];

/**
 * Returns the intent with instrument details that can be stored. Money may already be held, so details that violate the
 * provider's own description must not keep the payment from its outcome. If possible, the text fields are kept;
 * otherwise the details are emptied. The log names the faulty place.
 */
function withFittingDetails(
  { report }: Pick<Context, 'report'>,
  { id, paymentMethod }: Payment,
  intent: ProviderIntent,
): ProviderIntent {
  const { instrument } = intent;
  if (!instrument) return intent;
  const fault = faultOf(instrument.details, `payments.instrument_details (row ${id})`);
  if (fault === null) return intent;
  report(fault);
  const key = catalogue[paymentMethod].detailsKey;
  const texts = Object.entries(instrument.details[key] ?? {}).filter(([, said]) => typeof said === 'string');
  const fitting = [Object.fromEntries(texts), {}, NO_ACCOUNT]
    .map((member): Details => ({ [key]: member }))
    .find((details) => faultOf(details, id) === null);
  if (fitting) return { ...intent, instrument: { ...instrument, details: fitting } };
  const { instrument: _, ...rest } = intent;
  return rest;
}

/** Empty details for methods that debit an IBAN. */
const NO_ACCOUNT = { bankAccountDetails: { accountHolder: '', iban: '' } };

function faultOf(details: Details, place: string): StoredJsonError | null {
  try {
    INSTRUMENT.write(details, place);
    return null;
  } catch (fault) {
    if (fault instanceof StoredJsonError) return fault;
    throw fault;
  }
}

interface Found {
  readonly payment: Payment;
  readonly session: Session;
  readonly studio: Studio;
}

/** The result of a query to the provider about a payment. */
type Outcome =
  | { readonly kind: 'answered'; readonly intent: ProviderIntent }
  | { readonly kind: 'refused'; readonly code: DeclineCode; readonly detail: string }
  | { readonly kind: 'silent' }
  /** The payment ended in the meantime. */
  | { readonly kind: 'ended' };

/**
 * Advances an undecided payment: queries the provider with the payment's own idempotency keys, so that repetitions are
 * harmless, and stores the outcome. Payments that are decided, or not yet confirmed, are left unchanged.
 *
 * @returns the payment afterwards; UNKNOWN when the provider did not give an outcome.
 */
export async function resolvePayment(context: Context, paymentId: string, traceId: string): Promise<Payment> {
  return resolveFound(context, await load(context, paymentId), traceId);
}

/** Advances a payment like `resolvePayment`, for a caller that has just read everything about it. */
export async function resolveFound(context: Context, found: Found, traceId: string): Promise<Payment> {
  if (!isOpenAtProvider(found.payment.status)) return found.payment;
  const outcome = await askProvider(context, found);
  await context.step('payment.confirmed');
  const settled = await settle(context, found, outcome, traceId);
  await context.step('payment.settled');
  return settled;
}

/**
 * Fetches the intent of a payment that has ended here, without confirming it, and releases what the provider still
 * holds.
 *
 * @throws ProviderUnavailableError when the provider does not respond: the webhook then fails, and its sender repeats
 * it.
 */
export async function checkEndedPayment(context: Context, paymentId: string, traceId: string): Promise<void> {
  const found = await load(context, paymentId);
  const { payment, studio } = found;
  if (payment.providerReference === null) return;
  const intent = await context.providers
    .named(studio, payment.provider)
    .retrieveIntent(payment.providerReference);
  await settle(context, found, { kind: 'answered', intent }, traceId);
  await releasePayment(context, paymentId, traceId);
}

/**
 * Queries the provider again about a payment that waits for the person, before it is replaced or cancelled. The person
 * may have agreed at the bank in the meantime, and a successful payment must stay.
 *
 * @throws ApiError the `refusal` when the payment has succeeded.
 */
export async function requireNoLateSuccess(
  context: Context,
  payment: Payment | null,
  refusal: (status: PaymentStatus) => ApiError,
  traceId: string,
): Promise<void> {
  if (payment?.status !== 'ACTION_REQUIRED') return;
  const { status } = await resolvePayment(context, payment.id, traceId);
  if (status === 'PREAUTHED') throw refusal(status);
}

async function load({ db }: Context, paymentId: string): Promise<Found> {
  const [found] = await db
    .select({ payment: payments, session: paymentSessions, studio: studios })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .where(eq(payments.id, paymentId));
  if (!found) throw new Error('The payment no longer exists.');
  return found;
}

async function askProvider(context: Context, found: Found): Promise<Outcome> {
  try {
    const intent = await advanceIntent(context, found);
    if (intent === null) return { kind: 'ended' };
    return hasForbiddenRedirect(context.providers.named(found.studio, found.payment.provider), intent)
      ? { kind: 'refused', code: 'PROCESSING_ERROR', detail: 'redirect to a host that is not allowed' }
      : { kind: 'answered', intent: withFittingDetails(context, found.payment, intent) };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return { kind: 'silent' };
    if (error instanceof ProviderRequestError) {
      return { kind: 'refused', code: 'PROCESSING_ERROR', detail: error.code };
    }
    throw error;
  }
}

async function advanceIntent(context: Context, found: Found): Promise<ProviderIntent | null> {
  const { payment, studio } = found;
  const made = await ensureIntent(context, found);
  if (made === null) return null;
  // The person confirms in the provider's frames, and the intent contains the result of every confirmation.
  if (made.status !== 'REQUIRES_CONFIRMATION' || isOfFlow(payment.paymentMethod, 'frames')) return made;
  const request = isGivenAtProvider(payment.paymentMethod)
    ? pageRequest(payment)
    : await loadConfirmation(context, payment);
  return context.providers
    .named(studio, payment.provider)
    .confirmIntent(made.reference, request, `${payment.id}:confirm`);
}

/** Builds a request for a provider's page that collects the details itself. */
function pageRequest({ paymentMethod, acceptance, returnUrl }: Payment): ConfirmIntent {
  return {
    paymentMethod,
    details: {},
    ...(acceptance && { acceptance: { ...acceptance, acceptedAt: new Date(acceptance.acceptedAt) } }),
    ...(returnUrl !== null && { returnUrl }),
  };
}

/** Translates an outcome into a payment event and its log record. */
function eventOf(
  outcome: Exclude<Outcome, { kind: 'ended' }>,
): Pick<PaymentChange, 'event' | 'failureCode' | 'record'> {
  if (outcome.kind === 'silent') {
    return { event: 'SILENT', record: { kind: 'PROVIDER_SILENT', detail: 'no response' } };
  }
  if (outcome.kind === 'refused') {
    const { code, detail } = outcome;
    return { event: 'REFUSED', failureCode: code, record: { kind: 'PROVIDER_REFUSED', detail } };
  }
  const { status, failure } = outcome.intent;
  if (status !== 'DECLINED') {
    return { event: status, record: { kind: 'PROVIDER_ANSWERED', detail: status } };
  }
  const code = failure?.code ?? 'DECLINED';
  return { event: status, failureCode: code, record: { kind: 'PROVIDER_REFUSED', detail: code } };
}

/** Stores the provider's outcome. @returns the payment afterwards */
async function settle(context: Context, found: Found, outcome: Outcome, traceId: string): Promise<Payment> {
  const { id } = found.payment;
  if (outcome.kind === 'ended') return (await load(context, id)).payment;
  return context.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, found.session.id, id);
    const { payment } = locked;
    return changePayment({ context, tx, traceId }, locked, {
      ...eventOf(outcome),
      isHeld: payment.providerReference !== null && holdsSomething(outcome, payment),
      instrumentDetails: detailsOf(payment, outcome),
      instrument: outcome.kind === 'answered' ? collectedBy(context, locked, outcome.intent) : null,
    });
  });
}

/**
 * Returns whether the provider may still hold something. A request that was rejected as invalid, and some refused
 * instruments, leave an intent that could still be confirmed.
 */
function holdsSomething(outcome: Outcome, { releaseStatus }: Payment): boolean {
  if (outcome.kind !== 'answered') return outcome.kind === 'refused';
  // A collected instrument holds no money, so it is released only once.
  const isLetGo = outcome.intent.mode === 'SETUP' && releaseStatus === 'DONE';
  return !isLetGo && !isReleased(outcome.intent);
}

/** Prefers the details that we masked ourselves; otherwise uses those masked by the provider. */
function detailsOf(payment: Payment, outcome: Outcome): Payment['instrumentDetails'] {
  const atProvider = outcome.kind === 'answered' ? outcome.intent.instrument?.details : undefined;
  return payment.instrumentDetails ?? atProvider ?? null;
}

/**
 * Builds the instrument that an intent has collected. It is listed in later sessions once its token has been used. In
 * ECOM with amount 0, saving is the only purpose and no usage follows, so it is listed immediately.
 *
 * @returns null if the instrument is not needed after this payment.
 */
function collectedBy(
  { clock }: Pick<Context, 'clock'>,
  { payment, session }: LockedPayment,
  intent: ProviderIntent,
): typeof paymentInstruments.$inferInsert | null {
  const details = payment.instrumentDetails ?? intent.instrument?.details;
  // An authorised amount is captured through its intent. Unless it is saved, the instrument is not needed again.
  if (!intent.instrument || !details || (payment.hold !== 'SETUP' && !payment.saveInstrument)) return null;
  const savedAtOnce = payment.saveInstrument && session.scope === 'ECOM' && session.amount === 0;
  return {
    id: randomUUID(),
    token: newToken(),
    paymentCustomerId: session.paymentCustomerId,
    paymentMethod: payment.paymentMethod,
    status: savedAtOnce ? 'ACTIVE' : 'COLLECTED',
    details,
    provider: payment.provider ?? 'SIMULATOR',
    providerReference: intent.instrument.reference,
    expiryNoticeOn: expiryNoticeDay(details),
    createdAt: clock.now(),
  };
}

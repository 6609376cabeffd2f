import { randomUUID } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import { findIbanFault, normalizeIban } from '@upc/contract/iban';
import { eq } from 'drizzle-orm';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError, PaymentDeclinedError } from '../../core/errors/api-error.js';
import type { RequestMeta } from '../../core/http/request-meta.js';
import { type KeyedRequest, requestHash } from '../../core/idempotency/idempotency.js';
import { hashToken } from '../../core/secrets/tokens.js';
import { type Customer, customerOfStudio } from '../customers/customers.js';
import { readSignature } from '../memberships/sign-up/signatures.js';
import { startPayment } from '../payments/attempts/attempt.js';
import { authenticatePayment } from '../payments/attempts/authentication.js';
import { paymentInstruments } from '../payments/instruments/instruments.tables.js';
import { offerMandate } from '../payments/mandates/mandate-offer.js';
import { offeredMethods } from '../payments/methods.js';
import { userSessionCreation } from '../payments/sessions/session-creation.js';
import { mandateOccasion, type SessionOfStudio } from '../payments/sessions/sessions.js';
import { paymentSessions } from '../payments/sessions/sessions.tables.js';
import { replaceInstrument } from '../payments/usages/account-usages.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { type Amendment, changesOf, finishAmendment } from './amendments.js';
import type { PaymentData } from './amendments.stored.js';

/** Methods that debit an account with an IBAN. */
const METHODS = ['SEPA', 'CH_DD', 'LSV'] as const;
type Method = (typeof METHODS)[number];

/** A bank account as a member gives it. */
interface GivenAccount extends Pick<PaymentData, 'accountHolder' | 'bankName' | 'iban' | 'bic'> {
  readonly signature?: { readonly base64SvgSignature: string };
}

/** Returns the account that payment runs debit, with its number masked; null if they debit none. */
export async function accountOf(
  db: Database,
  { paymentInstrumentId }: Pick<Customer, 'paymentInstrumentId'>,
): Promise<Schemas['BankAccountInstrument']['bankAccountDetails'] | null> {
  if (paymentInstrumentId === null) return null;
  const [instrument] = await db
    .select({ details: paymentInstruments.details })
    .from(paymentInstruments)
    .where(eq(paymentInstruments.id, paymentInstrumentId));
  const { sepa, chDD, lsvDD } = instrument?.details ?? {};
  return (sepa ?? chDD ?? lsvDD)?.bankAccountDetails ?? null;
}

/**
 * Checks a bank account before it is requested.
 *
 * @throws ApiError 400 for an IBAN that the studio cannot debit, or a signature that is missing or cannot be read.
 */
export function checkedAccount(
  context: Pick<Context, 'clock'>,
  studio: Studio,
  { signature: given, ...account }: GivenAccount,
  { ip, userAgent, language, locale }: RequestMeta,
): PaymentData {
  const iban = normalizeIban(account.iban);
  methodFor(context, studio, iban);
  if (!given && settingsOf(studio).selfService.requireSignature) {
    throw new ApiError('errormessage.payment.signature.required', 'signature');
  }
  const signature = given ? readSignature(given.base64SvgSignature, 'signature.base64SvgSignature') : null;
  return { ...account, iban, signature, request: { ip, userAgent, language, locale } };
}

/** How an account is applied. */
interface Application {
  readonly traceId: string;
  /** Status of the amendment after a refusal; with PENDING, staff decide again. */
  readonly refused: 'REJECTED' | 'PENDING';
}

/**
 * Has the provider accept the bank account of an amendment that is being applied, and closes the amendment. The account
 * becomes a new instrument with a mandate of its own, exactly as if the member had given it in the widget; claims whose
 * debit is under way keep the earlier one.
 *
 * An unknown outcome leaves the amendment open, so that staff approve it again. Nothing is paid, so that a second
 * instrument does no harm.
 *
 * @throws ApiError 400 if the account cannot be debited or the provider refuses it, 403 if the member has not consented;
 * 503 if the outcome is unknown.
 */
export async function applyAccount(
  context: Context,
  studio: Studio,
  amendment: Amendment,
  { traceId, refused }: Application,
): Promise<void> {
  const customer = await customerOfStudio(context.db, studio.id, amendment.customerId);
  const data = changesOf(context.keys, amendment, 'PAYMENT_DATA');
  try {
    const token = await collectAccount(context, studio, customer, data, traceId);
    await replaceInstrument(context, { studio, customerId: customer.id }, token, unkeyed(context, traceId));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await finishAmendment(context, amendment, refused);
    throw error;
  }
  await finishAmendment(context, amendment, 'APPROVED');
}

/** Has the provider store a bank account with a mandate. @returns the token with which it is used. */
async function collectAccount(
  context: Context,
  studio: Studio,
  { id: customerId, profile }: Customer,
  { accountHolder, iban, signature, request }: PaymentData,
  traceId: string,
): Promise<string> {
  const paymentMethod = methodFor(context, studio, iban);
  const found = await openSession(context, studio, { customerId, paymentMethod }, traceId);
  const occasion = mandateOccasion(found, paymentMethod, true);
  const { reference, version, language } = offerMandate(context.mandateTexts, occasion, request.language);
  const meta = { ...request, ...unkeyed(context, traceId), key: randomUUID() };
  const { street = '', houseNumber = '', city = '', zipCode = '', countryCode = '', email } = profile ?? {};
  const address = {
    line1: `${street} ${houseNumber}`.trim(),
    ...{ city, postalCode: zipCode, country: countryCode },
  };
  const started = await startPayment(
    context,
    found,
    {
      paymentMethod,
      details: { accountHolder, iban, address, ...(email !== undefined && { email }) },
      mandate: { reference, version, language, accepted: true, ...(signature !== null && { signature }) },
    },
    meta,
  );
  const { status, paymentRequestToken, failure } = await authenticatePayment(context, found, started.id, {
    ...meta,
    key: randomUUID(),
  });
  if (paymentRequestToken !== undefined) return paymentRequestToken;
  if (status === 'FAILED' && failure && failure.code !== 'CANCELLED_ELSEWHERE') {
    throw new PaymentDeclinedError(failure.code, 'iban');
  }
  throw new ApiError('errormessage.payment.outcome.unknown');
}

async function openSession(
  context: Context,
  studio: Studio,
  { customerId, paymentMethod }: { readonly customerId: number; readonly paymentMethod: Method },
  traceId: string,
): Promise<SessionOfStudio> {
  const { token } = await userSessionCreation(context)(
    studio,
    { amount: 0, scope: 'MEMBER_ACCOUNT', customerId, permittedPaymentChoices: [paymentMethod] },
    unkeyed(context, traceId),
  );
  const [session] = await context.db
    .select()
    .from(paymentSessions)
    .where(eq(paymentSessions.tokenHash, hashToken(token)));
  if (!session) throw new Error('The session no longer exists.');
  return { session, studio };
}

/** Returns a request without an Idempotency-Key, whose repetition is a new request. */
function unkeyed(context: Pick<Context, 'keys'>, traceId: string): KeyedRequest {
  return { scope: 'self-service', key: null, hash: requestHash(context, () => randomUUID()), traceId };
}

/**
 * Returns the method with which a studio can debit an account.
 *
 * @throws ApiError 400 if the IBAN is wrong, or the studio cannot debit accounts like this.
 */
function methodFor({ clock }: Pick<Context, 'clock'>, studio: Studio, iban: string): Method {
  const offered = offeredMethods({
    ...{ scope: 'MEMBER_ACCOUNT', amount: 0, currency: studio.currency },
    ...{ enabled: studio.paymentMethods, permitted: null, creditor: studio.creditor },
    today: todayAt({ clock }, studio),
  });
  const methods = METHODS.filter((method) => offered.includes(method));
  const fitting = methods.find((method) => findIbanFault(iban, method) === null);
  if (fitting) return fitting;
  if (methods.length === 0) {
    const method = 'SEPA';
    throw new ApiError('errormessage.payment.method.not.offered', 'iban', { method });
  }
  throw new ApiError('errormessage.payment.iban.invalid', 'iban');
}

import { randomUUID } from 'node:crypto';
import { isOfFlow } from '@upc/contract/catalogue';
import type {
  Payment as PaymentAnswer,
  PaymentInstrumentDetails,
  PaymentRequest,
} from '@upc/contract/gateway';
import { and, eq, ne } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { alongside, type Write } from '../../../core/database/alongside.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { eventWrite } from '../../../core/events.js';
import { networkKey, networkWrite } from '../../../core/http/networks.js';
import type { RequestMeta } from '../../../core/http/request-meta.js';
import {
  isUnderKey,
  keepResult,
  type RequestWithKey,
  resultOf,
  resultWrite,
} from '../../../core/idempotency/idempotency.js';
import { idempotencyKeys } from '../../../core/idempotency/idempotency.tables.js';
import { type Instrument, isExpired, listedDetails, listInstruments } from '../instruments/instruments.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { holdOf, immediateDetails, isSaved } from '../methods.js';
import { findPayment, isLivePaymentOf, isUndecided, type Payment } from '../payments.js';
import { payments } from '../payments.tables.js';
import type { ProviderName } from '../providers/provider.js';
import { issueRequestToken } from '../sessions/request-token.js';
import {
  lockSession,
  requireValid,
  type Session,
  sessionMethods,
  type SessionOfStudio,
} from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { markCancelled } from '../state.js';
import { watchForAttack } from './attack-watch.js';
import { enforceAttemptLimits } from './attempt-limits.js';
import { mandateWrite, type PreparedDebit, prepareDirectDebit } from './direct-debit-attempt.js';
import { describeWithNextAction } from './next-action.js';
import { checkProviderDetails } from './provider-attempt.js';
import { releasePayment } from './release.js';
import { requireNoLateSuccess } from './resolution.js';

type NewPayment = typeof payments.$inferInsert;

/** The checked instrument of a request: a stored one, or a new one through its payment method. */
type Choice =
  | { readonly instrument: Instrument }
  | { readonly debit: PreparedDebit; readonly provider: ProviderName }
  /** Only the provider receives the details. */
  | { readonly atProvider: true; readonly provider: ProviderName }
  /** There are no details, so the payment is complete immediately. */
  | { readonly immediate: PaymentInstrumentDetails };

/** A checked payment request with the circumstances in which it was made. */
interface Attempt {
  readonly session: Session;
  readonly request: PaymentRequest;
  readonly choice: Choice;
  /** Network that the attempt counts for; null for one that no provider can refuse. */
  readonly network: string | null;
  readonly meta: RequestMeta & RequestWithKey;
}

/**
 * Starts an attempt (`POST /payments`). An undecided earlier attempt of the session blocks the new one; any other live
 * attempt is cancelled, so that a session has at most one usable token.
 *
 * @throws ApiError 400 naming the field, 401 for an ended session, 409 while an earlier attempt is undecided, 429 while
 * failed attempts require a wait.
 */
export async function startPayment(
  context: Context,
  found: SessionOfStudio,
  request: PaymentRequest,
  meta: RequestMeta & RequestWithKey,
): Promise<PaymentAnswer> {
  const payment = await makePayment(context, found, request, meta);
  return describeWithNextAction(context, found, payment, meta.language);
}

async function makePayment(
  context: Context,
  { session, studio }: SessionOfStudio,
  request: PaymentRequest,
  meta: RequestMeta & RequestWithKey,
): Promise<Payment> {
  const earlier = await findEarlier(context, context.db, session.id, meta);
  if (earlier.made !== null) return findPayment(context.db, session.id, earlier.made);
  const choice = await checkChoice(context, { session, studio }, request);
  const refusal = () => new ApiError('errormessage.payment.pending');
  await requireNoLateSuccess(context, earlier.live, refusal, meta.traceId);
  const isTried = 'debit' in choice || 'atProvider' in choice;
  if (isTried) await watchForAttack(context, studio.id, meta.traceId);
  const network = isTried ? networkKey(context, meta.ip) : null;
  const { payment, replaced } = await context.db.transaction(async (tx) => {
    const locked = await lockSession(tx, session.id);
    const { made, live } = await findEarlier(context, tx, session.id, meta);
    if (made !== null) return { payment: await findPayment(tx, session.id, made), replaced: null };
    requireValid(locked, context.clock.now());
    if (locked.status === 'USING' || (live && isUndecided(live.status))) {
      throw new ApiError('errormessage.payment.pending');
    }
    if (live && 'instrument' in choice && live.instrumentId === choice.instrument.id) {
      // The payer chose the instrument that this session has already collected, so the existing payment and its token
      // are returned.
      await keepResult(context, tx, meta, live.id);
      return { payment: live, replaced: null };
    }
    if ('instrument' in choice) await requireStillKept(tx, choice.instrument);
    if (network !== null) await enforceAttemptLimits(context, tx, { session, studio, network });
    if (live) {
      const unit = { context, tx, traceId: meta.traceId };
      await markCancelled(unit, { session: locked, payment: live }, 'CANCELLED_ELSEWHERE');
    }
    const attempt = { session, request, choice, network, meta };
    return { payment: await insertPayment(context, tx, attempt), replaced: live };
  });
  await context.step('payment.created');
  if (!replaced) return payment;
  await releasePayment(context, replaced.id, meta.traceId);
  // The provider may have taken long, and the payment may have been cancelled in the meantime.
  return findPayment(context.db, session.id, payment.id);
}

interface Earlier {
  /** Id of the payment that the same request has made. */
  readonly made: string | null;
  /** The live payment of the session. */
  readonly live: Payment | null;
}

/**
 * Finds what exists in a session before an attempt.
 *
 * @throws ApiError 409 when the key was used with another request.
 */
async function findEarlier(
  context: Context,
  db: Database,
  sessionId: string,
  keyed: RequestWithKey,
): Promise<Earlier> {
  const [found] = await db
    .select({ result: idempotencyKeys, live: payments })
    .from(paymentSessions)
    .leftJoin(idempotencyKeys, isUnderKey(context, keyed))
    .leftJoin(payments, isLivePaymentOf(paymentSessions.id))
    .where(eq(paymentSessions.id, sessionId));
  return { made: resultOf(keyed, found?.result ?? null), live: found?.live ?? null };
}

async function checkChoice(
  context: Context,
  { session, studio }: SessionOfStudio,
  request: PaymentRequest,
): Promise<Choice> {
  const { paymentMethod, paymentInstrumentToken } = request;
  if (!sessionMethods(context, { session, studio }).includes(paymentMethod)) {
    throw new ApiError('errormessage.payment.method.not.offered', 'paymentMethod', { method: paymentMethod });
  }
  if (request.details?.wallet !== undefined && !isOfFlow(paymentMethod, 'frames')) {
    throw new ApiError('errormessage.payment.wallet.not.allowed', 'details.wallet', {
      method: paymentMethod,
    });
  }
  if (paymentInstrumentToken === undefined) {
    if (isOfFlow(paymentMethod, 'none')) return { immediate: immediateDetails[paymentMethod] };
    // The provider is chosen once, so that the checks below and the stored payment agree.
    const provider = context.providers.serving(studio, paymentMethod);
    if (!provider) throw new ApiError('errormessage.payment.provider.unavailable');
    const { name } = provider;
    if (isOfFlow(paymentMethod, 'debit')) {
      const { mandateTexts } = context;
      const found = { session, studio };
      return {
        debit: prepareDirectDebit({ mandateTexts, provider }, found, paymentMethod, request),
        provider: name,
      };
    }
    checkProviderDetails(request);
    return { atProvider: true, provider: name };
  }
  const instruments = await listInstruments(context, { session, studio });
  const instrument = instruments.find((candidate) => candidate.token === paymentInstrumentToken);
  if (instrument?.paymentMethod !== paymentMethod) {
    throw new ApiError('errormessage.payment.instrument.unknown', 'paymentInstrumentToken');
  }
  if (isExpired(instrument.details, context.clock.now())) {
    throw new ApiError('errormessage.payment.instrument.expired', 'paymentInstrumentToken');
  }
  return { instrument };
}

/**
 * Checks that an instrument is still stored, and locks it.
 *
 * @throws ApiError 400 if the instrument was removed in the meantime, or was collected by an attempt of the session
 * that has since been cancelled.
 */
async function requireStillKept(tx: Database, { id }: Instrument): Promise<void> {
  const [kept] = await tx
    .select()
    .from(paymentInstruments)
    .where(and(eq(paymentInstruments.id, id), ne(paymentInstruments.status, 'DISCARDED')))
    // The lock prevents its removal before this payment is visible.
    .for('share');
  if (!kept) throw new ApiError('errormessage.payment.instrument.unknown', 'paymentInstrumentToken');
}

async function insertPayment(
  context: Context,
  tx: Database,
  { session, request, choice, network, meta }: Attempt,
): Promise<Payment> {
  const id = randomUUID();
  const now = context.clock.now();
  const saveInstrument = isSaved(session, request.paymentMethod, request.savePaymentInstrument);
  const base = {
    id,
    sessionId: session.id,
    paymentMethod: request.paymentMethod,
    returnUrl: request.returnUrl ?? null,
    createdAt: now,
    updatedAt: now,
    traceId: meta.traceId,
  };
  const preauthed = {
    status: 'PREAUTHED',
    ...issueRequestToken(context, id),
  } as const;
  const row: NewPayment =
    'instrument' in choice
      ? {
          ...base,
          ...preauthed,
          hold: 'STORED',
          provider: choice.instrument.provider,
          saveInstrument: false,
          instrumentId: choice.instrument.id,
          instrumentDetails: listedDetails(choice.instrument.paymentMethod, choice.instrument.details),
        }
      : 'immediate' in choice
        ? {
            ...base,
            ...preauthed,
            hold: 'NOTHING',
            saveInstrument: false,
            instrumentDetails: choice.immediate,
          }
        : {
            ...base,
            status: 'CREATED',
            hold: holdOf(request.paymentMethod, session.amount),
            provider: choice.provider,
            saveInstrument,
            ...('atProvider' in choice && saveInstrument && { acceptance: acceptanceOf(request, now, meta) }),
            ...('debit' in choice && { instrumentDetails: choice.debit.masked }),
          };
  const writes: Write[] = [
    resultWrite(context, tx, meta, id),
    eventWrite(context, tx, {
      kind: 'ATTEMPT_STARTED',
      detail: `${request.paymentMethod}${'instrument' in choice ? ', stored instrument' : ''}`,
      traceId: meta.traceId,
      sessionId: session.id,
      paymentId: id,
    }),
  ];
  if ('debit' in choice) writes.push(mandateWrite(context, tx, { paymentId: id, ...choice.debit }, meta));
  if (network !== null) writes.push(networkWrite(context, tx, id, network));
  const [payment] = await alongside(tx, writes).insert(payments).values(row).returning();
  if (!payment) throw new Error('The payment was not inserted.');
  return payment;
}

/**
 * Returns the circumstances in which a person allows a provider's page to collect an instrument that will be stored.
 */
function acceptanceOf(
  { paymentMethod }: PaymentRequest,
  acceptedAt: Date,
  { ip, userAgent }: RequestMeta,
): NewPayment['acceptance'] {
  // The provider's frames report this to the provider themselves.
  return isOfFlow(paymentMethod, 'frames') ? null : { ip, userAgent, acceptedAt: acceptedAt.toISOString() };
}

import type { PaymentMethod } from '@upc/contract/gateway';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { findNamedCustomer } from '../customers/customers.js';
import { lockCustomer, lockPerson } from '../customers/person.js';
import { ApiError } from '../errors/api-error.js';
import { textPart, type TextPart } from '../i18n/translate.js';
import type { Database } from '../store/database.js';
import { customers, paymentCustomers, paymentSessions, type Scope } from '../store/schema.js';
import { recordEvent } from './events.js';
import { currencyDigits, toMinorUnits } from '../domain/money.js';
import { hashToken } from '../platform/tokens.js';
import type { PartnerMeta } from '../domain/request-meta.js';
import { findMade, keepMade, partnerRequest } from '../requests/partner-request.js';
import { requestHash } from '../requests/request-hash.js';

/** Above it an amount is taken for a mistake. */
const LARGEST_AMOUNT = 999_999.99;

export interface UserSessionRequest {
  /** Decimal, in the studio's currency. */
  readonly amount: number;
  readonly scope: Scope;
  readonly referenceText: string;
  readonly customerId?: number;
  readonly paymentServiceCustomerId?: string;
  readonly permittedPaymentChoices?: readonly PaymentMethod[];
  readonly requireDirectDebitSignature?: boolean;
  readonly showExistingPaymentInstruments?: boolean;
  readonly savePaymentInstrument?: boolean | null;
}

export interface UserSession {
  readonly token: string;
  readonly validUntil: Date;
  readonly paymentCustomerId: string;
}

/**
 * Opens a user payment session (specification, Payment user session). The same request with the same Idempotency-Key
 * gets the same session: its token is derived again, because it is never stored.
 *
 * @throws ApiError for a request that the rules of the specification refuse, with the field as reference.
 */
export async function createUserSession(
  context: Context,
  studio: Studio,
  request: UserSessionRequest,
  meta: PartnerMeta,
): Promise<UserSession> {
  const { traceId } = meta;
  const partner = partnerRequest(studio, requestHash(context, 'user session', request), meta);
  const earlier = await findMade(context, context.db, partner);
  if (earlier !== null) return describeMade(context, earlier);
  const amount = sessionAmount(request, studio.currency);
  if (request.scope === 'MEMBER_ACCOUNT' && request.savePaymentInstrument === false) {
    throw new ApiError('errormessage.payment.saving.required', 'savePaymentInstrument');
  }
  const createdAt = context.clock.now();
  const sessionId = randomUUID();
  const [tokenKeyId] = context.keys.ids;
  const token = context.keys.sessionToken(sessionId, tokenKeyId);
  const validUntil = new Date(createdAt.getTime() + studio.sessionMinutes * 60_000);
  // Somebody is faster with the same request: then theirs is the answer.
  const made = await context.db.transaction(async (tx): Promise<UserSession | string> => {
    const faster = await keepMade(context, tx, partner, sessionId);
    if (faster !== sessionId) return faster;
    const known = await lockPaymentCustomer(tx, studio, request);
    const paymentCustomerId = known ?? randomUUID();
    if (known === null) {
      const person = { id: paymentCustomerId, studioId: studio.id, createdAt };
      await tx.insert(paymentCustomers).values(person).prepare('make_person').execute();
    }
    const session: typeof paymentSessions.$inferInsert = {
      id: sessionId,
      studioId: studio.id,
      paymentCustomerId,
      tokenHash: hashToken(token),
      tokenKeyId,
      scope: request.scope,
      amount,
      currency: studio.currency,
      referenceText: request.referenceText.trim(),
      permittedPaymentChoices: request.permittedPaymentChoices?.length
        ? [...request.permittedPaymentChoices]
        : null,
      requireDirectDebitSignature: request.requireDirectDebitSignature ?? false,
      showExistingPaymentInstruments: request.showExistingPaymentInstruments ?? true,
      savingAllowed: request.savePaymentInstrument ?? true,
      savingPreset: request.savePaymentInstrument !== true,
      status: 'OPEN',
      validUntil,
      createdAt,
      traceId,
    };
    await tx.insert(paymentSessions).values(session).prepare('make_session').execute();
    await recordEvent(context, tx, {
      kind: 'SESSION_CREATED',
      detail: `${request.scope} session made`,
      traceId,
      studioId: studio.id,
      sessionId,
    });
    return { token, validUntil, paymentCustomerId };
  });
  await context.step('session.created');
  return typeof made === 'string' ? describeMade(context, made) : made;
}

async function describeMade({ db, keys }: Context, sessionId: string): Promise<UserSession> {
  const [session] = await db.select().from(paymentSessions).where(eq(paymentSessions.id, sessionId));
  if (!session?.tokenKeyId) throw new Error('A session that was made under a key is gone.');
  const { validUntil, paymentCustomerId, tokenKeyId } = session;
  return { token: keys.sessionToken(sessionId, tokenKeyId), validUntil, paymentCustomerId };
}

/** @returns minor units */
function sessionAmount({ amount, scope }: UserSessionRequest, currency: string): number {
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.payment.amount.invalid', 'amount', { given: amount, problem });
  if (amount < 0) throw refuse(textPart('problem.amount.atLeast', { limit: 0 }));
  if (amount > LARGEST_AMOUNT) throw refuse(textPart('problem.amount.atMost', { limit: LARGEST_AMOUNT }));
  const minor = toMinorUnits(amount, currency);
  if (minor === null) {
    throw refuse(textPart('problem.amount.decimals', { currency, digits: currencyDigits(currency) }));
  }
  // MEMBER_ACCOUNT collects an instrument for payment runs; no usage takes such a token with an amount.
  if (scope === 'MEMBER_ACCOUNT' && minor > 0) {
    throw refuse(textPart('problem.amount.memberAccount'));
  }
  return minor;
}

/**
 * The person at the payment service, or null when a new one is to be made. Read under the lock: a member may be erased, or
 * move to another studio, meanwhile, and gets no session from then on.
 */
async function lockPaymentCustomer(
  tx: Database,
  studio: Studio,
  request: UserSessionRequest,
): Promise<string | null> {
  const { customerId, paymentServiceCustomerId } = request;
  if (customerId !== undefined) await lockCustomer(tx, customerId);
  else if (paymentServiceCustomerId !== undefined) await lockPerson(tx, paymentServiceCustomerId);
  return findPaymentCustomer(tx, studio, request);
}

async function findPaymentCustomer(
  db: Database,
  studio: Studio,
  { customerId, paymentServiceCustomerId }: UserSessionRequest,
): Promise<string | null> {
  if (customerId !== undefined && paymentServiceCustomerId !== undefined) {
    throw new ApiError('errormessage.payment.customer.ambiguous', 'paymentServiceCustomerId');
  }
  if (customerId !== undefined) {
    return (await findNamedCustomer(db, studio.id, customerId, 'customerId')).paymentCustomerId;
  }
  if (paymentServiceCustomerId === undefined) return null;
  const [known] = await db
    .select({ studioId: paymentCustomers.studioId, customerId: customers.id })
    .from(paymentCustomers)
    .leftJoin(customers, eq(customers.paymentCustomerId, paymentCustomers.id))
    .where(eq(paymentCustomers.id, paymentServiceCustomerId));
  // One of another studio is not known here: its id says nothing about a person of this studio.
  if (known?.studioId !== studio.id) {
    throw new ApiError('errormessage.payment.customer.unknown', 'paymentServiceCustomerId');
  }
  if (known.customerId !== null) {
    // Nothing is told of a member who has not consented, the id least of all.
    await findNamedCustomer(db, studio.id, known.customerId, 'paymentServiceCustomerId');
    throw new ApiError('errormessage.request.invalid', 'paymentServiceCustomerId', {
      problem: textPart('problem.customer.registered', { customerId: known.customerId }),
    });
  }
  return paymentServiceCustomerId;
}

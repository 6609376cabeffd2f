import { randomUUID } from 'node:crypto';
import { isOfFlow, methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod } from '@upc/contract/gateway';
import { eq, sql } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import type { EventKind } from '../../../core/events.js';
import { events } from '../../../core/events.tables.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { findResult, keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { currencyDigits, toMinorUnits } from '../../../core/money.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import { findNamedCustomer, lockCustomer, lockPerson } from '../../customers/customers.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import type { Scope } from '../../integrations/integrations.tables.js';
import { sessionEnd } from '../../studios/settings/session-lifetime.js';
import type { Studio } from '../../studios/studios.tables.js';
import { paymentSessions } from './sessions.tables.js';

/** A higher amount is treated as a mistake. */
const LARGEST_AMOUNT = 999_999.99;

interface UserSessionRequest {
  /** Decimal amount in the studio's currency. */
  readonly amount: number;
  readonly scope: Scope;
  /** The studio's name by default. */
  readonly referenceText?: string;
  readonly customerId?: number;
  readonly paymentServiceCustomerId?: string;
  readonly permittedPaymentChoices?: readonly PaymentMethod[];
  readonly requireDirectDebitSignature?: boolean;
  readonly showExistingPaymentInstruments?: boolean;
  readonly savePaymentInstrument?: boolean | null;
}

interface UserSession {
  readonly token: string;
  readonly validUntil: Date;
  readonly paymentCustomerId: string;
}

/** ANOTHER: a concurrent identical request was faster, and its session is returned. */
type Made =
  | { readonly by: 'THIS_REQUEST'; readonly session: UserSession }
  | { readonly by: 'ANOTHER'; readonly sessionId: string };

/**
 * Opens a user payment session.
 *
 * @throws ApiError for a request that violates the specification's rules.
 */
type CreateUserSession = (
  studio: Studio,
  request: UserSessionRequest,
  keyed: KeyedRequest,
) => Promise<UserSession>;

/**
 * Builds the function that opens user payment sessions (specification, Payment user session). A repeated request with
 * the same Idempotency-Key gets the same session. Its token is derived again, because tokens are never stored.
 *
 * A session for a new person without that key takes one prepared statement and needs no transaction.
 */
export function userSessionCreation(context: Context): CreateUserSession {
  const insertAlone = insertSession(context.db, { withPerson: true });
  return async (studio, request, keyed) => {
    const { traceId } = keyed;
    const earlier = await findResult(context, context.db, keyed);
    if (earlier !== null) return describeMade(context, earlier);
    const amount = sessionAmount(request, studio.currency);
    if (request.scope === 'MEMBER_ACCOUNT' && request.savePaymentInstrument === false) {
      throw new ApiError('errormessage.payment.saving.required', 'savePaymentInstrument');
    }
    const { sessionId, token, validUntil, row } = newSession(context, studio, {
      linkId: null,
      scope: request.scope,
      amount,
      referenceText: request.referenceText ?? studio.name,
      permittedPaymentChoices: request.permittedPaymentChoices,
      requireDirectDebitSignature: request.requireDirectDebitSignature ?? false,
      showExistingPaymentInstruments: request.showExistingPaymentInstruments ?? true,
      savingAllowed: request.savePaymentInstrument ?? true,
      savingPreset: request.savePaymentInstrument !== true,
      traceId,
    });
    const made = async (): Promise<Made> => {
      if (keyed.key === null && !namesPerson(request)) {
        const paymentCustomerId = randomUUID();
        await insertAlone.execute(row(paymentCustomerId));
        return { by: 'THIS_REQUEST', session: { token, validUntil, paymentCustomerId } };
      }
      return context.db.transaction(async (tx) => {
        const faster = await keepResult(context, tx, keyed, sessionId);
        if (faster !== sessionId) return { by: 'ANOTHER', sessionId: faster };
        const known = await lockPaymentCustomer(tx, studio, request);
        const paymentCustomerId = known ?? randomUUID();
        await insertSession(tx, { withPerson: known === null }).execute(row(paymentCustomerId));
        return { by: 'THIS_REQUEST', session: { token, validUntil, paymentCustomerId } };
      });
    };
    const result = await made();
    await context.step('session.created');
    return result.by === 'ANOTHER' ? describeMade(context, result.sessionId) : result.session;
  };
}

type SessionRow = typeof paymentSessions.$inferInsert;

interface NewSession extends Pick<
  SessionRow,
  | 'amount'
  | 'referenceText'
  | 'requireDirectDebitSignature'
  | 'savingAllowed'
  | 'savingPreset'
  | 'scope'
  | 'showExistingPaymentInstruments'
  | 'traceId'
> {
  readonly linkId: string | null;
  readonly permittedPaymentChoices: readonly PaymentMethod[] | undefined;
}

/** Prepares a session: its token, and the values for `insertSession`. */
function newSession(
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  studio: Studio,
  { permittedPaymentChoices: choices, referenceText, ...fields }: NewSession,
) {
  const createdAt = clock.now();
  const sessionId = randomUUID();
  const [tokenKeyId] = keys.ids;
  const token = keys.sessionToken(sessionId, tokenKeyId);
  const validUntil = sessionEnd(studio, createdAt);
  const row = (paymentCustomerId: string) => ({
    ...fields,
    id: sessionId,
    studioId: studio.id,
    paymentCustomerId,
    tokenHash: hashToken(token),
    tokenKeyId,
    currency: studio.currency,
    referenceText: referenceText.trim(),
    permittedPaymentChoices: choices?.length
      ? paymentSessions.permittedPaymentChoices.mapToDriverValue([...choices])
      : null,
    validUntil,
    createdAt,
    detail: `${fields.scope} session opened`,
  });
  return { sessionId, token, validUntil, row };
}

/**
 * Opens a session for the page of a payment link. The caller holds the person's lock. The person is not known to be the
 * customer, so the session shows no stored instruments but those that were given through the link.
 *
 * @param fields `amount` in minor units; 0 collects an instrument.
 * @returns its token.
 */
export async function createLinkSession(
  { context, tx, traceId }: UnitOfWork,
  studio: Studio,
  {
    paymentCustomerId,
    ...fields
  }: Pick<SessionRow, 'amount' | 'paymentCustomerId' | 'referenceText' | 'scope'> & {
    readonly linkId: string;
  },
): Promise<string> {
  const { token, row } = newSession(context, studio, {
    ...fields,
    permittedPaymentChoices: methodNames.filter((method) => !isOfFlow(method, 'none')),
    requireDirectDebitSignature: false,
    showExistingPaymentInstruments: false,
    savingAllowed: true,
    savingPreset: false,
    traceId,
  });
  await insertSession(tx, { withPerson: false }).execute(row(paymentCustomerId));
  return token;
}

function namesPerson({ customerId, paymentServiceCustomerId }: UserSessionRequest): boolean {
  return customerId !== undefined || paymentServiceCustomerId !== undefined;
}

/** Builds the statement that inserts a session and its event, and the person if it is a new one. */
function insertSession(db: Database, { withPerson }: { readonly withPerson: boolean }) {
  const given = sql.placeholder;
  const kind: EventKind = 'SESSION_CREATED';
  const person = db.$with('person').as(
    db
      .insert(paymentCustomers)
      .values({ id: given('paymentCustomerId'), studioId: given('studioId'), createdAt: given('createdAt') })
      .returning({ id: paymentCustomers.id }),
  );
  const session = db.$with('session').as(
    db
      .insert(paymentSessions)
      .values({
        id: given('id'),
        studioId: given('studioId'),
        paymentCustomerId: given('paymentCustomerId'),
        tokenHash: given('tokenHash'),
        tokenKeyId: given('tokenKeyId'),
        linkId: given('linkId'),
        scope: given('scope'),
        amount: given('amount'),
        currency: given('currency'),
        referenceText: given('referenceText'),
        // The value is already JSON. The column would turn null into a JSON null.
        permittedPaymentChoices: sql`${given('permittedPaymentChoices')}`,
        requireDirectDebitSignature: given('requireDirectDebitSignature'),
        showExistingPaymentInstruments: given('showExistingPaymentInstruments'),
        savingAllowed: given('savingAllowed'),
        savingPreset: given('savingPreset'),
        status: 'OPEN',
        validUntil: given('validUntil'),
        createdAt: given('createdAt'),
        traceId: given('traceId'),
      })
      .returning({ id: paymentSessions.id }),
  );
  return db
    .with(...(withPerson ? [person] : []), session)
    .insert(events)
    .values({
      kind,
      detail: given('detail'),
      traceId: given('traceId'),
      studioId: given('studioId'),
      sessionId: given('id'),
      createdAt: given('createdAt'),
    })
    .prepare(withPerson ? 'make_session_of_new_person' : 'make_session');
}

async function describeMade({ db, keys }: Context, sessionId: string): Promise<UserSession> {
  const [session] = await db.select().from(paymentSessions).where(eq(paymentSessions.id, sessionId));
  if (!session) throw new Error('The session stored under this key no longer exists.');
  const { validUntil, paymentCustomerId, tokenKeyId } = session;
  return { token: keys.sessionToken(sessionId, tokenKeyId), validUntil, paymentCustomerId };
}

/**
 * Checks the session's amount.
 *
 * @returns minor units
 */
function sessionAmount({ amount }: UserSessionRequest, currency: string): number {
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.payment.amount.invalid', 'amount', { given: amount, problem });
  if (amount < 0) throw refuse(textPart('problem.amount.atLeast', { limit: 0 }));
  if (amount > LARGEST_AMOUNT) throw refuse(textPart('problem.amount.atMost', { limit: LARGEST_AMOUNT }));
  const minor = toMinorUnits(amount, currency);
  if (minor === null) {
    throw refuse(textPart('problem.amount.decimals', { currency, digits: currencyDigits(currency) }));
  }
  return minor;
}

/**
 * Locks and finds the person at the payment service; returns null for a new one. The read happens under the lock,
 * because a member who is being erased or moved to another studio must not get a session.
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
    .select({
      studioId: paymentCustomers.studioId,
      movedCustomerId: paymentCustomers.movedCustomerId,
      customerId: customers.id,
    })
    .from(paymentCustomers)
    .leftJoin(customers, eq(customers.paymentCustomerId, paymentCustomers.id))
    .where(eq(paymentCustomers.id, paymentServiceCustomerId));
  // An id of another studio is treated as unknown here, because it does not identify a person of this studio.
  if (known?.studioId !== studio.id) {
    throw new ApiError('errormessage.payment.customer.unknown', 'paymentServiceCustomerId');
  }
  if (known.movedCustomerId !== null) {
    throw new ApiError('errormessage.permission.denied', 'paymentServiceCustomerId', {
      problem: textPart('problem.customer.otherStudio'),
    });
  }
  if (known.customerId !== null) {
    // For a member without consent, this refuses without revealing anything, least of all the id.
    await findNamedCustomer(db, studio.id, known.customerId, 'paymentServiceCustomerId');
    throw new ApiError('errormessage.request.invalid', 'paymentServiceCustomerId', {
      problem: textPart('problem.customer.registered', { customerId: known.customerId }),
    });
  }
  return paymentServiceCustomerId;
}

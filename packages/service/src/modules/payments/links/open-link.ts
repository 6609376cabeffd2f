import { and, desc, eq, inArray } from 'drizzle-orm';
import { todayAt } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError, PaymentDeclinedError } from '../../../core/errors/api-error.js';
import { type Customer, customerOfStudio, lockCustomer } from '../../customers/customers.js';
import type { Studio } from '../../studios/studios.tables.js';
import { debtClaims } from '../account/account.tables.js';
import { freeClaims, type OpenClaim, payableClaims } from '../account/claims.js';
import { settleDueClaims } from '../account/credit.js';
import { statementText } from '../charges/reserve-charge.js';
import { isLivePaymentOf, isOpenAtProvider, isUndecided, type Payment } from '../payments.js';
import { payments } from '../payments.tables.js';
import { createLinkSession } from '../sessions/session-creation.js';
import { isValid, type Session } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { closeLinkIfDone } from './complete-link.js';
import type { LinkPurpose } from './links.stored.js';
import { claimsOfLink, type PaymentLink, stateOf } from './links.js';
import { paymentLinks } from './links.tables.js';
import { purposeOf, useLinkPayment } from './use-link-payment.js';

/** A claim as the page shows it; `open` in minor units. */
interface ShownClaim extends OpenClaim {
  readonly description: string;
}

/** Tells the person that a payment came too late, or that others have paid the claims. */
const NOT_NEEDED = 'errormessage.payment.link.payment.not.needed';

/** What the page of a link shows. PENDING: a payment is in progress, so the page offers no form. */
export type OpenedLink =
  | { readonly status: 'PENDING' }
  | {
      readonly status: 'OPEN';
      readonly purpose: LinkPurpose;
      /** The step's number, counted from 1. */
      readonly number: number;
      readonly claims: readonly ShownClaim[];
      /** Minor units; 0 to collect an instrument. */
      readonly amount: number;
      /** Token of the session. */
      readonly token: string;
      /** Why a payment that the person has just made was not accepted, for the person. */
      readonly refusal: ApiError | null;
    };

interface LinkOfStudio {
  readonly link: PaymentLink;
  readonly studio: Studio;
}

/**
 * Opens a link, as often as its page asks: uses the payment that was made on the page, if any, and returns the next
 * step with a session for it. Opening it again, or on another device, continues the same session.
 *
 * @throws ApiError 410 when the link has expired, was used or is closed. The error reveals nothing about the person.
 */
export async function openLink(
  context: Context,
  { link, studio }: LinkOfStudio,
  traceId: string,
): Promise<OpenedLink> {
  let refusal: ApiError | null = null;
  for (const { session, live } of await sessionsOfLink(context.db, link.id)) {
    if (live?.status !== 'PREAUTHED' || session.status !== 'OPEN') continue;
    const result = await useLinkPayment(context, live.id, traceId);
    if (result.kind === 'LATER') return { status: 'PENDING' };
    if (result.kind === 'REFUSED') refusal = forPayer(result.error);
  }
  await refreshLink(context, { link, studio });
  return context.db.transaction(async (tx) => {
    const customer = await lockLinkedCustomer(tx, { link, studio });
    const current = await currentLink(tx, link.id);
    const state = stateOf(current, context.clock.now());
    const ended = new ApiError(
      refusal ? NOT_NEEDED : `errormessage.payment.link.${state === 'COMPLETED' ? 'used' : 'closed'}`,
    );
    if (state !== 'OPEN' && state !== 'EXPIRED') throw ended;
    const unit = { context, tx, traceId };
    const found = { link: current, studio };
    const step = await nextStep(unit, found);
    if (step === null) throw ended;
    const made = await sessionsOfLink(tx, current.id);
    if (made.some(isInProgress(unit))) return { status: 'PENDING' };
    const session = step === 'PENDING' ? null : sessionFor(unit, found, { made, step });
    if (session === null && state === 'EXPIRED') {
      throw new ApiError(refusal ? NOT_NEEDED : 'errormessage.payment.link.expired');
    }
    if (step === 'PENDING') return { status: 'PENDING' };
    const token = session
      ? context.keys.sessionToken(session.id, session.tokenKeyId)
      : await openSession(unit, found, { step, customer });
    return { status: 'OPEN', ...step, token, refusal };
  });
}

/** Returns a decline as it is. Other refusals are written for partners, so the person gets a text of their own. */
function forPayer(error: ApiError): ApiError {
  return error instanceof PaymentDeclinedError ? error : new ApiError(NOT_NEEDED);
}

/**
 * Lets credit pay what is due, and closes the link if nothing is left to do. The transaction is of its own, because the
 * link stays closed although the request is then refused.
 */
async function refreshLink(context: Context, { link, studio }: LinkOfStudio): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { id: customerId } = await lockLinkedCustomer(tx, { link, studio });
    await settleDueClaims(context, tx, customerId, todayAt(context, studio));
    await closeLinkIfDone(context, tx, link.id);
  });
}

/** @throws ApiError 410 when the customer has left the studio. */
async function lockLinkedCustomer(tx: Database, { link, studio }: LinkOfStudio): Promise<Customer> {
  await lockCustomer(tx, link.customerId);
  return customerOfStudio(tx, studio.id, link.customerId).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError('errormessage.payment.link.closed') : error;
  });
}

async function currentLink(tx: Database, id: string): Promise<PaymentLink> {
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, id));
  if (!link) throw new ApiError('errormessage.payment.link.closed');
  return link;
}

/** A step of the page: one purpose of the link. */
type Step = Pick<Extract<OpenedLink, { status: 'OPEN' }>, 'purpose' | 'number' | 'claims' | 'amount'>;

/** Returns the first purpose that is still open; PENDING while payments in progress cover it, null if none is open. */
async function nextStep(
  { context, tx }: Pick<UnitOfWork, 'context' | 'tx'>,
  { link, studio }: LinkOfStudio,
): Promise<Step | 'PENDING' | null> {
  const { customerId, purposes } = link;
  for (const [index, purpose] of purposes.entries()) {
    const number = index + 1;
    if (purpose === 'PAYMENT_INSTRUMENT') {
      if (link.isInstrumentOpen) return { purpose, number, claims: [], amount: 0 };
      continue;
    }
    const ids = await claimsOfLink(tx, link.id);
    const isOfLink = ({ id }: OpenClaim) => ids.includes(id);
    if (!(await payableClaims(context, tx, customerId)).some(isOfLink)) continue;
    const free = await freeClaims(context, tx, customerId, { today: todayAt(context, studio) });
    const claims = await describe(tx, free.filter(isOfLink));
    if (claims.length === 0) return 'PENDING';
    return { purpose, number, claims, amount: claims.reduce((sum, { open }) => sum + open, 0) };
  }
  return null;
}

async function describe(tx: Database, claims: readonly OpenClaim[]): Promise<ShownClaim[]> {
  const ids = claims.map(({ id }) => id);
  const { id, description } = debtClaims;
  const rows = await tx.select({ id, description }).from(debtClaims).where(inArray(id, ids));
  const descriptions = new Map(rows.map((row) => [row.id, row.description]));
  return claims.map((claim) => ({ ...claim, description: descriptions.get(claim.id) ?? '' }));
}

interface SessionOfLink {
  readonly session: Session;
  readonly live: Payment | null;
}

/** Returns the sessions of a link that have not ended, newest first, with their live payments. */
async function sessionsOfLink(db: Database, linkId: string): Promise<SessionOfLink[]> {
  return db
    .select({ session: paymentSessions, live: payments })
    .from(paymentSessions)
    .leftJoin(payments, isLivePaymentOf(paymentSessions.id))
    .where(
      and(eq(paymentSessions.linkId, linkId), inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING'])),
    )
    .orderBy(desc(paymentSessions.createdAt), desc(paymentSessions.id));
}

/** Returns whether a token is being used, or the outcome of an expired session's payment is unknown. */
function isInProgress({ context: { clock } }: Pick<UnitOfWork, 'context'>) {
  return ({ session, live }: SessionOfLink): boolean =>
    session.status === 'USING' ||
    (!isValid(session, clock.now()) && live !== null && isUndecided(live.status));
}

/**
 * Returns a session in which the person can continue the step: one with a payment at the provider, or one for the same
 * amount. A link that has expired lets the person only finish a payment.
 */
function sessionFor(
  { context: { keys, clock } }: Pick<UnitOfWork, 'context'>,
  { link }: LinkOfStudio,
  { made, step }: { readonly made: readonly SessionOfLink[]; readonly step: Step },
): Session | null {
  const now = clock.now();
  const usable = made.filter(
    ({ session, live }) =>
      isValid(session, now) &&
      purposeOf(session) === step.purpose &&
      keys.ids.includes(session.tokenKeyId) &&
      (live !== null || link.expiresAt > now),
  );
  const found =
    usable.find(({ live }) => live !== null && isOpenAtProvider(live.status)) ??
    usable.find(({ session }) => session.amount === step.amount);
  return found?.session ?? null;
}

async function openSession(
  unit: UnitOfWork,
  { link, studio }: LinkOfStudio,
  { step, customer }: { readonly step: Step; readonly customer: Customer },
): Promise<string> {
  const { purpose, claims, amount } = step;
  const isPayment = purpose === 'ACCOUNT_PAYMENT';
  return createLinkSession(unit, studio, {
    linkId: link.id,
    paymentCustomerId: customer.paymentCustomerId,
    scope: isPayment ? 'ECOM' : 'MEMBER_ACCOUNT',
    amount,
    referenceText: isPayment ? await statementText(unit.tx, studio, claims) : studio.name,
  });
}

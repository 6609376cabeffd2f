import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { renderSVG } from 'uqr';
import { todayAt } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { instantOf } from '../../../core/http/date-times.js';
import { textPart } from '../../../core/i18n/translate.js';
import { type Money, toMoney } from '../../../core/money.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import type { CustomerOfStudio } from '../../customers/customers.js';
import type { Studio } from '../../studios/studios.tables.js';
import { checkClaims, intendedClaims, openAmount, payableClaims } from '../account/claims.js';
import { settleDueClaims } from '../account/credit.js';
import type { LinkPurpose } from './links.stored.js';
import { paymentLinkClaims, paymentLinks, type LinkStatus } from './links.tables.js';

export type PaymentLink = typeof paymentLinks.$inferSelect;

const DAY_MS = 24 * 3600_000;
/** Days for which a link is valid unless the request says otherwise, and the most that it can be. */
export const LINK_DAYS = { usual: 30, most: 365 } as const;

export interface LinkRequest {
  readonly customerId: number;
  /** In the order in which the page serves them. */
  readonly purposes: readonly LinkPurpose[];
  /** By default the claims that are due. */
  readonly debtClaimIds?: readonly number[];
  /** A date-time in any form of the Open API. */
  readonly expiresAt?: string;
}

/** A link as its creator sees it. */
export interface DescribedLink {
  readonly id: string;
  readonly customerId: number;
  readonly status: LinkStatus | 'EXPIRED';
  readonly purposes: readonly LinkPurpose[];
  readonly debtClaimIds: readonly number[];
  /** What can still be paid with the link. */
  readonly amount: Money;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Makes a payment link. The caller has checked that the customer belongs to the studio, and holds the person's lock.
 *
 * @returns its id.
 * @throws ApiError 400 when nothing is open, when a claim is not an open claim of the customer, and for an expiry that
 * is in the past or too late; 409 when other payments are about to pay the claims.
 */
export async function createPaymentLink(
  { context, tx, traceId }: UnitOfWork,
  studio: Studio,
  { customerId, purposes, debtClaimIds = [], expiresAt }: LinkRequest,
  id = randomUUID(),
): Promise<string> {
  const { clock, keys } = context;
  const createdAt = clock.now();
  const [tokenKeyId] = keys.ids;
  const paysClaims = purposes.includes('ACCOUNT_PAYMENT');
  if (!paysClaims && debtClaimIds.length > 0) {
    throw new ApiError('errormessage.payment.claims.invalid', 'debtClaimIds', {
      problem: textPart('problem.link.claimsWithoutPurpose'),
    });
  }
  const claimIds = paysClaims ? await claimsToPay(context, tx, { studio, customerId }, debtClaimIds) : [];
  await tx.insert(paymentLinks).values({
    id,
    studioId: studio.id,
    customerId,
    tokenHash: hashToken(keys.paymentLinkToken(id, tokenKeyId)),
    tokenKeyId,
    purposes: [...purposes],
    isInstrumentOpen: purposes.includes('PAYMENT_INSTRUMENT'),
    status: 'OPEN',
    expiresAt: expiryOf(expiresAt, createdAt),
    createdAt,
    traceId,
  });
  if (claimIds.length > 0) {
    await tx.insert(paymentLinkClaims).values(claimIds.map((claimId) => ({ linkId: id, claimId })));
  }
  return id;
}

/** Returns the claims that a new link is to pay: the named ones, or those that are due. */
async function claimsToPay(
  context: Context,
  tx: Database,
  { studio, customerId }: CustomerOfStudio,
  named: readonly number[],
): Promise<readonly number[]> {
  const today = todayAt(context, studio);
  await settleDueClaims(context, tx, customerId, today);
  const claimIds = named.length > 0 ? named : null;
  if (claimIds) await checkClaims(context, tx, customerId, { claimIds, amount: 0, today });
  await openAmount(context, tx, customerId, { claimIds, today });
  const payable = await payableClaims(context, tx, customerId);
  const claims = intendedClaims(claimIds, payable, today).map(({ id }) => id);
  if (claims.length < named.length) throw new ApiError('errormessage.payment.claims.pending', 'debtClaimIds');
  return claims;
}

function expiryOf(asked: string | undefined, now: Date): Date {
  if (asked === undefined) return new Date(now.getTime() + LINK_DAYS.usual * DAY_MS);
  const expiresAt = instantOf(asked, 'expiresAt');
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  if (days > 0 && days <= LINK_DAYS.most) return expiresAt;
  throw new ApiError('errormessage.request.invalid', 'expiresAt', {
    problem: textPart('problem.link.expiry', { given: asked, days: LINK_DAYS.most }),
  });
}

/**
 * Returns the address of a link, and the same as a QR code in SVG for letters. The token is in the fragment, which
 * browsers do not send, so that no log and no header Referer contains it.
 */
export function addressOf(
  { keys, publicUrl }: Pick<Context, 'keys' | 'publicUrl'>,
  { id, tokenKeyId }: Pick<PaymentLink, 'id' | 'tokenKeyId'>,
): { readonly url: string; readonly qrCode: string } {
  const url = new URL(`/pay#${keys.paymentLinkToken(id, tokenKeyId)}`, publicUrl()).href;
  return { url, qrCode: renderSVG(url, { ecc: 'M', border: 4 }) };
}

/**
 * Finds a link of a studio.
 *
 * @throws ApiError 404 if there is no such link; 403 if it belongs to another studio.
 */
export async function findLink(db: Database, { id: studioId }: Studio, linkId: string): Promise<PaymentLink> {
  const [link] = await db.select().from(paymentLinks).where(eq(paymentLinks.id, linkId));
  if (!link) throw new ApiError('errormessage.payment.link.not.found', 'linkId', { linkId });
  if (link.studioId === studioId) return link;
  throw new ApiError('errormessage.permission.denied', 'linkId', {
    problem: textPart('problem.studio.other'),
  });
}

/** Cancels an open link; one that has ended stays as it is. The caller holds the person's lock. */
export async function cancelPaymentLink(tx: Database, linkId: string): Promise<void> {
  await tx
    .update(paymentLinks)
    .set({ status: 'CANCELLED' })
    .where(and(eq(paymentLinks.id, linkId), eq(paymentLinks.status, 'OPEN')));
}

/** Returns the ids of a link's claims, in order. */
export async function claimsOfLink(db: Database, linkId: string): Promise<number[]> {
  const rows = await db
    .select({ claimId: paymentLinkClaims.claimId })
    .from(paymentLinkClaims)
    .where(eq(paymentLinkClaims.linkId, linkId))
    .orderBy(asc(paymentLinkClaims.claimId));
  return rows.map(({ claimId }) => claimId);
}

/** Returns the state of a link: the stored one, or EXPIRED. */
export function stateOf({ status, expiresAt }: PaymentLink, now: Date): DescribedLink['status'] {
  return status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status;
}

/** Describes a link for its creator. */
export async function describeLink(
  context: Context,
  db: Database,
  { currency }: Studio,
  link: PaymentLink,
): Promise<DescribedLink> {
  const { id, customerId, purposes, createdAt, expiresAt } = link;
  const debtClaimIds = await claimsOfLink(db, id);
  const status = stateOf(link, context.clock.now());
  const payable = status === 'OPEN' ? await payableClaims(context, db, customerId) : [];
  const open = payable
    .filter((claim) => debtClaimIds.includes(claim.id))
    .reduce((sum, claim) => sum + claim.open, 0);
  const amount = toMoney(open, currency);
  return { id, customerId, status, purposes, debtClaimIds, amount, createdAt, expiresAt };
}

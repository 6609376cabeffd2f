import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import type { Scope } from '../../integrations/integrations.tables.js';
import type { Studio } from '../../studios/studios.tables.js';
import { lockPayment, type Payment } from '../payments.js';
import { payments } from '../payments.tables.js';
import type { LockedPayment, Session } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';

export const TOKEN_FIELD = 'paymentRequestToken';

/** A paymentRequestToken and the field name that errors use for it. */
export interface NamedToken {
  readonly token: string;
  readonly field: string;
}

/** A token and the scope that its session must have. */
export interface ScopedToken extends NamedToken {
  readonly scope: Scope;
}

export interface TokenOfPayment {
  readonly payment: Payment;
  readonly session: Session;
}

/**
 * Finds the payment of a paymentRequestToken. It is read without a lock, only to learn which session to lock
 * (`lockPayment`).
 *
 * @param person that the token must belong to; null accepts any person of the studio.
 * @throws ApiError 400 when the token does not exist or belongs to another customer. The error does not reveal which.
 */
export async function findToken(
  db: Database,
  studio: Studio,
  person: { readonly paymentCustomerId: string } | null,
  { token, field }: NamedToken,
): Promise<TokenOfPayment> {
  const [found] = await db
    .select({ payment: payments, session: paymentSessions })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .where(eq(payments.requestTokenHash, hashToken(token)));
  const isTheirs =
    found?.session.studioId === studio.id &&
    (person === null || found.session.paymentCustomerId === person.paymentCustomerId);
  if (!found || !isTheirs) throw new ApiError('errormessage.payment.token.invalid', field);
  return found;
}

/**
 * Finds several tokens of one person. Without a given person, all must belong to the same person as the first. Errors
 * are those of `findToken`.
 */
export async function findTokens<Asked extends NamedToken>(
  db: Database,
  studio: Studio,
  person: { readonly paymentCustomerId: string } | null,
  asked: readonly Asked[],
): Promise<(Asked & TokenOfPayment)[]> {
  const found: (Asked & TokenOfPayment)[] = [];
  for (const token of asked) {
    const owner = person ?? found[0]?.session ?? null;
    found.push({ ...token, ...(await findToken(db, studio, owner, token)) });
  }
  return found;
}

/**
 * Locks tokens in the order of their session ids, which every request follows, and reads them again, because they may
 * have been cancelled or replaced in the meantime.
 */
export async function lockTokens<Found extends TokenOfPayment>(
  tx: Database,
  tokens: readonly Found[],
): Promise<(Found & LockedPayment)[]> {
  const locked = new Map<Found, Found & LockedPayment>();
  for (const token of tokens.toSorted((a, b) => (a.session.id < b.session.id ? -1 : 1))) {
    locked.set(token, { ...token, ...(await lockPayment(tx, token.session.id, token.payment.id)) });
  }
  return tokens.flatMap((token) => locked.get(token) ?? []);
}

/**
 * Checks that a token can be used for the first time now (service design, tokens and usages).
 *
 * @throws ApiError 409 when its session was used; 400 when it has expired, was cancelled, has another scope, or was
 * made with a secret that is no longer configured.
 */
export function requireUsable(
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  { payment, session }: LockedPayment,
  scope: Scope,
  field = TOKEN_FIELD,
): void {
  const refuse = (code: 'used' | 'expired' | 'invalid') =>
    new ApiError(`errormessage.payment.token.${code}`, field);
  if (session.status === 'USED') throw refuse(payment.status === 'CANCELLED' ? 'invalid' : 'used');
  if (session.status === 'EXPIRING' || session.status === 'EXPIRED') throw refuse('expired');
  const { status, requestTokenKeyId: keyId } = payment;
  if (status !== 'PREAUTHED' || keyId === null || !keys.ids.includes(keyId)) throw refuse('invalid');
  if (session.validUntil <= clock.now()) throw refuse('expired');
  if (session.scope !== scope) {
    throw new ApiError('errormessage.payment.token.scope', field, { expected: scope });
  }
}

/**
 * Checks tokens that one request is about to reserve together.
 *
 * @throws ApiError like `requireUsable`, and 409 when another request is using one of them.
 */
export function requireAllUsable(
  context: Pick<Context, 'clock' | 'keys'>,
  tokens: readonly (ScopedToken & LockedPayment)[],
): void {
  for (const token of tokens) {
    if (token.session.status === 'USING') {
      throw new ApiError('errormessage.payment.token.pending', token.field);
    }
    requireUsable(context, token, token.scope, token.field);
  }
}

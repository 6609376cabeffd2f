import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import { recordEvent } from '../../../core/events.js';
import { studios } from '../../studios/studios.tables.js';
import { recordUnknown } from '../charging.js';
import type { Payment } from '../payments.js';
import { payments } from '../payments.tables.js';
import {
  type Movement,
  type PaymentProvider,
  type ProviderIntent,
  ProviderUnavailableError,
} from '../providers/provider.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { usages } from '../usages/usages.tables.js';

/**
 * Releases what the provider holds for a payment that can no longer be used: it cancels what is authorised or collected
 * and refunds what was paid. Does nothing when no release is due. If the provider does not respond, the release stays
 * due and the jobs retry it.
 *
 * @returns whether nothing is due any more.
 * @throws Error when the payment is used: its money is booked, so releasing it would always be wrong.
 */
export async function releasePayment(context: Context, paymentId: string, traceId: string): Promise<boolean> {
  const [found] = await context.db
    .select({ payment: payments, studio: studios })
    .from(payments)
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .where(eq(payments.id, paymentId));
  if (found?.payment.releaseStatus !== 'DUE') return true;
  const { payment, studio } = found;
  const about = { traceId, sessionId: payment.sessionId, paymentId };
  await requireUnused(context, paymentId);
  const holds = await holdsOf(context, payment);
  if (holds.length === 0) throw new Error('A release is due for a payment without an intent.');
  try {
    const provider = context.providers.named(studio, payment.provider);
    const details: string[] = [];
    for (const { reference, key } of holds) {
      const intent = await giveBack(provider, reference, { key, since: payment.createdAt });
      // A collected instrument holds no money, so nothing is owed even if the provider does not forget it.
      if (!isReleased(intent) && intent.mode !== 'SETUP') return false;
      details.push(intent.mode === 'SETUP' ? 'instrument not used' : describe(intent));
    }
    await context.step('release.provider-answered');
    await context.db.transaction(async (tx) => {
      await tx.update(payments).set({ releaseStatus: 'DONE' }).where(eq(payments.id, paymentId));
      await recordEvent(context, tx, { kind: 'RELEASED', detail: details.join(', '), ...about });
    });
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    await recordUnknown(context, error, {
      studioId: studio.id,
      detail: 'no response to the release; it will be retried',
      ...about,
    });
    return false;
  }
  await context.step('release.committed');
  return true;
}

interface Hold {
  readonly reference: string;
  /** Prefix of the idempotency key; the operation is appended. */
  readonly key: string;
}

/** Returns what the provider may hold for a payment: its own intent, and the charges of a sale that failed. */
async function holdsOf({ db }: Context, { id, providerReference }: Payment): Promise<Hold[]> {
  const charged = await db
    .select({ key: usages.id, reference: usages.providerReference })
    .from(usages)
    .where(and(eq(usages.paymentId, id), eq(usages.status, 'DECLINED')));
  return [{ key: id, reference: providerReference }, ...charged].flatMap(({ key, reference }, index) =>
    reference === null || (index > 0 && reference === providerReference) ? [] : [{ key, reference }],
  );
}

async function requireUnused({ db }: Context, paymentId: string): Promise<void> {
  const used = await db.$count(
    usages,
    and(eq(usages.paymentId, paymentId), inArray(usages.status, ['RESERVED', 'DONE'])),
  );
  if (used > 0) throw new Error(`A release is due for a used payment: ${paymentId}.`);
}

function describe({ status, amountRefunded, returned }: ProviderIntent): string {
  if (returned) return 'the bank has returned it';
  return amountRefunded > 0 ? 'refunded' : `provider says ${status}`;
}

async function giveBack(
  provider: PaymentProvider,
  reference: string,
  { key, since }: Movement,
): Promise<ProviderIntent> {
  const intent = await provider.retrieveIntent(reference);
  if (isReleased(intent)) return intent;
  const paid = intent.amountCaptured - intent.amountRefunded;
  return paid > 0
    ? provider.refundIntent(reference, paid, { key: `${key}:refund`, since })
    : provider.cancelIntent(reference, `${key}:cancel`);
}

/** Returns whether an intent is closed: the provider holds nothing for it, and it cannot be confirmed any more. */
export function isReleased(intent: ProviderIntent): boolean {
  const { status, mode, amountCaptured, amountRefunded, isStillOpen, returned } = intent;
  if (returned) return true;
  if (status === 'CANCELLED' || status === 'DECLINED') return !isStillOpen;
  return status === 'SUCCEEDED' && mode === 'PAYMENT' && amountRefunded === amountCaptured;
}

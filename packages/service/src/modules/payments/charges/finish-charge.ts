import { eq } from 'drizzle-orm';
import { calendarDateIn } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import { lockCustomer } from '../../customers/customers.js';
import { paymentCustomers } from '../../customers/customers.tables.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { bookPayment } from '../account/bookings.js';
import { recordUnknown } from '../attempts/unknown-outcome.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import {
  type ProviderIntent,
  ProviderRequestError,
  ProviderUnavailableError,
} from '../providers/provider.js';
import { charges } from './charges.tables.js';

/** A charge with everything it depends on. */
interface ChargeInHand {
  readonly charge: typeof charges.$inferSelect;
  readonly instrument: typeof paymentInstruments.$inferSelect;
  /** Of the instrument; while a charge is reserved, its member cannot move. */
  readonly studio: Studio;
}

async function loadCharge(db: Database, chargeId: string): Promise<ChargeInHand> {
  const [found] = await db
    .select({ charge: charges, instrument: paymentInstruments, studio: studios })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .innerJoin(studios, eq(studios.id, paymentCustomers.studioId))
    .where(eq(charges.id, chargeId));
  if (!found) throw new Error('A charge that was just there is gone.');
  return found;
}

type Outcome =
  | { readonly kind: 'TAKEN'; readonly reference: string }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode; readonly reference: string | null }
  | { readonly kind: 'UNKNOWN'; readonly why: ProviderUnavailableError };

/**
 * Brings a reserved charge to its end: has the provider take the money, with the charge's id as idempotency key, then
 * books. It can be called again and again, and from several places at once. One whose outcome nobody knows stays
 * reserved: it is neither called failed nor made a second time. A debit that is only pending is taken; whether it comes
 * back is asked later (`checkReturn`).
 *
 * @returns whether it is at its end.
 */
export async function finishCharge(context: Context, chargeId: string, traceId: string): Promise<boolean> {
  const found = await loadCharge(context.db, chargeId);
  if (found.charge.status !== 'RESERVED') return true;
  const outcome = await take(context, found);
  await context.step('charge.provider-answered');
  if (outcome.kind === 'UNKNOWN') {
    await recordUnknown(context, outcome.why, {
      studioId: found.studio.id,
      detail: `${nameOf(found)}: it stays reserved`,
      traceId,
    });
    return false;
  }
  await context.db.transaction(async (tx) => {
    await lockCustomer(tx, found.charge.customerId);
    const current = await loadCharge(tx, chargeId);
    if (current.charge.status === 'RESERVED') await settle({ context, tx, traceId }, current, outcome);
  });
  await context.step('charge.committed');
  return true;
}

async function take(context: Context, { charge, instrument, studio }: ChargeInHand): Promise<Outcome> {
  const { id, amount, currency, statementText, createdAt } = charge;
  const { providerReference: instrumentReference, paymentMethod, paymentCustomerId } = instrument;
  try {
    const intent = await context.providers.named(studio, instrument.provider).chargeInstrument(
      {
        instrumentReference,
        paymentMethod,
        amount,
        currency,
        customerReference: paymentCustomerId,
        statementText,
      },
      { key: id, since: createdAt },
    );
    return outcomeOf(intent);
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return { kind: 'UNKNOWN', why: error };
    if (!(error instanceof ProviderRequestError)) throw error;
    return { kind: 'DECLINED', code: 'PROCESSING_ERROR', reference: null };
  }
}

/** A charge without the person has no other way: whoever asks for the person has declined. */
function outcomeOf({ status, reference, failure }: ProviderIntent): Outcome {
  if (status === 'SUCCEEDED' || status === 'PROCESSING') return { kind: 'TAKEN', reference };
  const asksForPerson = status === 'ACTION_REQUIRED';
  const code = failure?.code ?? (asksForPerson ? 'AUTHENTICATION_FAILED' : 'DECLINED');
  return { kind: 'DECLINED', code, reference };
}

async function settle(
  { context, tx, traceId }: UnitOfWork,
  found: ChargeInHand,
  outcome: Exclude<Outcome, { kind: 'UNKNOWN' }>,
): Promise<void> {
  const { charge, studio } = found;
  const { id, customerId, amount, currency, claims, createdAt } = charge;
  const finishedAt = context.clock.now();
  const isTaken = outcome.kind === 'TAKEN';
  await tx
    .update(charges)
    .set({
      status: isTaken ? 'DONE' : 'DECLINED',
      failureCode: isTaken ? null : outcome.code,
      providerReference: outcome.reference,
      finishedAt,
    })
    .where(eq(charges.id, id));
  if (isTaken) {
    await bookPayment(context, tx, {
      customerId,
      by: { kind: 'CHARGE', id, createdAt },
      amount,
      currency,
      claimIds: claims.map(({ claimId }) => claimId),
      today: calendarDateIn(finishedAt, studio.timeZone),
      bookedAt: finishedAt,
    });
  }
  const kind = isTaken ? 'CHARGE_DONE' : 'CHARGE_DECLINED';
  await record(context, tx, found, { kind, detail: isTaken ? '' : outcome.code, traceId });
}

async function record(
  context: Context,
  db: Database,
  found: ChargeInHand,
  { kind, detail, traceId }: { kind: 'CHARGE_DONE' | 'CHARGE_DECLINED'; detail: string; traceId: string },
): Promise<void> {
  await recordEvent(context, db, {
    kind,
    detail: [nameOf(found), detail].filter(Boolean).join(': '),
    traceId,
    studioId: found.studio.id,
  });
}

const nameOf = ({ charge }: ChargeInHand): string => `charge ${charge.id} of customer ${charge.customerId}`;

import { eq } from 'drizzle-orm';
import { calendarDateIn } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { recordEvent } from '../../../core/events.js';
import { lockCustomer } from '../../customers/customers.js';
import { paymentCustomers } from '../../customers/customers.tables.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { bookPayment } from '../account/bookings.js';
import { type ProviderCharge, type ProviderChargeOutcome, chargeAtProvider } from '../charging.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { paymentContent } from '../payment-events.js';
import { charges } from './charges.tables.js';

/** A charge with everything it depends on. */
interface ChargeInHand {
  readonly charge: typeof charges.$inferSelect;
  readonly instrument: typeof paymentInstruments.$inferSelect;
  /** The studio of the instrument. A customer with a reserved charge cannot move to another studio. */
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
  if (!found) throw new Error('The charge no longer exists.');
  return found;
}

/**
 * Completes a reserved charge: the provider takes the money, with the charge's id as idempotency key, and the payment
 * is booked. It may be called repeatedly and concurrently. A charge with an unknown outcome stays reserved: it is
 * neither treated as failed nor made again. A pending debit counts as taken; `checkReturn` later checks whether the
 * bank returns it.
 *
 * @returns whether the charge is completed.
 */
export async function finishCharge(context: Context, chargeId: string, traceId: string): Promise<boolean> {
  const found = await loadCharge(context.db, chargeId);
  if (found.charge.status !== 'RESERVED') return true;
  const outcome = await chargeAtProvider(context, providerChargeOf(found, traceId));
  if (outcome.kind === 'UNKNOWN') return false;
  await context.db.transaction(async (tx) => {
    await lockCustomer(tx, found.charge.customerId);
    const current = await loadCharge(tx, chargeId);
    if (current.charge.status === 'RESERVED') await settle({ context, tx, traceId }, current, outcome);
  });
  await context.step('charge.committed');
  return true;
}

function providerChargeOf({ charge, instrument, studio }: ChargeInHand, traceId: string): ProviderCharge {
  const { id, amount, currency, statementText, createdAt } = charge;
  const { providerReference, provider, paymentMethod, paymentCustomerId } = instrument;
  return {
    of: 'charge',
    studio,
    provider,
    movement: { key: id, since: createdAt },
    source: {
      kind: 'INSTRUMENT',
      charge: {
        instrumentReference: providerReference,
        paymentMethod,
        amount,
        currency,
        customerReference: paymentCustomerId,
        statementText,
      },
    },
    unknown: { detail: `${nameOf(charge)}: it stays reserved`, traceId },
  };
}

async function settle(
  { context, tx, traceId }: UnitOfWork,
  found: ChargeInHand,
  outcome: Exclude<ProviderChargeOutcome, { kind: 'UNKNOWN' }>,
): Promise<void> {
  const { charge, instrument, studio } = found;
  const { id, customerId, amount, currency, claims, createdAt } = charge;
  const { paymentMethod } = instrument;
  const claimIds = claims.map(({ claimId }) => claimId);
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
      by: { kind: 'CHARGE', id, createdAt, studioId: studio.id, paymentMethod },
      amount,
      currency,
      claimIds,
      today: calendarDateIn(finishedAt, studio.timeZone),
      bookedAt: finishedAt,
    });
  } else {
    await emit(context, tx, studio.id, {
      type: 'PAYMENT_FAILED',
      entityId: customerId,
      content: {
        ...paymentContent({ kind: 'CHARGE', paymentMethod, amount, currency }),
        failureCode: outcome.code,
        debtClaimIds: claimIds,
      },
    });
  }
  await recordEvent(context, tx, {
    kind: isTaken ? 'CHARGE_DONE' : 'CHARGE_DECLINED',
    detail: isTaken ? nameOf(charge) : `${nameOf(charge)}: ${outcome.code}`,
    traceId,
    studioId: studio.id,
  });
}

const nameOf = ({ id, customerId }: ChargeInHand['charge']): string =>
  `charge ${id} of customer ${customerId}`;

import { eq } from 'drizzle-orm';
import type { UnitOfWork } from '../../context.js';
import { fromMinorUnits } from '../../domain/money.js';
import { recordEvent } from '../../payments/events.js';
import { idlePeriods } from '../../store/idle-period-tables.js';
import { emit } from '../../webhooks/outbox.js';
import { bringForward } from '../life/bring-forward.js';
import { freeDays } from './counted-terms.js';
import { totalFee } from './fees.js';
import type { FreezesOfContract, IdlePeriod } from './idle-periods.js';

/** The outcome of a freeze, for partners and for the studio. */
export type FreezeEvent = 'CREATED' | 'UPDATED' | 'CANCELLED';

/** Writes a freeze again, reports it, and makes the contract what follows from it, all in the transaction given. */
export async function writeFreeze(
  unit: UnitOfWork,
  freezes: FreezesOfContract,
  change: Pick<IdlePeriod, 'id' | 'version'> & Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>,
  event: FreezeEvent,
): Promise<IdlePeriod> {
  const { context, tx } = unit;
  const { id, version, ...values } = change;
  const [written] = await tx
    .update(idlePeriods)
    .set({ ...values, version: version + 1, updatedAt: context.clock.now() })
    .where(eq(idlePeriods.id, id))
    .returning();
  if (!written) throw new Error('A freeze that was just there is gone.');
  await tellOfFreeze(unit, freezes, written, event);
  return written;
}

/** Tells of a freeze that was just written, and makes the contract what follows from it. */
export async function tellOfFreeze(
  { context, tx, traceId }: UnitOfWork,
  { studio, contract }: FreezesOfContract,
  { id: idlePeriodId, state, asked }: IdlePeriod,
  event: FreezeEvent,
): Promise<void> {
  const total = totalFee(asked);
  await emit(context, tx, studio.id, {
    type: `CONTRACT_IDLE_PERIOD_${event}`,
    entityId: contract.customerId,
    content: {
      contractId: contract.id,
      idlePeriodId,
      ...(total === null ? {} : { idlePeriodAmount: fromMinorUnits(total, studio.currency) }),
      usedFreeTermsInDays: freeDays(asked),
    },
  });
  await recordEvent(context, tx, {
    kind: `IDLE_PERIOD_${event}`,
    detail: `contract ${contract.id}, freeze ${idlePeriodId}: ${asked.startDate} to ${asked.endDate ?? 'open'}, ${state}`,
    traceId,
    studioId: studio.id,
  });
  await bringForward(context, tx, contract.id);
}

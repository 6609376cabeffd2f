import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { type KeyedRequest, requestHash } from '../../core/idempotency/idempotency.js';
import { bookModule, cancelModule } from '../../modules/memberships/additional-modules/module-bookings.js';
import { moduleContractsOf } from '../../modules/memberships/additional-modules/module-contracts.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { cancelationReasons } from '../../modules/memberships/cancelations/cancelations.js';
import { createIdlePeriod } from '../../modules/memberships/idle-periods/changes.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { signUp } from '../../modules/memberships/sign-up/signup.js';
import { settingsOf } from '../../modules/studios/settings/studio-settings.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { studioFiles } from './studio-files.js';

/**
 * Gives the demo one member whose contract is idle, one whose idle period waits for the studio's decision and one with an
 * upcoming idle period, through the same steps as for real members, dated some weeks ago. Two of them have booked a
 * module, and one has cancelled it. Does nothing if idle periods exist.
 */
export async function seedIdleMembers(context: Context): Promise<void> {
  const { db } = context;
  if ((await db.$count(idlePeriods)) > 0) return;
  for (const { studio, idleMembers = [] } of studioFiles(context.clock.now())) {
    for (const member of idleMembers) await seedIdleMember(context, studio.id, member);
  }
}

type IdleMember = NonNullable<ReturnType<typeof studioFiles>[number]['idleMembers']>[number];

async function seedIdleMember(
  context: Context,
  studioId: number,
  { signedOn, contract, profile, module, idlePeriod, isPending }: IdleMember,
): Promise<void> {
  const { db } = context;
  const [studio] = await db.select().from(studios).where(eq(studios.id, studioId));
  if (!studio) return;
  const on = (day: string) => ({ ...context, clock: { now: () => new Date(`${day}T10:00:00Z`) } });
  const then = on(signedOn);
  // If several services start at the same time, the first one creates these rows, and the others receive its result.
  const once = (key: string, content: unknown): KeyedRequest => ({
    scope: `studio ${studioId} demo`,
    key: `${key} ${profile.email}`,
    hash: requestHash(context, () => content),
    traceId: randomUUID(),
  });
  const signup = { contract, customer: { profile, paymentRequestToken: undefined } };
  const customerId = await signUp(then, studio, signup, once('signup', signup));
  const [signed] = await db.select().from(contracts).where(eq(contracts.customerId, customerId));
  if (!signed) throw new Error('The contract of the demo was not found.');
  if (module) {
    const { bookedOn, cancelationDate: date, ...booking } = module;
    const atBooking = on(bookedOn);
    await bookModule(atBooking, studio, signed.id, booking, once('module', booking));
    if (date !== undefined)
      await cancelBooked(atBooking, studio, signed.id, date, once('module cancelation', date));
  }
  const request = { ...idlePeriod, temporalUnit: 'MONTH' } as const;
  const deciding = isPending ? thatDecides(studio) : studio;
  const sent = { contractId: signed.id, request, document: null };
  await createIdlePeriod(then, deciding, sent, once('idle period', sent));
}

async function cancelBooked(
  context: Context,
  studio: Studio,
  contractId: number,
  date: CalendarDate,
  keyed: KeyedRequest,
): Promise<void> {
  const [booked] = await moduleContractsOf(context.db, [contractId]);
  const [reason] = cancelationReasons(studio, 'en');
  if (!booked || !reason) throw new Error('The module of the demo cannot be cancelled.');
  const ids = { contractId, additionalModuleContractId: booked.id };
  await cancelModule(context, studio, ids, { date, reason }, keyed);
}

/** Returns the studio with a setting that makes it decide about each idle period itself. */
function thatDecides(studio: Studio): Studio {
  const idlePeriodSettings = {
    ...settingsOf(studio).idlePeriods,
    creationStatus: 'CHANGES_REQUIRE_VERIFICATION' as const,
  };
  return {
    ...studio,
    settings: { decided: { ...studio.settings.decided, idlePeriods: idlePeriodSettings } },
  };
}

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { type KeyedRequest, requestHash } from '../../core/idempotency/idempotency.js';
import { bookModule } from '../../modules/memberships/additional-modules/module-bookings.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { createIdlePeriod } from '../../modules/memberships/idle-periods/changes.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { signUp } from '../../modules/memberships/sign-up/signup.js';
import { settingsOf } from '../../modules/studios/settings/studio-settings.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';
import { studioFiles } from './studio-files.js';

/**
 * Gives the demo one member whose contract is idle and one whose idle period waits for the studio's decision, through
 * the same steps as for real members, dated some weeks ago. One of them has booked a module. Does nothing if idle
 * periods exist.
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
    const { bookedOn, ...booking } = module;
    await bookModule(on(bookedOn), studio, signed.id, booking, once('module', booking));
  }
  const request = { ...idlePeriod, temporalUnit: 'MONTH' } as const;
  const deciding = isPending ? thatDecides(studio) : studio;
  const sent = { contractId: signed.id, request, document: null };
  await createIdlePeriod(then, deciding, sent, once('idle period', sent));
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

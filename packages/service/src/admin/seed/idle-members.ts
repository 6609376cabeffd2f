import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { createIdlePeriod } from '../../modules/memberships/idle-periods/changes.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { signUp } from '../../modules/memberships/sign-up/signup.js';
import { settingsOf } from '../../modules/studios/settings/studio-settings.js';
import { type Studio, studios } from '../../modules/studios/studios.tables.js';

/** A membership that is paid for on two days of the year, so that nothing is due when it is signed. */
const OFF_PEAK = 4103;
const SIGNED_AGO = { value: 70, unit: 'DAY' } as const;
const MONTH = { value: 1, unit: 'MONTH' } as const;

const common = {
  street: 'Müllerstraße',
  houseNumber: '20',
  zipCode: '13353',
  city: 'Berlin',
  countryCode: 'DE',
  language: { languageCode: 'en' },
};

/** Members of the demo with an idle period; months are counted from the present one. */
const MEMBERS = [
  {
    profile: {
      ...common,
      firstName: 'Lena',
      lastName: 'Vogt',
      dateOfBirth: '1988-04-12',
      email: 'lena@example.com',
    },
    idlePeriod: { inMonths: 0, termValue: 2, reasonId: 4 },
    isPending: false,
  },
  {
    profile: {
      ...common,
      firstName: 'Tom',
      lastName: 'Ferrari',
      dateOfBirth: '1995-09-30',
      email: 'tom@example.com',
    },
    idlePeriod: { inMonths: 2, termValue: 1, reasonId: 1 },
    isPending: true,
  },
] as const;

/**
 * Gives the demo studio in Berlin a member whose contract is idle, and one whose idle period waits for the studio, in the way
 * that members get them: some weeks ago. Does nothing when there are idle periods.
 */
export async function seedIdleMembers(context: Context): Promise<void> {
  const { db } = context;
  const [studio] = await db.select().from(studios).where(eq(studios.id, 1001));
  if (!studio || (await db.$count(idlePeriods)) > 0) return;
  const today = calendarDateIn(context.clock.now(), studio.timeZone);
  const signedOn = addTerm(today, SIGNED_AGO, -1);
  const then = { ...context, clock: { now: () => new Date(`${signedOn}T10:00:00Z`) } };
  for (const { profile, idlePeriod, isPending } of MEMBERS) {
    // Of several services that start at once, the first makes them: the others are answered with what it has made.
    const meta = { traceId: randomUUID(), idempotencyKey: `demo ${profile.email}` };
    const contract = {
      contractOfferTermId: OFF_PEAK,
      startDate: addTerm(signedOn, { value: 7, unit: 'DAY' }),
    };
    const signup = { contract, customer: { profile, paymentRequestToken: undefined } };
    const customerId = await signUp(then, studio, signup, meta);
    const [signed] = await db.select().from(contracts).where(eq(contracts.customerId, customerId));
    if (!signed) throw new Error('The contract of the demo is not there.');
    const { inMonths, ...request } = idlePeriod;
    const startDate = addTerm(firstOfMonth(today), MONTH, inMonths);
    const sent = { ...request, startDate, temporalUnit: 'MONTH' } as const;
    const deciding = isPending ? thatDecides(studio) : studio;
    const once = { ...meta, idempotencyKey: `demo idle period of ${profile.email}` };
    await createIdlePeriod(then, deciding, { contractId: signed.id, request: sent, document: null }, once);
  }
}

function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01`;
}

/** The studio, as if it decided about every idle period itself. */
function thatDecides(studio: Studio): Studio {
  const idlePeriods = {
    ...settingsOf(studio).idlePeriods,
    creationStatus: 'CHANGES_REQUIRE_VERIFICATION' as const,
  };
  return { ...studio, settings: { decided: { ...studio.settings.decided, idlePeriods } } };
}

import { randomUUID } from 'node:crypto';
import { and, eq, gte, lte } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { findDuplicate, lockNewCustomers } from '../customers/duplicates.js';
import { insertPerson } from '../customers/new-customer.js';
import { checkPlausible } from '../customers/profile-rules.js';
import { addTerm, calendarDateIn, dayAfter, startOfDay, type CalendarDate } from '../domain/calendar.js';
import type { PersonProfile } from '../domain/customer-profile.js';
import type { PartnerMeta } from '../domain/request-meta.js';
import { requireDays } from '../domain/days.js';
import { slotsBetween, type SessionSlot, type TrialSession } from '../domain/trial-session.js';
import { ApiError } from '../errors/api-error.js';
import { textPart } from '../i18n/translate.js';
import { findMade, keepMade, partnerRequest } from '../requests/partner-request.js';
import { requestHash } from '../requests/request-hash.js';
import { trialSessionBookings, trialSessions } from '../store/class-tables.js';
import type { Database } from '../store/database.js';
import { studios } from '../store/schema.js';

/** The longest time that can be asked for at once. */
export const MOST_DAYS = 92;

/** Booked without a trainer. */
const NO_TRAINER = 0;

/** A studio of the legacy interface, which names it in each request, and what it offers. @throws ApiError 404 */
export async function trialSessionOf(
  db: Database,
  studioId: number,
): Promise<{ readonly studio: Studio; readonly session: TrialSession }> {
  const [found] = await db
    .select({ studio: studios, session: trialSessions.definition })
    .from(trialSessions)
    .innerJoin(studios, eq(studios.id, trialSessions.studioId))
    .where(eq(trialSessions.studioId, studioId));
  if (!found) throw new ApiError('errormessage.trial.session.not.found', 'studioId', { studioId });
  return found;
}

/**
 * The slots that can be booked on some days, the first and the last one included.
 *
 * @throws ApiError 400 when the days are in the wrong order, or too many.
 */
export async function freeSlots(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  session: TrialSession,
  { startDate, endDate }: { readonly startDate: CalendarDate; readonly endDate: CalendarDate },
): Promise<SessionSlot[]> {
  requireDays({ startDate, endDate }, { most: MOST_DAYS, field: 'endDate' });
  const now = clock.now();
  const end = endOfBooking(now, studio);
  const slots = slotsBetween(session, startDate, endDate, studio.timeZone).filter(
    ({ startsAt }) => startsAt > now && startsAt < end,
  );
  const [first] = slots;
  if (!first) return [];
  const last = slots.at(-1) ?? first;
  const booked = await db
    .select()
    .from(trialSessionBookings)
    .where(
      and(
        eq(trialSessionBookings.studioId, studio.id),
        gte(trialSessionBookings.startsAt, first.startsAt),
        lte(trialSessionBookings.startsAt, last.startsAt),
      ),
    );
  const takenAt = (at: Date) =>
    booked.filter(({ startsAt }) => startsAt.getTime() === at.getTime()).map(({ resourceId }) => resourceId);
  return slots.filter(({ startsAt }) => freeResource(session, takenAt(startsAt), undefined) !== null);
}

export interface TrialSessionRequest {
  readonly startsAt: Date;
  readonly person: PersonProfile;
  readonly trainerRequired: boolean | undefined;
  readonly note: string | undefined;
  readonly referrerId: number | undefined;
  readonly sourceCampaignId: number | undefined;
  readonly meta: PartnerMeta;
}

/**
 * Books a trial session: each slot once with each trainer, and once without where the studio allows that. A person whom
 * the studio knows, by its duplicate check, stays as they are, and the answer does not say so: everybody can ask here.
 * The same again under its Idempotency-Key books nothing more.
 *
 * @throws ApiError 400 when no slot starts then, or it is taken; 409 when the key was used with another request.
 */
export async function bookTrialSession(
  context: Pick<Context, 'db' | 'clock' | 'keys'>,
  studio: Studio,
  session: TrialSession,
  { startsAt, person, trainerRequired, meta, ...rest }: TrialSessionRequest,
): Promise<SessionSlot> {
  const { db, clock } = context;
  const hash = requestHash(context, 'book trial session', { startsAt, person, trainerRequired, ...rest });
  const request = partnerRequest(studio, hash, meta);
  const day = calendarDateIn(startsAt, studio.timeZone);
  checkPlausible(person, calendarDateIn(clock.now(), studio.timeZone), 'leadCustomer.', {
    countryCode: 'address.country',
  });
  const slot = slotsBetween(session, day, day, studio.timeZone).find(
    (each) => each.startsAt.getTime() === startsAt.getTime(),
  );
  if (slot && (await findMade(context, db, request)) !== null) return slot;
  if (!slot || startsAt <= clock.now() || startsAt >= endOfBooking(clock.now(), studio)) {
    throw notBookable('problem.trialSession.noSlot');
  }
  return db.transaction(async (tx) => {
    // Another booking at this studio at the same time waits here.
    await lockNewCustomers(tx, studio);
    const id = randomUUID();
    if ((await keepMade(context, tx, request, id)) !== id) return slot;
    const isSlot = and(
      eq(trialSessionBookings.studioId, studio.id),
      eq(trialSessionBookings.startsAt, startsAt),
    );
    const taken = await tx.select().from(trialSessionBookings).where(isSlot);
    const takenIds = taken.map(({ resourceId }) => resourceId);
    const resourceId = freeResource(session, takenIds, trainerRequired);
    if (resourceId === null) {
      throw notBookable(
        trainerRequired === true ? 'problem.trialSession.noTrainer' : 'problem.trialSession.taken',
      );
    }
    const newPerson = { studioId: studio.id, paymentCustomerId: randomUUID() };
    const customerId =
      (await findDuplicate(tx, studio, person)) ?? (await insertPerson(context, tx, newPerson, person));
    const booking = { ...rest, studioId: studio.id, startsAt, resourceId, customerId, bookedAt: clock.now() };
    await tx.insert(trialSessionBookings).values({ id, ...booking });
    return slot;
  });
}

/**
 * The resource that takes a session: the trainer who is asked for, or whoever is free where it does not matter.
 *
 * @returns null when nobody is left.
 */
function freeResource(
  { trainers, bookingWithoutResourcesAllowed }: TrialSession,
  taken: readonly number[],
  trainerRequired: boolean | undefined,
): number | null {
  const withTrainer = trainers.map(({ id }) => id);
  const without = bookingWithoutResourcesAllowed ? [NO_TRAINER] : [];
  const wanted =
    trainerRequired === true
      ? withTrainer
      : trainerRequired === false
        ? [...without, ...withTrainer]
        : [...withTrainer, ...without];
  return wanted.find((id) => !taken.includes(id)) ?? null;
}

/** Trials can be booked for a year (specification, Limits), counted in days at the studio. */
function endOfBooking(now: Date, { timeZone }: Studio): Date {
  const lastDay = addTerm(calendarDateIn(now, timeZone), { value: 1, unit: 'YEAR' });
  return startOfDay(dayAfter(lastDay), timeZone);
}

function notBookable(
  key: 'problem.trialSession.noSlot' | 'problem.trialSession.noTrainer' | 'problem.trialSession.taken',
): ApiError {
  return new ApiError('errormessage.trial.session.not.bookable', 'startDateTime', { problem: textPart(key) });
}

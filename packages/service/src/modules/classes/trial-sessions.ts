import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn, dayAfter, startOfDay } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { formatDateTime, requireDays } from '../../core/date-time.js';
import { ApiError } from '../../core/errors/api-error.js';
import { NETWORK_DAY_MS, networkKey, networkWrite } from '../../core/http/networks.js';
import { recentNetworks } from '../../core/http/rate-limit.tables.js';
import { textPart } from '../../core/i18n/translate.js';
import { findResult, keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import type { Period } from '../bookings/terms.js';
import { slotsBetween } from '../bookings/weekly-hours.js';
import { findDuplicate, lockNewCustomers } from '../customers/duplicates.js';
import { checkPlausible, type PersonProfile } from '../customers/profile.js';
import { insertLead } from '../leads/leads.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import type { TrialSession } from './classes.js';
import { trialSessionBookings, trialSessions } from './classes.tables.js';

/** The longest period of a request, in days. */
export const MOST_DAYS = 92;

/** Default number of bookings that a studio accepts from one address within a day; it is enough for a family. */
const USUAL_BOOKINGS = 5;

/** Resource id of a booking without a trainer. */
const NO_TRAINER = 0;

/**
 * Finds a studio of the legacy interface and its trial session. Requests of this interface name the studio. @throws
 * ApiError 404
 */
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
 * Returns the slots that can be booked between two days, both included.
 *
 * @throws ApiError 400 if the days are in the wrong order or the period is too long.
 */
export async function freeSlots(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  session: TrialSession,
  { startDate, endDate }: { readonly startDate: CalendarDate; readonly endDate: CalendarDate },
): Promise<Period[]> {
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
        counts(now),
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
  readonly keyed: KeyedRequest;
  /** IP address of the request. */
  readonly ip: string;
}

export interface BookedSession extends Period {
  /** The time by which it must be confirmed; null if no confirmation is required. */
  readonly confirmBy: Date | null;
}

/**
 * Books a trial session. Each slot can be booked once with each trainer, and once without a trainer if the studio
 * allows it. If the studio's duplicate check finds the person, their record stays unchanged, and the response does not
 * reveal it, because the interface is public. For the same reason, an address can book only a few sessions a day. If
 * the studio requires a confirmation, partners are notified of the booking, which holds its slot until the deadline. A
 * repeat under the same Idempotency-Key books nothing more.
 *
 * @throws ApiError 400 if no slot starts at this time or it is taken; 409 if the key was used with another request; 429
 * if the address has reached its limit.
 */
export async function bookTrialSession(
  context: Pick<Context, 'db' | 'clock' | 'keys'>,
  studio: Studio,
  session: TrialSession,
  { startsAt, person, trainerRequired, keyed, ip, ...rest }: TrialSessionRequest,
): Promise<BookedSession> {
  const { db, clock } = context;
  const day = calendarDateIn(startsAt, studio.timeZone);
  checkPlausible(person, calendarDateIn(clock.now(), studio.timeZone), 'leadCustomer.', {
    countryCode: 'address.country',
  });
  const slot = slotsBetween(session, day, day, studio.timeZone).find(
    (each) => each.startsAt.getTime() === startsAt.getTime(),
  );
  const again = slot ? await findResult(context, db, keyed) : null;
  if (slot && again !== null) return { ...slot, confirmBy: await confirmationTime(db, again) };
  const now = clock.now();
  if (!slot || startsAt <= now || startsAt >= endOfBooking(now, studio)) {
    throw notBookable('problem.trialSession.noSlot');
  }
  return db.transaction(async (tx) => {
    // Concurrent bookings at this studio wait here.
    await lockNewCustomers(tx, studio);
    const id = randomUUID();
    const madeId = await keepResult(context, tx, keyed, id);
    if (madeId !== id) return { ...slot, confirmBy: await confirmationTime(tx, madeId) };
    const network = networkKey(context, ip);
    await requireFewBookings(tx, studio, { network, now });
    const isSlot = and(
      eq(trialSessionBookings.studioId, studio.id),
      eq(trialSessionBookings.startsAt, startsAt),
    );
    await tx.delete(trialSessionBookings).where(and(isSlot, hasLapsed(now)));
    const taken = await tx.select().from(trialSessionBookings).where(isSlot);
    const takenIds = taken.map(({ resourceId }) => resourceId);
    const resourceId = freeResource(session, takenIds, trainerRequired);
    if (resourceId === null) {
      throw notBookable(
        trainerRequired === true ? 'problem.trialSession.noTrainer' : 'problem.trialSession.taken',
      );
    }
    const lead = { uuid: randomUUID(), source: 'TRIAL_SESSION', integrationId: null } as const;
    const customerId =
      (await findDuplicate(tx, studio, person)) ??
      (await insertLead(context, tx, studio, person, lead)).customerId;
    const confirmBy = confirmedBy(now, studio, startsAt);
    const booking = {
      ...rest,
      studioId: studio.id,
      startsAt,
      resourceId,
      customerId,
      bookedAt: now,
      confirmBy,
    };
    await tx.insert(trialSessionBookings).values({ id, ...booking });
    await networkWrite(context, tx, id, network);
    if (confirmBy) await askForConfirmation(context, tx, studio, { ...slot, id, customerId, confirmBy });
    return { ...slot, confirmBy };
  });
}

/**
 * Confirms a booking by its id, which is contained only in the event about it. Repeated calls are safe.
 *
 * @throws ApiError 404 if there is no such booking or it was not confirmed in time.
 */
export async function confirmTrialSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  bookingId: string,
): Promise<{ readonly studio: Studio; readonly slot: Period }> {
  const now = clock.now();
  const [confirmed] = await db
    .update(trialSessionBookings)
    .set({ confirmedAt: now })
    .where(
      and(eq(trialSessionBookings.id, bookingId), isNotNull(trialSessionBookings.confirmBy), counts(now)),
    )
    .returning();
  if (!confirmed) throw new ApiError('errormessage.trial.session.booking.not.found', 'bookingId');
  const { studio, session } = await trialSessionOf(db, confirmed.studioId);
  const { startsAt } = confirmed;
  const endsAt = new Date(startsAt.getTime() + session.minutes * 60_000);
  return { studio, slot: { startsAt, endsAt } };
}

/**
 * Returns a condition for bookings that hold their slot: they are confirmed, need no confirmation, or can still be
 * confirmed.
 */
function counts(now: Date): SQL | undefined {
  const { confirmBy, confirmedAt } = trialSessionBookings;
  return or(isNull(confirmBy), isNotNull(confirmedAt), gt(confirmBy, now));
}

function hasLapsed(now: Date): SQL | undefined {
  const { confirmBy, confirmedAt } = trialSessionBookings;
  return and(isNull(confirmedAt), lte(confirmBy, now));
}

/**
 * Checks that an address has not reached its limit. @throws ApiError 429 until the oldest booking that counts is a day
 * old.
 */
async function requireFewBookings(
  tx: Database,
  studio: Studio,
  { network, now }: { readonly network: string; readonly now: Date },
): Promise<void> {
  const limit = settingsOf(studio).trialSessions.bookingsPerAddress ?? USUAL_BOOKINGS;
  const booked = await tx
    .select({ at: trialSessionBookings.bookedAt })
    .from(recentNetworks)
    .innerJoin(trialSessionBookings, eq(trialSessionBookings.id, recentNetworks.subjectId))
    .where(
      and(
        eq(recentNetworks.network, network),
        gt(recentNetworks.createdAt, new Date(now.getTime() - NETWORK_DAY_MS)),
        eq(trialSessionBookings.studioId, studio.id),
      ),
    )
    .orderBy(desc(trialSessionBookings.bookedAt))
    .limit(limit);
  const first = booked[limit - 1];
  if (first) throw new BookingsExceededError(limit, first.at.getTime() + NETWORK_DAY_MS - now.getTime());
}

/** Reports that an address has reached its limit; nothing was booked. */
class BookingsExceededError extends ApiError {
  override readonly retryAfterSeconds: number;

  constructor(limit: number, leftMs: number) {
    super('errormessage.trial.session.bookings.exceeded', undefined, { limit });
    this.retryAfterSeconds = Math.ceil(leftMs / 1000);
  }
}

/**
 * Returns the time by which a booking must be confirmed, at the latest its start; null if no confirmation is required.
 */
function confirmedBy(now: Date, studio: Studio, startsAt: Date): Date | null {
  const minutes = settingsOf(studio).trialSessions.confirmWithinMinutes ?? null;
  if (minutes === null) return null;
  return new Date(Math.min(now.getTime() + minutes * 60_000, startsAt.getTime()));
}

async function confirmationTime(db: Database, bookingId: string): Promise<Date | null> {
  const [found] = await db
    .select({ confirmBy: trialSessionBookings.confirmBy })
    .from(trialSessionBookings)
    .where(eq(trialSessionBookings.id, bookingId));
  return found?.confirmBy ?? null;
}

/** Sends partners the event, so that one of them can e-mail the link. The service itself sends no e-mail. */
async function askForConfirmation(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  booking: Period & { readonly id: string; readonly customerId: number; readonly confirmBy: Date },
): Promise<void> {
  const { id: bookingId, customerId: entityId, startsAt, endsAt, confirmBy } = booking;
  const local = (time: Date) => formatDateTime(time, studio.timeZone);
  await emit(context, tx, studio.id, {
    type: 'TRIAL_SESSION_CONFIRMATION_REQUIRED',
    entityId,
    content: {
      bookingId,
      startDateTime: local(startsAt),
      endDateTime: local(endsAt),
      confirmBy: local(confirmBy),
    },
  });
}

/**
 * Returns the resource for a session: a trainer if one is required, otherwise any free resource.
 *
 * @returns null if no resource is free.
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

/**
 * Returns the end of the year in which trials can be booked (specification, Limits), counted in days in the studio's
 * time zone.
 */
function endOfBooking(now: Date, { timeZone }: Studio): Date {
  const lastDay = addTerm(calendarDateIn(now, timeZone), { value: 1, unit: 'YEAR' });
  return startOfDay(dayAfter(lastDay), timeZone);
}

function notBookable(
  key: 'problem.trialSession.noSlot' | 'problem.trialSession.noTrainer' | 'problem.trialSession.taken',
): ApiError {
  return new ApiError('errormessage.trial.session.not.bookable', 'startDateTime', { problem: textPart(key) });
}

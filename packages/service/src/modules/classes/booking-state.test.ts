import { describe, expect, test } from 'vitest';
import type { TrialOffer } from '../bookings/terms.js';
import { type BookingQuestion, bookingState, type BookingState } from './booking-state.js';

const at = (text: string) => new Date(`${text}:00Z`);
const SLOT = {
  id: 1,
  startsAt: at('2026-12-07T17:00'),
  endsAt: at('2026-12-07T17:45'),
  maxParticipants: 2,
  maxWaitingListParticipants: 1,
  isCanceled: false,
};
const OFFER = {
  name: 'Try a class',
  preventMultipleBookingsTerm: { value: 1, unit: 'WEEK' },
  contingent: 2,
  allowBookingForLeads: true,
  leadData: {
    id: 1,
    genderMode: 'OPTIONAL',
    dateOfBirthMode: 'OPTIONAL',
    telephoneMode: 'OPTIONAL',
    addressMode: 'INACTIVE',
  },
} as const;
const DEFINITION = {
  title: 'Back and core',
  type: 'STUDIO',
  duration: 45,
  category: 'Fitness',
  description: '',
  bookable: true,
  cancelCondition: {
    cancelationAfterLatestPossible: false,
    latestCancelTerm: { value: 2, unit: 'HOURS' },
  },
  bookingOpens: { value: 2, unit: 'WEEK' },
  bookingCloses: { value: 30, unit: 'MINUTES' },
  location: { id: 1, name: 'Room 2' },
} as const;
const QUESTION: BookingQuestion = {
  now: at('2026-12-01T12:00'),
  timeZone: 'Europe/Berlin',
  slot: SLOT,
  definition: DEFINITION,
  booked: { as: 'TRIAL', offer: OFFER, isAdmitted: true },
  isClosed: false,
  membership: 'NONE',
  occupancy: { booked: 0, waiting: 0 },
  own: [],
};
const by = (offer: TrialOffer | null, isAdmitted = true) => ({
  booked: { as: 'TRIAL' as const, offer, isAdmitted },
});
const MEMBER = { booked: { as: 'MEMBER' }, membership: 'RUNNING' } as const;
const other = (subjectId: number, startsAt: string, endsAt: string, bookedAt: string) => ({
  ...{ kind: 'CLASS' as const, subjectId, isTrial: true },
  ...{ startsAt: at(startsAt), endsAt: at(endsAt), bookedAt: at(bookedAt) },
});
const EARLIER = other(2, '2026-11-20T17:00', '2026-11-20T17:45', '2026-11-01T12:00');
const AT_ONCE = other(1, '2026-12-07T17:00', '2026-12-07T17:45', '2026-11-01T12:00');
const asMember = (booking: typeof EARLIER) => ({ ...booking, isTrial: false });
const CONFIRMED = { ...OFFER, confirmationOfBookingTerm: { value: 24, unit: 'HOURS' } } as const;

const CASES: readonly (readonly [string, Partial<BookingQuestion>, BookingState])[] = [
  ['as it is', {}, 'AVAILABLE'],
  ['the class cannot be tried out', by(null), 'NOT_AVAILABLE'],
  ['the slot is canceled', { slot: { ...SLOT, isCanceled: true } }, 'NOT_AVAILABLE'],
  ['the trial offer is not for this person', by(OFFER, false), 'NOT_AVAILABLE'],
  ['not bookable online', { definition: { ...DEFINITION, bookable: false } }, 'DISPLAY_ONLY'],
  [
    'a minute before it opens',
    { now: at('2026-11-23T16:59') },
    'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME',
  ],
  ['when it opens', { now: at('2026-11-23T17:00') }, 'AVAILABLE'],
  ['a minute before it closes', { now: at('2026-12-07T16:29') }, 'AVAILABLE'],
  ['when it closes', { now: at('2026-12-07T16:30') }, 'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME'],
  ['after it', { now: at('2026-12-08T12:00') }, 'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME'],
  ['while there is time to confirm', { ...by(CONFIRMED), now: at('2026-12-06T16:59') }, 'AVAILABLE'],
  [
    'without time to confirm',
    { ...by(CONFIRMED), now: at('2026-12-06T17:00') },
    'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME',
  ],
  ['booked already', { own: [AT_ONCE] }, 'CUSTOMER_ALREADY_BOOKED'],
  [
    'another one overlaps by a minute',
    { own: [other(2, '2026-12-07T16:00', '2026-12-07T17:01', '2026-11-01T12:00')] },
    'CUSTOMER_IN_OTHER_BOOKING',
  ],
  [
    'another one ends when it begins',
    { own: [other(2, '2026-12-07T16:00', '2026-12-07T17:00', '2026-11-01T12:00')] },
    'AVAILABLE',
  ],
  ['one of two bookings is left', { own: [EARLIER] }, 'AVAILABLE'],
  ['none is left', { own: [EARLIER, { ...EARLIER, subjectId: 3 }] }, 'NO_CONTINGENT'],
  ['within the pause', { own: [{ ...EARLIER, bookedAt: at('2026-11-24T12:01') }] }, 'NO_CONTINGENT'],
  ['the pause is over', { own: [{ ...EARLIER, bookedAt: at('2026-11-24T12:00') }] }, 'AVAILABLE'],
  ['two bookings that are no trials', { own: [EARLIER, EARLIER].map(asMember) }, 'AVAILABLE'],
  ['one place is left', { occupancy: { booked: 1, waiting: 0 } }, 'AVAILABLE'],
  ['a place is left for who waits', { occupancy: { booked: 1, waiting: 1 } }, 'BOOKING_LIMIT_REACHED'],
  ['no places are left', { occupancy: { booked: 2, waiting: 0 } }, 'BOOKING_LIMIT_REACHED'],
  ['a member', MEMBER, 'AVAILABLE'],
  ['a member, while the studio is closed', { ...MEMBER, isClosed: true }, 'STUDIO_CLOSED'],
  ['a member with a freeze', { ...MEMBER, membership: 'IDLE' }, 'CUSTOMER_IDLE'],
  ['a member whose contract does not run then', { ...MEMBER, membership: 'NONE' }, 'NO_CONTINGENT'],
  [
    'a member with an appointment then',
    { ...MEMBER, own: [{ ...AT_ONCE, kind: 'APPOINTMENT' }] },
    'CUSTOMER_IN_OTHER_BOOKING',
  ],
  ['a member who waits', { ...MEMBER, own: [AT_ONCE] }, 'CUSTOMER_ALREADY_BOOKED'],
  ['a place is left to wait', { ...MEMBER, occupancy: { booked: 2, waiting: 0 } }, 'AVAILABLE'],
  ['a place becomes free to wait', { ...MEMBER, occupancy: { booked: 1, waiting: 1 } }, 'AVAILABLE'],
  ['none is left to wait', { ...MEMBER, occupancy: { booked: 2, waiting: 1 } }, 'BOOKING_LIMIT_REACHED'],
];

describe('whether a slot can be booked', () => {
  test('in each case', () => {
    const found = CASES.map(([what, changes]) => [what, changes, bookingState({ ...QUESTION, ...changes })]);
    expect(found).toEqual(CASES);
  });

  test('days before count by the calendar, across the end of summer time', () => {
    const slot = { ...SLOT, startsAt: at('2026-10-26T17:00'), endsAt: at('2026-10-26T17:45') };
    const definition = { ...DEFINITION, bookingOpens: { value: 2, unit: 'DAY' } as const };
    const opens = (now: string) => bookingState({ ...QUESTION, slot, definition, now: at(now) });
    expect([opens('2026-10-24T15:59'), opens('2026-10-24T16:00')]).toEqual([
      'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME',
      'AVAILABLE',
    ]);
  });
});

import { addTerm, calendarDateIn } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import type { ClassDefinition, TrialOffer, TrialSession } from '../../modules/classes/classes.js';
import { classes, classSlots, trialOffers, trialSessions } from '../../modules/classes/classes.tables.js';
import { slotsBetween } from '../../modules/classes/trial-sessions.js';

const BERLIN = 1001;
const ZURICH = 1002;
/** Period in advance for which classes are planned. */
const PLANNED = { value: 52, unit: 'WEEK' } as const;

const leadData = {
  id: 1,
  genderMode: 'OPTIONAL',
  dateOfBirthMode: 'OPTIONAL',
  telephoneMode: 'OPTIONAL',
  addressMode: 'INACTIVE',
} as const;

const TRIAL_OFFERS: readonly { id: number; studioId: number; definition: TrialOffer }[] = [
  {
    id: 10_001,
    studioId: BERLIN,
    definition: {
      name: 'Try a class',
      preventMultipleBookingsTerm: { value: 0, unit: 'DAY' },
      contingent: 2,
      allowBookingForLeads: true,
      leadData,
    },
  },
  {
    id: 10_002,
    studioId: BERLIN,
    definition: {
      name: 'Try the climbing wall',
      preventMultipleBookingsTerm: { value: 1, unit: 'WEEK' },
      contingent: 2,
      confirmationOfBookingTerm: { value: 24, unit: 'HOURS' },
      allowBookingForLeads: true,
      leadData: { ...leadData, id: 2, dateOfBirthMode: 'MANDATORY', telephoneMode: 'MANDATORY' },
    },
  },
  {
    id: 10_003,
    studioId: ZURICH,
    definition: {
      name: 'Schnupperlektion',
      preventMultipleBookingsTerm: { value: 0, unit: 'DAY' },
      contingent: 1,
      allowBookingForLeads: true,
      leadData: { ...leadData, id: 3 },
    },
  },
];

const common = {
  type: 'STUDIO',
  category: 'Fitness',
  bookable: true,
  cancelCondition: {
    cancelationAfterLatestPossible: false,
    latestCancelTerm: { value: 2, unit: 'HOURS' },
  },
  bookingOpens: { value: 1, unit: 'YEAR' },
  bookingCloses: { value: 30, unit: 'MINUTES' },
  location: { id: 1, name: 'Room 2' },
} as const satisfies Partial<ClassDefinition>;

interface SeededClass {
  readonly id: number;
  readonly studioId: number;
  readonly trialOfferId: number | null;
  readonly places: number;
  readonly weekly: TrialSession['weekly'];
  readonly definition: ClassDefinition;
}

const CLASSES: readonly SeededClass[] = [
  {
    id: 11_001,
    studioId: BERLIN,
    trialOfferId: 10_001,
    places: 12,
    weekly: [
      { dayOfWeek: 1, from: '18:00', until: '18:45' },
      { dayOfWeek: 4, from: '07:30', until: '08:15' },
    ],
    definition: {
      ...common,
      title: 'Back and core',
      duration: 45,
      description: 'Strengthens what carries you through the day.',
    },
  },
  {
    id: 11_002,
    studioId: BERLIN,
    trialOfferId: 10_002,
    places: 6,
    weekly: [{ dayOfWeek: 6, from: '10:00', until: '12:00' }],
    definition: {
      ...common,
      title: 'Climbing for beginners',
      duration: 120,
      category: 'Climbing',
      description: 'Rope, shoes and a trainer are there.',
    },
  },
  {
    id: 11_003,
    studioId: BERLIN,
    trialOfferId: 10_001,
    places: 30,
    weekly: [{ dayOfWeek: 3, from: '19:00', until: '20:00' }],
    definition: {
      ...common,
      title: 'Open stretching',
      duration: 60,
      description: 'No booking needed.',
      bookable: false,
    },
  },
  {
    id: 11_004,
    studioId: BERLIN,
    trialOfferId: null,
    places: 20,
    weekly: [{ dayOfWeek: 2, from: '19:00', until: '20:00' }],
    definition: { ...common, title: 'Advanced spinning', duration: 60, description: 'For members.' },
  },
  {
    id: 11_005,
    studioId: ZURICH,
    trialOfferId: 10_003,
    places: 8,
    weekly: [{ dayOfWeek: 5, from: '17:00', until: '18:00' }],
    definition: { ...common, title: 'Yoga am See', duration: 60, description: 'Für alle.' },
  },
];

const TRIAL_SESSION: TrialSession = {
  name: 'Trial training',
  description: 'An hour in the studio, with a trainer if you like.',
  minutes: 60,
  bookingWithoutResourcesAllowed: true,
  trainers: [
    { id: 1, name: 'Sascha' },
    { id: 2, name: 'Imke' },
  ],
  weekly: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, from: '09:00', until: '13:00' })),
};

/** Classes of the demo studios with what can be tried out; what is there already stays as it is. */
export async function seedClasses(tx: Database, now: Date): Promise<void> {
  await tx
    .insert(trialOffers)
    .values([...TRIAL_OFFERS])
    .onConflictDoNothing();
  await tx
    .insert(classes)
    .values(
      CLASSES.map(({ id, studioId, trialOfferId, definition }) => ({
        id,
        studioId,
        trialOfferId,
        definition,
      })),
    )
    .onConflictDoNothing();
  const from = calendarDateIn(now, 'Europe/Berlin');
  // Berlin and Zurich have the same time.
  const slots = CLASSES.flatMap(({ id: classId, places, weekly, definition: { duration } }) =>
    slotsBetween({ weekly, minutes: duration }, from, addTerm(from, PLANNED), 'Europe/Berlin').map(
      (slot) => ({
        ...slot,
        classId,
        maxParticipants: places,
      }),
    ),
  );
  await tx.insert(classSlots).values(slots).onConflictDoNothing();
  await tx
    .insert(trialSessions)
    .values({ studioId: BERLIN, definition: TRIAL_SESSION })
    .onConflictDoNothing();
}

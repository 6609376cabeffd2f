import { type Static, Type } from 'typebox';

/** The length of a term of an idle period. */
export const IDLE_PERIOD_UNITS = ['DAY', 'WEEK', 'MONTH'] as const;
export type IdlePeriodUnit = (typeof IDLE_PERIOD_UNITS)[number];

/** Permissions of members to make or change idle periods, by themselves or through a partner. */
export const CREATION_STATUSES = [
  'READ',
  'CHANGES_REQUIRE_VERIFICATION',
  'CHANGES_WITHOUT_VERIFICATION',
] as const;

export const REFERENCE_PERIODS = ['CALENDAR_YEAR', 'CONTRACT_YEAR'] as const;

const Terms = (description: string) => Type.Integer({ minimum: 0, maximum: 1000, description });
const Days = (description: string) => Type.Integer({ minimum: 0, maximum: 365, description });
const MinorUnits = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 100_000_000, description: `${description}; minor units.` });

/** Settings for the idle periods of a studio's contracts (specification, Freeze period configuration). */
export const IdlePeriodSettings = Type.Object({
  creationStatus: Type.Enum(CREATION_STATUSES, { type: 'string' }),
  excludedOfferIds: Type.Array(Type.Integer(), {
    description: 'Contracts of these offers cannot have idle periods.',
  }),
  temporalUnit: Type.Enum(IDLE_PERIOD_UNITS, { type: 'string' }),
  maxTerms: Type.Integer({ minimum: 1, maximum: 1000, description: 'Of one idle period.' }),
  maxTermPerReferencePeriod: Type.Optional(
    Terms('Of all idle periods of a contract; absent: as many as wanted.'),
  ),
  referencePeriod: Type.Enum(REFERENCE_PERIODS, { type: 'string' }),
  freeTerms: Terms('Terms without a fee in each reference period.'),
  unlimitedAllowed: Type.Boolean({ description: 'Then no maximum applies.' }),
  dayBasedTermShorteningAllowed: Type.Boolean(),
  nextPossibleStartDateOnly: Type.Boolean(),
  firstDayOfTemporalUnitOnly: Type.Optional(
    Type.Boolean({
      description:
        'true: an idle period of weeks starts on a Monday, one of months on the first. Otherwise on any day.',
    }),
  ),
  leadDays: Days('Between the day on which an idle period is asked for and its first possible start.'),
  maximumYears: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'From today, until an idle period has to end.',
  }),
  modificationDays: Days('Of an idle period that has begun, in which it can still be changed.'),
  cancellationDays: Days('Of an idle period that has begun, in which it can still be withdrawn.'),
  accessRefusal: Type.Boolean({
    description: 'Whether the studio is closed to a member whose contracts are idle.',
  }),
  reasons: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 1 }),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      documentRequired: Type.Boolean(),
    }),
    { minItems: 1 },
  ),
  fee: Type.Object({
    amount: MinorUnits('A fixed fee; irrelevant beside one of the next two'),
    amountPerTermUnit: Type.Optional(MinorUnits('For each term')),
    percentage: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Of what the contract costs in the same time.' }),
    ),
    recurring: Type.Boolean({
      description: 'Due term by term; otherwise in one sum when the idle period begins.',
    }),
  }),
});
export type IdlePeriodSettings = Static<typeof IdlePeriodSettings>;
export type IdlePeriodReason = IdlePeriodSettings['reasons'][number];

/** Defaults for a studio that has decided nothing. */
export const USUAL_IDLE_PERIODS: IdlePeriodSettings = {
  creationStatus: 'CHANGES_WITHOUT_VERIFICATION',
  excludedOfferIds: [],
  temporalUnit: 'MONTH',
  maxTerms: 3,
  maxTermPerReferencePeriod: 6,
  referencePeriod: 'CALENDAR_YEAR',
  freeTerms: 1,
  unlimitedAllowed: false,
  dayBasedTermShorteningAllowed: true,
  nextPossibleStartDateOnly: false,
  leadDays: 3,
  maximumYears: 2,
  modificationDays: 0,
  cancellationDays: 0,
  accessRefusal: true,
  reasons: [
    { id: 1, name: 'Vacation', documentRequired: false },
    { id: 2, name: 'Illness', documentRequired: true },
    { id: 3, name: 'Pregnancy', documentRequired: true },
    { id: 4, name: 'Stay abroad', documentRequired: false },
  ],
  fee: { amount: 500, recurring: false },
};

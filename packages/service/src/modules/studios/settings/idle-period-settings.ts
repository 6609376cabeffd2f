import { type Static, Type } from 'typebox';

/** Units for the terms of an idle period. */
export const IDLE_PERIOD_UNITS = ['DAY', 'WEEK', 'MONTH'] as const;
export type IdlePeriodUnit = (typeof IDLE_PERIOD_UNITS)[number];

/** Whether members may create or change idle periods, themselves or through a partner. */
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
  maxTerms: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of terms of one idle period.',
  }),
  maxTermPerReferencePeriod: Type.Optional(
    Terms(
      'Maximum number of terms of all idle periods of a contract in a reference period; unlimited if absent.',
    ),
  ),
  referencePeriod: Type.Enum(REFERENCE_PERIODS, { type: 'string' }),
  freeTerms: Terms('Terms without a fee in each reference period.'),
  unlimitedAllowed: Type.Boolean({
    description: 'Whether an idle period may be unlimited; no maximum applies then.',
  }),
  dayBasedTermShorteningAllowed: Type.Boolean(),
  nextPossibleStartDateOnly: Type.Boolean(),
  firstDayOfTemporalUnitOnly: Type.Optional(
    Type.Boolean({
      description:
        'If true, an idle period in weeks starts on a Monday and one in months on the first; otherwise on any day.',
    }),
  ),
  leadDays: Days('Days between the request for an idle period and its first possible start.'),
  maximumYears: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'Years from today by which an idle period must end.',
  }),
  modificationDays: Days('Days after its start in which an idle period can still be changed.'),
  cancellationDays: Days('Days after its start in which an idle period can still be withdrawn.'),
  accessRefusal: Type.Boolean({
    description: 'Whether members cannot enter the studio while their contracts are idle.',
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
    amount: MinorUnits('Fixed fee; ignored if one of the next two is set'),
    amountPerTermUnit: Type.Optional(MinorUnits('Fee for each term')),
    percentage: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: "Percentage of the contract's price for the same time.",
      }),
    ),
    recurring: Type.Boolean({
      description:
        'Whether the fee is due per term; otherwise it is due in one sum when the idle period begins.',
    }),
  }),
});
export type IdlePeriodSettings = Static<typeof IdlePeriodSettings>;
export type IdlePeriodReason = IdlePeriodSettings['reasons'][number];

/** Defaults for a studio that has set nothing. */
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

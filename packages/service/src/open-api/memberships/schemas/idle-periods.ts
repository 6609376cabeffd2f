import { Type } from 'typebox';
import { TERM_UNITS } from '../../../domain/calendar.js';
import {
  CREATION_STATUSES,
  IDLE_PERIOD_UNITS,
  REFERENCE_PERIODS,
} from '../../../domain/idle-period-settings.js';
import { REFUSALS } from '../../../memberships/idle-periods/validation.js';
import { CalendarDate, Int64, Money } from '../../schemas.js';
import { chargeType, paidPeriod } from './charges.js';

const Unit = Type.Enum(IDLE_PERIOD_UNITS, {
  type: 'string',
  description:
    'A WEEK or MONTH from any day on, unless the studio wants Mondays or the first; firstPossibleStartDate is one that it takes.',
});
const Term = Type.Object({
  value: Type.Integer({ format: 'int32' }),
  unit: Type.Enum(TERM_UNITS, { type: 'string' }),
});

const length = {
  startDate: CalendarDate,
  temporalUnit: Type.Optional(Unit),
  termValue: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 1000,
      description: 'The number of terms.',
      examples: [1],
    }),
  ),
  endDate: Type.Optional(CalendarDate),
  unlimited: Type.Optional(Type.Boolean({ description: 'true: without an end, and so without terms.' })),
};
export const ValidateRequest = Type.Object(
  { ...length, reasonId: Type.Optional(Int64) },
  { examples: [{ startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, unlimited: false }] },
);
export const ChangeRequest = Type.Object(
  { ...length, reasonId: Int64 },
  {
    examples: [
      { startDate: '2027-01-01', temporalUnit: 'MONTH', termValue: 1, unlimited: false, reasonId: 1 },
    ],
  },
);

const Status = Type.Enum([...REFUSALS, 'IDLEPERIOD_CREATABLE', 'IDLEPERIOD_UPDATABLE'] as const, {
  type: 'string',
  description:
    'CREATABLE and UPDATABLE: it can be done. Anything else: the first rule that stands against it.',
});
const DocumentRequired = Type.Optional(
  Type.Boolean({ description: 'true: the request needs the part `document`, which its reason requires.' }),
);
export const Validation = Type.Object({ validationStatus: Status, documentRequired: DocumentRequired });

const FeeConfig = Type.Object({
  idlePeriodAmount: Money,
  idlePeriodAmountPerTermUnit: Type.Optional(Money),
  defaultTemporalUnit: Type.Optional(Unit),
  dynamicIdlePeriodAmountPercentage: Type.Optional(Type.Number({ examples: [10] })),
  recurringIdlePeriodCharges: Type.Optional(Type.Boolean()),
});
const Reason = Type.Object({
  id: Int64,
  name: Type.String({ examples: ['Vacation'] }),
  documentRequired: Type.Boolean(),
});

export const IdlePeriodConfig = Type.Object({
  temporalUnit: Unit,
  maxTerms: Type.Integer({ format: 'int32', description: 'Of one freeze period.' }),
  maxTermPerReferencePeriod: Type.Optional(Type.Integer({ format: 'int32' })),
  referencePeriod: Type.Enum(REFERENCE_PERIODS, { type: 'string' }),
  firstPossibleStartDate: CalendarDate,
  nextPossibleStartDateOnly: Type.Boolean({ description: 'true: firstPossibleStartDate is the only start.' }),
  idlePeriodFee: Money,
  accessRefusal: Type.Boolean(),
  idlePeriodReasons: Type.Array(Reason),
  idlePeriodCreationStatus: Type.Enum(CREATION_STATUSES, {
    type: 'string',
    description: 'READ: the contract cannot be frozen, and nothing changed.',
  }),
  contractHasExtension: Type.Boolean(),
  unlimitedAllowed: Type.Boolean({
    description: 'true: maxTerms and maxTermPerReferencePeriod do not apply.',
  }),
  freeTerms: Term,
  dayBasedTermShorteningAllowed: Type.Boolean(),
  idlePeriodFeeCalculationConfig: FeeConfig,
});

export const IdlePeriodRecord = Type.Object({
  id: Int64,
  startDate: CalendarDate,
  endDate: Type.Optional({ ...CalendarDate, description: 'Absent: unlimited.' }),
  unlimited: Type.Optional(Type.Boolean()),
  documentUrl: Type.Optional(Type.String({ description: 'Good for 15 minutes.' })),
  state: Type.Enum(['PENDING_VERIFICATION', 'ACCEPTED'], { type: 'string' }),
  idlePeriodFeeCalculationConfig: Type.Optional(FeeConfig),
  idlePeriodFee: Type.Optional(
    Type.Object({
      idlePeriodFeeCalculationType: Type.Enum(['NONE', 'ABSOLUTE', 'RELATIVE', 'TERM_BASED'], {
        type: 'string',
      }),
      idlePeriodTotalAmount: Type.Optional(Money),
      idlePeriodFeeCalculationAmount: Type.Optional(Money),
      idlePeriodFeeCalculationTerm: Type.Optional(Term),
      idlePeriodFeeCalculationPercentage: Type.Optional(Type.Number({ examples: [10] })),
    }),
  ),
  idlePeriodReason: Reason,
  reason: Type.String({ examples: ['Vacation'] }),
  fee: { ...Money, description: 'In all; of an unlimited freeze period for one term.' },
  usedFreeTermsInDays: Type.Optional(Type.Integer({ format: 'int32' })),
});

export const IdlePeriodList = Type.Object({
  pastIdlePeriods: Type.Array(IdlePeriodRecord),
  currentAndUpcomingIdlePeriods: Type.Array(IdlePeriodRecord),
});

export const RemainingTerms = Type.Object({
  remainingMaxTerms: Type.Optional({ ...Term, description: 'Absent: there is no maximum.' }),
  remainingFreeTerms: Term,
});

export const UpdatePreview = Type.Object({
  previewEndDate: Type.Optional({ ...CalendarDate, description: 'Of the freeze period; absent: unlimited.' }),
  previewContractEndDate: Type.Optional({
    ...CalendarDate,
    description: 'Of the contract, as far as it is certain.',
  }),
  previewCharges: Type.Optional(
    Type.Array(
      Type.Object({
        ...paidPeriod,
        dueDate: CalendarDate,
        description: Type.Optional(Type.String()),
        amount: Money,
        discountedAmount: Type.Optional(Money),
        chargeType,
      }),
      {
        description:
          'Everything of the contract that then falls due from today on, as far as it is certain; less than 0 is credited.',
      },
    ),
  ),
  accountBalanceAfterUpdate: Type.Optional({
    ...Money,
    description: 'What the balance of the account is once the change is made; less than 0: the member owes.',
  }),
  validationStatus: Status,
  documentRequired: DocumentRequired,
});

export const Withdrawal = Type.Object({ success: Type.Optional(Type.String()) });

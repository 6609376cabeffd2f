import { Type } from 'typebox';
import { TERM_UNITS } from '../../domain/calendar.js';
import { CalendarDate, Int64, Money } from '../schemas.js';
import { PaymentFrequencySchema, RateCodeSchema } from '../memberships/schemas/common.js';

export const CONTRACT_STATUSES = ['ACTIVE', 'INACTIVE'] as const;

const TimePeriod = (description?: string) =>
  Type.Object(
    { periodValue: Type.Integer({ format: 'int32' }), periodUnit: Type.Enum(TERM_UNITS, { type: 'string' }) },
    description === undefined ? {} : { description },
  );

export const ContractSchema = Type.Object({
  id: Int64,
  createdDate: CalendarDate,
  startDate: CalendarDate,
  endDate: CalendarDate,
  rateName: Type.String({ examples: ['Standard'] }),
  contractStatus: Type.Enum(CONTRACT_STATUSES, {
    type: 'string',
    description: 'ACTIVE: today is from the first to the last day.',
  }),
  cancellationPeriod: Type.Optional(TimePeriod()),
  cancelled: Type.Boolean(),
  cancellationDate: Type.Optional(CalendarDate),
  cancellationReceiptDate: Type.Optional(CalendarDate),
  cancellationReason: Type.Optional(Type.String()),
  price: Type.Number({ deprecated: true, description: 'See priceDetails.', examples: [19.9] }),
  priceDetails: Type.Object({
    basePrice: Money,
    currentPrice: Money,
    paymentFrequency: PaymentFrequencySchema,
  }),
  lastPossibleCancellationDate: Type.String({
    ...CalendarDate,
    description: 'The last day on which notice can be given for the current end, or that end.',
  }),
  term: TimePeriod('The initial runtime.'),
  extensionTerm: TimePeriod('What a runtime is followed by; periodValue 0: nothing.'),
  thirdPartyId: Type.Optional(Type.String()),
  rateCodes: Type.Optional(Type.Array(RateCodeSchema)),
});

import { Type } from 'typebox';
import { TERM_UNITS } from '../../../core/calendar.js';
import { CalendarDate, Int64, Money } from '../../../core/http/schemas.js';
import { CANCELATION_STATUSES } from './contract-details.js';
import { PaymentFrequencySchema, RateCodeSchema } from '../offers/offers.schema.js';

export const ContractData = Type.Object(
  {
    id: Int64,
    startDate: CalendarDate,
    endDate: CalendarDate,
    rateName: Type.String(),
    contractStatus: Type.Enum(['ACTIVE', 'INACTIVE'], { type: 'string' }),
    cancelationPeriod: Type.Optional(
      Type.Object(
        {
          periodValue: Type.Integer({ format: 'int32' }),
          periodUnit: Type.Enum(TERM_UNITS, { type: 'string' }),
        },
        { title: 'TimePeriod' },
      ),
    ),
    cancelationStatus: Type.Optional(
      Type.Enum(CANCELATION_STATUSES, {
        type: 'string',
        description: 'Absent until the contract is cancelled, because no value means “not cancelled”.',
      }),
    ),
    cancelationDate: Type.Optional(CalendarDate),
    cancelationReason: Type.Optional(Type.String()),
    priceDetails: Type.Object(
      {
        basePrice: Money,
        currentPrice: Money,
        paymentFrequency: PaymentFrequencySchema,
      },
      { title: 'PriceDetails' },
    ),
    lastPossibleCancelationDate: Type.Optional(CalendarDate),
    availableCancelationDates: Type.Optional(Type.Array(CalendarDate)),
    cancelationOrigin: Type.Optional(Type.Enum(['STUDIO', 'CUSTOMER'], { type: 'string' })),
    rateCodes: Type.Array(RateCodeSchema),
    price: Type.Number({ examples: [19.9] }),
  },
  { title: 'ContractData' },
);

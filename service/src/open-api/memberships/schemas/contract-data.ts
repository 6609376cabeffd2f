import { Type } from 'typebox';
import { TERM_UNITS } from '../../../memberships/calendar.js';
import { CalendarDate, Int64, Money, oneOf } from '../../schemas.js';
import { PaymentFrequencySchema, RateCodeSchema } from './common.js';

export const ContractData = Type.Object({
  id: Int64,
  startDate: CalendarDate,
  endDate: CalendarDate,
  rateName: Type.String(),
  contractStatus: oneOf(['ACTIVE', 'INACTIVE']),
  cancelationPeriod: Type.Optional(
    Type.Object({ periodValue: Type.Integer(), periodUnit: oneOf(TERM_UNITS) }),
  ),
  cancelationStatus: Type.Union(
    [oneOf(['CANCELED', 'PENDING_VERIFICATION', 'PENDING_WITHDRAWAL_VERIFICATION']), Type.Null()],
    { description: 'null: the contract is not cancelled.' },
  ),
  cancelationDate: Type.Optional(CalendarDate),
  cancelationReason: Type.Optional(Type.String()),
  priceDetails: Type.Object({
    basePrice: Money,
    currentPrice: Money,
    paymentFrequency: PaymentFrequencySchema,
  }),
  lastPossibleCancelationDate: Type.Optional(CalendarDate),
  availableCancelationDates: Type.Optional(Type.Array(CalendarDate)),
  cancelationOrigin: Type.Optional(oneOf(['STUDIO', 'CUSTOMER'])),
  rateCodes: Type.Array(RateCodeSchema),
  price: Type.Number({ examples: [19.9] }),
});

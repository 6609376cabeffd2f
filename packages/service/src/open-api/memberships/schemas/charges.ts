import { Type, type Static } from 'typebox';
import { CalendarDate } from '../../schemas.js';

export const chargeType = Type.Enum(
  [
    'MEMBERSHIP_CHARGE',
    'BONUS_PERIOD_CHARGE',
    'CONTRACT_IDLE_PERIOD_CHARGE',
    'IDLE_PERIOD_CHARGE',
    'TRIAL_PERIOD_CHARGE',
    'FLAT_FEE',
  ],
  { type: 'string' },
);

export const paidPeriod = {
  paidPeriodFrom: Type.Optional({
    ...CalendarDate,
    description: 'Absent: it is for no time, such as a flat fee.',
  }),
  paidPeriodTo: Type.Optional({
    ...CalendarDate,
    description:
      'Part of the period. Absent beside paidPeriodFrom: an unlimited freeze period has to end first.',
  }),
};

const Charge = Type.Object({ ...paidPeriod, chargeType });
export type ChargeFields = Static<typeof Charge>;

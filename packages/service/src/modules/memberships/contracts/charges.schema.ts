import { type Static, Type } from 'typebox';
import { CalendarDate } from '../../../core/http/schemas.js';
import type { PlannedClaim } from './planned-claims.js';

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
    description: 'Absent if the charge is not for a period, such as a flat fee.',
  }),
  paidPeriodTo: Type.Optional({
    ...CalendarDate,
    description:
      'Inclusive. If only paidPeriodFrom is present, the end is unknown until an unlimited freeze period ends.',
  }),
};

const Charge = Type.Object({ ...paidPeriod, chargeType }, { title: 'IdlePeriodCharge' });
export type ChargeFields = Static<typeof Charge>;

const CHARGE_TYPES = {
  CONTRACT_FEE: 'MEMBERSHIP_CHARGE',
  MODULE_FEE: 'MEMBERSHIP_CHARGE',
  BONUS_PERIOD: 'BONUS_PERIOD_CHARGE',
  STARTER_PACKAGE: 'FLAT_FEE',
  FLAT_FEE: 'FLAT_FEE',
  IDLE_PERIOD_FEE: 'CONTRACT_IDLE_PERIOD_CHARGE',
} as const;

/** Returns what a contract's claim is for and the days that it covers. */
export function toCharge({ type, paidPeriod }: Pick<PlannedClaim, 'type' | 'paidPeriod'>): ChargeFields {
  const { from = null, to = null } = paidPeriod ?? {};
  return {
    ...(from === null ? {} : { paidPeriodFrom: from }),
    ...(to === null ? {} : { paidPeriodTo: to }),
    chargeType: CHARGE_TYPES[type],
  };
}

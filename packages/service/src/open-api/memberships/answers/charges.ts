import type { PlannedClaim } from '../../../memberships/life/planned-claims.js';
import type { ChargeFields } from '../schemas/charges.js';

const CHARGE_TYPES = {
  CONTRACT_FEE: 'MEMBERSHIP_CHARGE',
  MODULE_FEE: 'MEMBERSHIP_CHARGE',
  BONUS_PERIOD: 'BONUS_PERIOD_CHARGE',
  STARTER_PACKAGE: 'FLAT_FEE',
  FLAT_FEE: 'FLAT_FEE',
  IDLE_PERIOD_FEE: 'CONTRACT_IDLE_PERIOD_CHARGE',
} as const;

/** What a claim of a contract is for, and the days that it pays for. */
export function toCharge({ type, paidPeriod }: Pick<PlannedClaim, 'type' | 'paidPeriod'>): ChargeFields {
  const { from = null, to = null } = paidPeriod ?? {};
  return {
    ...(from === null ? {} : { paidPeriodFrom: from }),
    ...(to === null ? {} : { paidPeriodTo: to }),
    chargeType: CHARGE_TYPES[type],
  };
}

import { type IdlePeriodSettings, USUAL_IDLE_PERIODS } from '../../studios/settings/idle-period-settings.js';
import type { AgreedIdlePeriod } from './idle-time.js';

/** Returns the default rules of a studio, with the given changes. */
export const rules = (more: Partial<IdlePeriodSettings> = {}): IdlePeriodSettings => ({
  ...USUAL_IDLE_PERIODS,
  ...more,
});

/** Returns an idle period without a fee, with the given changes. */
export const idlePeriod = (
  startDate: string,
  endDate: string | null,
  more: Partial<AgreedIdlePeriod> = {},
): AgreedIdlePeriod => ({
  startDate,
  endDate,
  reason: { id: 1, name: 'Vacation', documentRequired: false },
  documentId: null,
  unit: 'MONTH',
  fee: { amount: 0, recurring: false },
  feeDescription: 'Freeze period fee',
  monthlyContribution: 3990,
  freeTermStarts: [],
  ...more,
});

import type { CalendarDate } from './calendar.js';
import type { IdlePeriodReason, IdlePeriodSettings, IdlePeriodUnit } from './idle-period-settings.js';

/** A time in which a contract stands still. Both days are part of it; `endDate` null: until it is ended. */
export interface FreezePeriod {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
}

/** A freeze as member and studio have agreed on it, whatever the studio decides for later ones. */
export interface AgreedFreeze extends FreezePeriod {
  readonly reason: IdlePeriodReason;
  /** The document that was handed in for the reason. */
  readonly documentId: number | null;
  readonly unit: IdlePeriodUnit;
  readonly fee: IdlePeriodSettings['fee'];
  /** The name of its claims, in the language of the studio. */
  readonly feeDescription: string;
  /** The monthly price of the contract, in minor units, not rounded: the base of a percentage. */
  readonly monthlyContribution: number;
  /** The first days of its terms without a fee. */
  readonly freeTermStarts: readonly CalendarDate[];
}

import type { CustomerProfile } from '../../domain/customer-profile.js';
import type { CalendarDate } from '../../domain/calendar.js';
import type { ContractDetails } from '../../domain/contract-details.js';
import type { ScheduleEntry } from '../pricing/quote-types.js';

/** The rows that a sale writes when it is completed. */
export interface SalePlan {
  /** null: the customer is there already. */
  readonly customer: CustomerProfile | null;
  /** null: only the customer is made. */
  readonly contract: ContractPlan | null;
}

export interface ContractPlan {
  readonly offerId: number;
  readonly offerTermId: number;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly details: ContractDetails;
  /** Becomes the claims on the account. */
  readonly schedule: readonly ScheduleEntry[];
}

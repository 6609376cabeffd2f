import type { PaymentMethod } from '@upc/contract/gateway';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import type { Customer } from '../../customers/customers.js';
import type { CustomerProfile } from '../../customers/profile.js';
import type { NamedToken } from '../../payments/usages/token.js';
import type { ContractDetails } from '../contracts/contract-details.js';
import type { ScheduleEntry } from '../pricing/quote.js';
import type { UsableVoucher } from '../vouchers/vouchers.js';
import type { SaleKind } from './sales.tables.js';

/** The rows that a sale writes when it is completed. */
export interface SalePlan {
  /** null if the customer already exists. */
  readonly customer: CustomerProfile | null;
  /** null if only the customer is created. */
  readonly contract: ContractPlan | null;
}

export interface ContractPlan {
  readonly offerId: number;
  readonly offerTermId: number;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly details: ContractDetails;
  /** Entries that become claims on the account. */
  readonly schedule: readonly ScheduleEntry[];
}

export interface Order {
  readonly kind: SaleKind;
  /** null if the sale creates the customer. */
  readonly customer: Customer | null;
  /** Token of a MEMBER_ACCOUNT session, with the instrument for payment runs. */
  readonly instrument: NamedToken | null;
  /** Token of an ECOM session, which pays what is due on signing. */
  readonly initialPayment: NamedToken | null;
  /** Called only if the request does not repeat an earlier one. */
  readonly terms: () => Promise<Terms>;
}

/** The terms of an order: what it creates and what it costs. */
export interface Terms {
  readonly plan: SalePlan;
  /** Checks again what another sale of the same person may have changed. The person must be locked. */
  readonly recheck?: (tx: Database) => Promise<void>;
  readonly voucher: { readonly usable: UsableVoucher; readonly field: string } | null;
  /** Amount in minor units. Customers pay it with the token and their credit. */
  readonly dueOnSigning: number;
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
  readonly initialField: string;
  /**
   * Allowed payment methods of the instrument for payment runs; null allows any. The initial payment may use any method
   * of its session.
   */
  readonly allowedPaymentChoices: readonly PaymentMethod[] | null;
}

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

export interface Order {
  readonly kind: SaleKind;
  /** null: the sale makes the customer. */
  readonly customer: Customer | null;
  /** Of a MEMBER_ACCOUNT session: the instrument of the payment runs. */
  readonly instrument: NamedToken | null;
  /** Of an ECOM session: pays what is due on signing. */
  readonly initialPayment: NamedToken | null;
  /** Worked out only when the request is not the repetition of an earlier one. */
  readonly terms: () => Promise<Terms>;
}

/** The terms of an order: what it makes, and what it costs. */
export interface Terms {
  readonly plan: SalePlan;
  /** Checks once more what another sale of the same person may have changed; the person is locked. */
  readonly recheck?: (tx: Database) => Promise<void>;
  readonly voucher: { readonly usable: UsableVoucher; readonly field: string } | null;
  /** Minor units; a customer pays it by the token and by their credit. */
  readonly dueOnSigning: number;
  /** Today at the studio. */
  readonly today: CalendarDate;
  readonly initialField: string;
  /** Methods that the instrument of the payment runs may have; null: any. The initial payment may be any of its session. */
  readonly allowedPaymentChoices: readonly PaymentMethod[] | null;
}

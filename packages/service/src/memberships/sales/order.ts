import type { PaymentMethod } from '@upc/contract/gateway';
import type { Customer } from '../../customers/customers.js';
import type { NamedToken } from '../../payments/usages/token.js';
import type { Database } from '../../store/database.js';
import type { SaleKind } from '../../store/membership-tables.js';
import type { CalendarDate } from '../../domain/calendar.js';
import type { UsableVoucher } from '../vouchers.js';
import type { SalePlan } from './plan.js';

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

export function tokensOf({ instrument, initialPayment }: Order): NamedToken[] {
  return [instrument, initialPayment].filter((named) => named !== null);
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

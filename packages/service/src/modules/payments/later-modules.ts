import type { SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import type { Studio } from '../studios/studios.tables.js';

// Payments precede memberships and debt collection in the module order and import neither. `make-context.ts` puts their
// implementations into the Context.
declare module '../../core/context.js' {
  interface Context {
    readonly debtCollection: DebtCollection;
    readonly memberships: Memberships;
  }
}

/** The later modules that decide which claims and credit of an account may be paid or used. */
export type LaterModules = Pick<Context, 'debtCollection' | 'memberships'>;

export interface DebtCollection {
  /**
   * Returns the customer's claims that a partner collects: those in an open case. No token, job or credit may pay them
   * here; the partner reports what the debtor pays (specification, debt collection steps).
   */
  claimsInCollection(db: Database, customerId: number): Promise<ReadonlySet<number>>;
  /** Returns a condition on `debtClaims` that matches claims a partner collects now or has collected before. */
  wasHandedOver(db: Database): SQL;
  /**
   * Notifies the collection partner that the account behind its claims has changed. Amounts credited on a claim or
   * returned for it belong to the member, and the partner continues to collect. Claims without an open case are
   * skipped.
   */
  notifyOfClaims(
    context: Pick<Context, 'clock'>,
    tx: Database,
    studio: Studio,
    claimIds: readonly number[],
  ): Promise<void>;
}

interface Memberships {
  /** Returns the customer's credit that sales in progress have reserved, in minor units. */
  reservedCredit(tx: Database, customerId: number): Promise<number>;
  /** Returns whether a person has a contract, past or present, at any studio. */
  hasContract(tx: Database, paymentCustomerId: string): Promise<boolean>;
  /**
   * Returns the first day on which a fee of a customer's contracts falls due that is not written as a claim yet; null
   * if there is none.
   */
  nextFeeOfCustomer(db: Database, customerId: number, today: CalendarDate): Promise<CalendarDate | null>;
}

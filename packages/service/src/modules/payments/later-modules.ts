import type { SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import type { Studio } from '../studios/studios.tables.js';

// Payments come before memberships and debt collection in the order of modules, and import neither. `make-context.ts` puts their
// implementations into the Context.
declare module '../../core/context.js' {
  interface Context {
    readonly debtCollection: DebtCollection;
    readonly memberships: Memberships;
  }
}

/** The later modules that decide what of an account may be paid or used. */
export type LaterModules = Pick<Context, 'debtCollection' | 'memberships'>;

export interface DebtCollection {
  /**
   * The claims of a customer that a partner collects: those in an open case. Nobody else takes money for them, neither by
   * token nor by job nor by credit; what the debtor pays is told by the partner (specification, debt collection steps).
   */
  claimsInCollection(db: Database, customerId: number): Promise<ReadonlySet<number>>;
  /** Condition on `debtClaims`: a partner collects the claim, or has had it before. */
  wasHandedOver(db: Database): SQL;
  /**
   * Notifies the partner who collects claims that the account has changed under them: what was credited of one, or came back
   * for it, is the member's, while the partner continues to collect. Claims in no open case are passed over.
   */
  notifyOfClaims(
    context: Pick<Context, 'clock'>,
    tx: Database,
    studio: Studio,
    claimIds: readonly number[],
  ): Promise<void>;
}

interface Memberships {
  /** Credit of a customer that sales under way have reserved, in minor units. */
  reservedCredit(tx: Database, customerId: number): Promise<number>;
  /** Whether a person has a contract, at any studio and at any time. */
  hasContract(tx: Database, paymentCustomerId: string): Promise<boolean>;
}

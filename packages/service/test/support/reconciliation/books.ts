import type { BankRow, LedgerRow } from '@upc/contract/simulator-api';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../src/core/database/database.js';
import { jobRetries } from '../../../src/core/jobs/jobs.tables.js';
import { customers } from '../../../src/modules/customers/customers.tables.js';
import { contracts } from '../../../src/modules/memberships/contracts/contracts.tables.js';
import { sales } from '../../../src/modules/memberships/sales/sales.tables.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../../src/modules/payments/account/account.tables.js';
import { charges } from '../../../src/modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../../src/modules/payments/instruments/instruments.tables.js';
import { payments } from '../../../src/modules/payments/payments.tables.js';
import { bankBatches, bankDebits } from '../../../src/modules/payments/providers/bank/bank.tables.js';
import { paymentSessions } from '../../../src/modules/payments/sessions/sessions.tables.js';
import { usages } from '../../../src/modules/payments/usages/usages.tables.js';
import { webhookDeliveries } from '../../../src/modules/webhooks/webhooks.tables.js';
import { atOneMoment } from '../at-one-moment.js';

/** All records about money on both sides: the provider's books, and ours. */
export interface Books {
  readonly now: Date;
  readonly ledger: readonly LedgerRow[];
  /** Debits that the studios' own banks have accepted. */
  readonly bank: readonly BankRow[];
  readonly bankDebits: readonly BankDebitRow[];
  /** Debits of 0, which only check an account (ACH). */
  readonly preNotes: readonly BankDebitRow[];
  readonly sessions: readonly SessionRow[];
  readonly payments: readonly PaymentRow[];
  readonly usages: readonly UsageRow[];
  readonly transactions: readonly TransactionRow[];
  readonly claims: readonly ClaimRow[];
  readonly claimPayments: readonly ClaimPaymentRow[];
  readonly customers: readonly CustomerRow[];
  readonly contracts: readonly ContractRow[];
  readonly sales: readonly SaleRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly charges: readonly ChargeRow[];
  /** Ids of usages and charges that are queued for checks on returns. */
  readonly queuedReturns: readonly string[];
}

type Row<T extends { $inferSelect: unknown }, K extends keyof T['$inferSelect']> = Pick<T['$inferSelect'], K>;

export type SessionRow = Row<
  typeof paymentSessions,
  'id' | 'status' | 'amount' | 'currency' | 'referenceText' | 'validUntil' | 'paymentCustomerId'
>;
export type PaymentRow = Row<
  typeof payments,
  | 'id'
  | 'sessionId'
  | 'status'
  | 'hold'
  | 'paymentMethod'
  | 'provider'
  | 'providerReference'
  | 'instrumentId'
  | 'releaseStatus'
>;
export type UsageRow = Row<
  typeof usages,
  | 'id'
  | 'paymentId'
  | 'kind'
  | 'status'
  | 'saleId'
  | 'customerId'
  | 'amount'
  | 'debtClaimIds'
  | 'providerReference'
>;
type TransactionRow = Row<
  typeof accountTransactions,
  'id' | 'customerId' | 'usageId' | 'chargeId' | 'reversesId' | 'amount' | 'currency'
>;
type ClaimRow = Row<typeof debtClaims, 'id' | 'customerId' | 'contractId' | 'amount' | 'dueDate'>;
type ClaimPaymentRow = Row<typeof claimPayments, 'transactionId' | 'claimId' | 'amount'>;
type CustomerRow = Row<typeof customers, 'id' | 'studioId' | 'lastName' | 'paymentMethod'>;
type ContractRow = Row<typeof contracts, 'id' | 'customerId' | 'saleId'>;
type SaleRow = Row<typeof sales, 'id' | 'kind' | 'status' | 'customerId'>;
/** A charge of a stored instrument, with its method. */
type ChargeRow = Row<typeof charges, 'id' | 'status' | 'providerReference'> &
  Row<typeof paymentInstruments, 'paymentMethod'>;
export type BankDebitRow = Row<
  typeof bankDebits,
  'id' | 'mandateId' | 'status' | 'amount' | 'attempt' | 'paymentMethod'
> & {
  /** The day of its batch; null while it is in none. */
  readonly executionOn: string | null;
};
export type DeliveryRow = Row<typeof webhookDeliveries, 'uuid' | 'entityId' | 'type' | 'content' | 'status'>;

/**
 * Reads everything: the database as of one moment, then the provider's ledger. Anything that has ended in the database
 * had ended at the provider before; an older ledger would show it as still held.
 *
 * @param now the time of the service's clock.
 */
export async function readBooks(
  db: Database,
  readLedger: () => readonly LedgerRow[] | Promise<readonly LedgerRow[]>,
  now: Date,
  readBank: () => readonly BankRow[] | Promise<readonly BankRow[]> = () => [],
): Promise<Books> {
  const { debits, ...rows } = await atOneMoment(db, async (tx) => ({
    sessions: await tx.select().from(paymentSessions),
    payments: await tx.select().from(payments),
    usages: await tx.select().from(usages),
    transactions: await tx.select().from(accountTransactions),
    claims: await tx.select().from(debtClaims),
    claimPayments: await tx.select().from(claimPayments),
    customers: await tx.select().from(customers),
    contracts: await tx.select().from(contracts),
    sales: await tx.select().from(sales),
    debits: await tx
      .select({ debit: bankDebits, executionOn: bankBatches.executionOn })
      .from(bankDebits)
      .leftJoin(bankBatches, eq(bankBatches.id, bankDebits.batchId)),
    deliveries: await tx.select().from(webhookDeliveries),
    charges: await tx
      .select({
        id: charges.id,
        status: charges.status,
        providerReference: charges.providerReference,
        paymentMethod: paymentInstruments.paymentMethod,
      })
      .from(charges)
      .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId)),
    queuedReturns: (
      await tx.select({ id: jobRetries.subjectId }).from(jobRetries).where(eq(jobRetries.queue, 'RETURNS'))
    ).map(({ id }) => id),
  }));
  const inBatches = debits.map(({ debit, executionOn }) => ({ ...debit, executionOn }));
  return {
    now,
    ...rows,
    bankDebits: inBatches.filter(({ amount }) => amount > 0),
    preNotes: inBatches.filter(({ amount }) => amount === 0),
    ledger: await readLedger(),
    bank: await readBank(),
  };
}

/** Groups rows by a key. */
export function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export function sumOf(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

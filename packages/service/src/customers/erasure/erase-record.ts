import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../store/database.js';
import { aggregatorMembers } from '../../store/aggregator-tables.js';
import { checkIns, checkInVoucherRedemptions } from '../../store/check-in-tables.js';
import { classBookings, trialSessionBookings } from '../../store/class-tables.js';
import {
  accessMediums,
  communications,
  communicationThreads,
  contactDataAmendments,
} from '../../store/customer-tables.js';
import {
  collectionCases,
  collectionDebtors,
  collectionRestrictions,
} from '../../store/debt-collection-tables.js';
import { documents } from '../../store/document-tables.js';
import { idlePeriods } from '../../store/idle-period-tables.js';
import { contracts, sales, vouchers } from '../../store/membership-tables.js';
import { customers } from '../../store/schema.js';
import { memberListEntries } from '../../store/studio-tables.js';
import type { Customer } from '../customers.js';

/**
 * Deletes everything of a customer that no law asks for, and clears contracts, freezes and cases of what told more of the
 * person than was agreed and booked.
 *
 * @returns how many rows of what.
 */
export async function eraseRecord(
  tx: Database,
  { id: customerId, erasedAt }: Customer,
): Promise<Record<string, number>> {
  const remove = async (table: PgTable, condition: SQL | undefined) =>
    (
      await tx
        .delete(table)
        .where(condition)
        .returning({ one: sql`1` })
    ).length;
  const threads = tx
    .select({ id: communicationThreads.id })
    .from(communicationThreads)
    .where(eq(communicationThreads.customerId, customerId));
  const removed = {
    communications: await remove(communications, inArray(communications.threadId, threads)),
    threads: await remove(communicationThreads, eq(communicationThreads.customerId, customerId)),
    documents: await remove(documents, eq(documents.customerId, customerId)),
    amendments: await remove(contactDataAmendments, eq(contactDataAmendments.customerId, customerId)),
    accessMediums: await remove(accessMediums, eq(accessMediums.customerId, customerId)),
    lists: await remove(memberListEntries, eq(memberListEntries.customerId, customerId)),
    aggregators: await remove(aggregatorMembers, eq(aggregatorMembers.customerId, customerId)),
    vouchers: await deleteVouchers(tx, customerId),
    visits: await remove(checkIns, eq(checkIns.customerId, customerId)),
    classBookings: await remove(classBookings, eq(classBookings.customerId, customerId)),
    trialSessions: await remove(trialSessionBookings, eq(trialSessionBookings.customerId, customerId)),
    debtors: await remove(collectionDebtors, eq(collectionDebtors.customerId, customerId)),
    restrictions: await remove(collectionRestrictions, eq(collectionRestrictions.customerId, customerId)),
  };
  await clearWhatStays(tx, customerId);
  return { record: erasedAt ? 0 : 1, ...removed };
}

/** Check-in vouchers that they have redeemed: without its redemption, a voucher would open the studio again. */
async function deleteVouchers(tx: Database, customerId: number): Promise<number> {
  const redeemed = await tx
    .delete(checkInVoucherRedemptions)
    .where(eq(checkInVoucherRedemptions.customerId, customerId))
    .returning({ id: checkInVoucherRedemptions.voucherId });
  if (redeemed.length === 0) return 0;
  const ids = redeemed.map(({ id }) => id);
  const sold = tx.select({ id: sales.id }).from(sales).where(eq(sales.voucherId, vouchers.id));
  await tx.delete(vouchers).where(and(inArray(vouchers.id, ids), notExists(sold)));
  return ids.length;
}

/** Signed terms, dates and prices stay; notes, reasons and references to other people's systems do not. */
async function clearWhatStays(tx: Database, customerId: number): Promise<void> {
  const isTheirs = eq(contracts.customerId, customerId);
  await tx
    .update(contracts)
    .set({
      details: sql`${contracts.details} - '{notes,thirdPartyId,referralCode}'::text[]`,
      cancelation: sql`${contracts.cancelation} - 'reason'`,
    })
    .where(isTheirs);
  const own = tx.select({ id: contracts.id }).from(contracts).where(isTheirs);
  const withoutReason = (column: typeof idlePeriods.asked | typeof idlePeriods.inForce) =>
    sql`${column} || '{"documentId": null, "reason": {"id": 0, "name": "", "documentRequired": false}}'::jsonb`;
  await tx
    .update(idlePeriods)
    .set({ asked: withoutReason(idlePeriods.asked), inForce: withoutReason(idlePeriods.inForce) })
    .where(inArray(idlePeriods.contractId, own));
  await tx
    .update(collectionCases)
    .set({ block: null, closure: sql`${collectionCases.closure} - 'closureReason'` })
    .where(
      and(
        eq(collectionCases.customerId, customerId),
        or(isNotNull(collectionCases.block), isNotNull(collectionCases.closure)),
      ),
    );
  await tx
    .update(trialSessionBookings)
    .set({ referrerId: null })
    .where(eq(trialSessionBookings.referrerId, customerId));
  await tx
    .update(customers)
    .set({
      profile: null,
      identityEncrypted: null,
      thirdPartyAccess: false,
      paymentMethod: 'CASH',
      paymentInstrumentId: null,
      uuid: randomUUID(),
    })
    .where(eq(customers.id, customerId));
}

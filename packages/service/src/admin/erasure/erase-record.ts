import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/database/database.js';
import { aggregatorMembers } from '../../modules/aggregators/aggregators.tables.js';
import { benefitUses } from '../../modules/benefits/benefits.tables.js';
import { bookings } from '../../modules/bookings/bookings.tables.js';
import { checkIns, checkInVoucherRedemptions } from '../../modules/check-ins/check-ins.tables.js';
import { trialSessionBookings } from '../../modules/classes/classes.tables.js';
import { accessMediums } from '../../modules/customers/access-mediums/access-mediums.tables.js';
import {
  communications,
  communicationThreads,
} from '../../modules/customers/communication/communication.tables.js';
import type { Customer } from '../../modules/customers/customers.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { customerImages } from '../../modules/customers/images/images.tables.js';
import { memberListEntries } from '../../modules/customers/member-lists/member-lists.tables.js';
import { partnerRestrictions } from '../../modules/customers/partner-restrictions/partner-restrictions.tables.js';
import {
  collectionCases,
  collectionDebtors,
  collectionRestrictions,
} from '../../modules/debt-collection/debt-collection.tables.js';
import { documents } from '../../modules/documents/documents.tables.js';
import { homeStudioMoves } from '../../modules/home-studio/home-studio.tables.js';
import { leads } from '../../modules/leads/leads.tables.js';
import { moduleContracts } from '../../modules/memberships/additional-modules/additional-modules.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { declarations } from '../../modules/memberships/declarations/declarations.tables.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';
import { sales } from '../../modules/memberships/sales/sales.tables.js';
import { vouchers } from '../../modules/memberships/vouchers/vouchers.tables.js';
import { paymentLinks } from '../../modules/payments/links/links.tables.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { forgetPersonalContent } from '../../modules/webhooks/webhook-events.js';
import { weighings } from '../../modules/weighings/weighings.tables.js';

/**
 * Deletes all customer data that no law requires to be kept. Removes from contracts, modules, idle periods and cases all
 * personal details beyond what was agreed and booked.
 *
 * @returns the number of rows by kind.
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
  const declared = await tx
    .select({ id: declarations.id })
    .from(declarations)
    .where(eq(declarations.customerId, customerId));
  const removed = {
    communications: await remove(communications, inArray(communications.threadId, threads)),
    threads: await remove(communicationThreads, eq(communicationThreads.customerId, customerId)),
    documents: await remove(documents, eq(documents.customerId, customerId)),
    declarations: await remove(declarations, eq(declarations.customerId, customerId)),
    amendments: await remove(amendments, eq(amendments.customerId, customerId)),
    accessMediums: await remove(accessMediums, eq(accessMediums.customerId, customerId)),
    partnerRestrictions: await remove(partnerRestrictions, eq(partnerRestrictions.customerId, customerId)),
    images: await remove(customerImages, eq(customerImages.customerId, customerId)),
    lists: await remove(memberListEntries, eq(memberListEntries.customerId, customerId)),
    aggregators: await remove(aggregatorMembers, eq(aggregatorMembers.customerId, customerId)),
    leads: await remove(leads, eq(leads.customerId, customerId)),
    vouchers: await deleteVouchers(tx, customerId),
    benefitUses: await remove(benefitUses, inArray(benefitUses.contractId, contractsOf(tx, customerId))),
    weighings: await remove(weighings, eq(weighings.customerId, customerId)),
    visits: await remove(checkIns, eq(checkIns.customerId, customerId)),
    bookings: await remove(bookings, eq(bookings.customerId, customerId)),
    trialSessions: await remove(trialSessionBookings, eq(trialSessionBookings.customerId, customerId)),
    debtors: await remove(collectionDebtors, eq(collectionDebtors.customerId, customerId)),
    paymentLinks: await remove(paymentLinks, eq(paymentLinks.customerId, customerId)),
    restrictions: await remove(collectionRestrictions, eq(collectionRestrictions.customerId, customerId)),
    events:
      (await forgetPersonalContent(tx, 'AGGREGATOR_MEMBER_CREATED', customerId)) +
      (await forgetDeclared(tx, declared)),
  };
  await clearWhatStays(tx, customerId);
  return { record: erasedAt ? 0 : 1, ...removed };
}

/** Deletes the events about declarations. */
async function forgetDeclared(tx: Database, declared: readonly { readonly id: number }[]): Promise<number> {
  let events = 0;
  for (const { id } of declared) events += await forgetPersonalContent(tx, 'DECLARATION_RECEIVED', id);
  return events;
}

/**
 * Deletes the check-in vouchers that the customer has redeemed. Without its redemption, a voucher would open the studio
 * again.
 */
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

function contractsOf(tx: Database, customerId: number) {
  return tx.select({ id: contracts.id }).from(contracts).where(eq(contracts.customerId, customerId));
}

/** Clears notes, reasons and references to third-party systems. Signed terms, dates and prices stay. */
async function clearWhatStays(tx: Database, customerId: number): Promise<void> {
  const isTheirs = eq(contracts.customerId, customerId);
  await tx
    .update(contracts)
    .set({
      details: sql`${contracts.details} - '{notes,thirdPartyId,referralCode}'::text[]`,
      cancelation: sql`${contracts.cancelation} - 'reason'`,
    })
    .where(isTheirs);
  await tx
    .update(moduleContracts)
    .set({ cancelation: sql`${moduleContracts.cancelation} - 'reason'` })
    .where(inArray(moduleContracts.contractId, contractsOf(tx, customerId)));
  const withoutReason = (column: typeof idlePeriods.asked | typeof idlePeriods.inForce) =>
    sql`${column} || '{"documentId": null, "reason": {"id": 0, "name": "", "documentRequired": false}}'::jsonb`;
  await tx
    .update(idlePeriods)
    .set({ asked: withoutReason(idlePeriods.asked), inForce: withoutReason(idlePeriods.inForce) })
    .where(inArray(idlePeriods.contractId, contractsOf(tx, customerId)));
  // The moves themselves say in whose books the bookings are.
  await tx
    .update(homeStudioMoves)
    .set({ description: null })
    .where(eq(homeStudioMoves.customerId, customerId));
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

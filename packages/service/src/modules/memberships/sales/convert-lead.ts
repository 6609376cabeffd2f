import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { lockCustomerRecord } from '../../customers/customers.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { profileColumns } from '../../customers/identity.js';
import type { CustomerProfile } from '../../customers/profile.js';
import { leads } from '../../leads/leads.tables.js';
import { paymentSessions } from '../../payments/sessions/sessions.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { contracts } from '../contracts/contracts.tables.js';
import type { Sale } from './find-sales.js';

/**
 * Makes the lead who signs up the member, so that the studio does not have the same person twice. A lead is the same
 * person if name and email address match. Of the lead's data, only the values of the studio's own fields remain: a form
 * that anyone can fill in must not put a phone number into a member's record. A lead who has a contract, or payments as
 * another person, stays as they are.
 *
 * @returns the customer's id; null if no lead signs up.
 */
export async function convertLead(
  context: Pick<Context, 'clock' | 'keys'>,
  tx: Database,
  { studioId, paymentCustomerId }: Pick<Sale, 'studioId' | 'paymentCustomerId'>,
  profile: CustomerProfile,
): Promise<number | null> {
  const { firstName, lastName, email } = profile;
  const isSame = (column: unknown, text: string) => sql`lower(${column}) = lower(${text.trim()})`;
  const [found] = await tx
    .select({ id: customers.id })
    .from(customers)
    .innerJoin(leads, eq(leads.customerId, customers.id))
    .where(
      and(
        eq(customers.studioId, studioId),
        isNull(customers.erasedAt),
        isSame(sql`${customers.profile} ->> 'email'`, email),
        isSame(customers.firstName, firstName),
        isSame(customers.lastName, lastName),
      ),
    )
    .orderBy(asc(customers.id))
    .limit(1);
  if (!found) return null;
  const lead = await lockCustomerRecord(tx, found.id);
  const isBound =
    lead.erasedAt !== null ||
    lead.studioId !== studioId ||
    (await tx.$count(contracts, eq(contracts.customerId, lead.id))) > 0 ||
    (await tx.$count(paymentSessions, eq(paymentSessions.paymentCustomerId, lead.paymentCustomerId))) > 0;
  if (isBound) return null;
  const kept = lead.profile?.additionalInformationFieldAssignments;
  const columns = profileColumns(context.keys, paymentCustomerId, {
    ...(kept && { additionalInformationFieldAssignments: kept }),
    ...profile,
  });
  await tx
    .update(customers)
    .set({ firstName, lastName, paymentCustomerId, ...columns })
    .where(eq(customers.id, lead.id));
  await tx
    .update(paymentCustomers)
    .set({ movedCustomerId: lead.id })
    .where(eq(paymentCustomers.id, lead.paymentCustomerId));
  await emit(context, tx, studioId, { type: 'CUSTOMER_UPDATED', entityId: lead.id });
  return lead.id;
}

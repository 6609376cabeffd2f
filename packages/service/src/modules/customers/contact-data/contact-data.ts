import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.js';
import type { Customer } from '../customers.js';
import { customers } from '../customers.tables.js';
import type { StoredProfile } from '../profile.js';
import { CONTACT_FIELDS, type ContactData, type ContactDataChanges } from './contact-data.stored.js';
import { contactDataAmendments } from './contact-data.tables.js';

export type Amendment = typeof contactDataAmendments.$inferSelect;

/** Names of the contact data fields in a sign-up. */
const PROFILE_FIELDS = {
  email: 'email',
  phonePrivate: 'phoneNumberPrivate',
  phonePrivateMobile: 'phoneNumberMobile',
  phoneBusiness: 'phoneBusiness',
  phoneBusinessMobile: 'phoneBusinessMobile',
} as const satisfies Record<keyof ContactData, keyof StoredProfile>;

/** Returns the contact data of a customer. */
export function contactDataOf({ profile }: Pick<Customer, 'profile'>): ContactData {
  const values = CONTACT_FIELDS.map((field) => [field, profile?.[PROFILE_FIELDS[field]]] as const);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/** Returns the change that awaits a decision, or null. */
export async function pendingAmendment(db: Database, customerId: number): Promise<Amendment | null> {
  const [pending] = await db
    .select()
    .from(contactDataAmendments)
    .where(
      and(eq(contactDataAmendments.customerId, customerId), eq(contactDataAmendments.status, 'PENDING')),
    );
  return pending ?? null;
}

/** Writes contact data to the record of a customer. The customer must be locked. */
export async function writeContactData(
  tx: Database,
  { id, firstName, lastName, profile }: Customer,
  changes: ContactDataChanges,
): Promise<void> {
  const fields: Partial<StoredProfile> = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [
      PROFILE_FIELDS[field as keyof ContactDataChanges],
      value === '' ? undefined : value,
    ]),
  );
  await tx
    .update(customers)
    .set({ profile: { firstName, lastName, ...profile, ...fields } })
    .where(eq(customers.id, id));
}

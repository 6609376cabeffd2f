import type { Customer } from './customers.js';
import type { StoredProfile } from './profile.js';

/** Contact data fields of a member in the Open API, with their names in a sign-up. */
export const CONTACT_FIELDS = {
  email: 'email',
  phonePrivate: 'phoneNumberPrivate',
  phonePrivateMobile: 'phoneNumberMobile',
  phoneBusiness: 'phoneBusiness',
  phoneBusinessMobile: 'phoneBusinessMobile',
} as const satisfies Record<string, keyof StoredProfile>;

export type ContactField = keyof typeof CONTACT_FIELDS;

export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactField[];

/** Contact data; fields that were never given are absent. */
export type ContactData = Readonly<Partial<Record<ContactField, string>>>;

/** Returns the contact data of a customer. */
export function contactDataOf({ profile }: Pick<Customer, 'profile'>): ContactData {
  const fields = Object.entries(CONTACT_FIELDS) as [ContactField, (typeof CONTACT_FIELDS)[ContactField]][];
  const values = fields.map(([field, name]) => [field, profile?.[name]] as const);
  return Object.fromEntries(values.filter(([, value]) => value));
}

import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Contact data; fields that were never given are absent. */
export type ContactData = Readonly<Partial<Record<ContactField, string>>>;

/** New values of some fields. An empty text removes a field, except for the e-mail address. */
export type ContactDataChanges = ContactData;

/** Contact data fields of a member; the names are those of the Open API. */
export const CONTACT_FIELDS = [
  'email',
  'phonePrivate',
  'phonePrivateMobile',
  'phoneBusiness',
  'phoneBusinessMobile',
] as const;

export const CONTACT_CHANGES: StoredSchema<ContactDataChanges> = storedSchema(
  Type.Partial(Type.Record(Type.Enum(CONTACT_FIELDS), Type.String())),
);

import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Contact data; a field that was never given is missing. */
export type ContactData = Readonly<Partial<Record<ContactField, string>>>;

/** New values of some fields; an empty text removes one, which the e-mail address cannot be. */
export type ContactDataChanges = ContactData;

/** Contact data of a member; the names are those of the Open API. */
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

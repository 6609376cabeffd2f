import { Type } from 'typebox';
import { sealedJson } from '../../core/database/sealed-json.js';
import { storedForm, type StoredForm } from '../../core/database/stored-form.js';
import { COMMUNICATION_CHANNELS, MESSAGE_CATEGORIES } from '../studios/settings/communication-preferences.js';
import { communications } from './communication/communication.tables.js';
import { type Communication, DIRECTIONS } from './communication/threads.js';
import { CONTACT_FIELDS, type ContactDataChanges } from './contact-data/contact-data.js';
import { customers } from './customers.tables.js';
import { DOCUMENT_TYPES, GENDERS, type Identity, OPTIONAL_TEXTS, type StoredProfile } from './profile.js';

const Text = Type.Optional(Type.String());

const identity = {
  dateOfBirth: Text,
  taxId: Text,
  documentIdentification: Type.Optional(
    Type.Object({ documentNumber: Type.String(), documentType: Type.Enum(DOCUMENT_TYPES) }),
  ),
};

const profile = {
  ...Type.Partial(Type.Record(Type.Enum(OPTIONAL_TEXTS), Type.String())).properties,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Text,
  street: Text,
  city: Text,
  zipCode: Text,
  countryCode: Text,
  countryOfBirth: Text,
  phoneBusiness: Text,
  phoneBusinessMobile: Text,
  gender: Type.Optional(Type.Enum(GENDERS)),
  language: Type.Optional(Type.Object({ languageCode: Type.String(), countryCode: Text })),
  communicationPreferences: Type.Optional(
    Type.Array(
      Type.Object({
        messageCategory: Type.Optional(Type.Enum(MESSAGE_CATEGORIES)),
        channels: Type.Optional(
          Type.Array(
            Type.Object({
              communicationChannel: Type.Enum(COMMUNICATION_CHANNELS),
              customerOverridable: Type.Optional(Type.Boolean()),
              active: Type.Optional(Type.Boolean()),
            }),
          ),
        ),
      }),
    ),
  ),
  additionalInformationFieldAssignments: Type.Optional(
    Type.Array(Type.Object({ additionalInformationFieldId: Type.Integer(), value: Type.String() })),
  ),
};

const StoredProfileSchema = Type.Omit(Type.Object(profile), ['taxId']);

export const PROFILE: StoredForm<StoredProfile> = storedForm(StoredProfileSchema);

export const IDENTITY: StoredForm<Identity> = storedForm(Type.Object(identity));

/** A profile as a signup gives it. */
export const CustomerProfileSchema = Type.Object({
  ...profile,
  ...identity,
  dateOfBirth: Type.String(),
  email: Type.String(),
  street: Type.String(),
  city: Type.String(),
  zipCode: Type.String(),
  countryCode: Type.String(),
  language: Type.Object({ languageCode: Type.String(), countryCode: Text }),
});

export const CONTACT_CHANGES: StoredForm<ContactDataChanges> = storedForm(
  Type.Partial(Type.Record(Type.Enum(CONTACT_FIELDS), Type.String())),
);

export const COMMUNICATION: StoredForm<Communication> = storedForm(
  Type.Object({
    ticketNumber: Text,
    subject: Type.String(),
    content: Type.String(),
    communicationDirection: Type.Enum(DIRECTIONS),
    ticketLink: Text,
    communicationChannel: Type.Enum(COMMUNICATION_CHANNELS),
    agent: Text,
  }),
);

/** Bound to the person, not to the customer: there may be no customer yet when it is written. */
export const SEALED_IDENTITY = sealedJson(customers.identityEncrypted, IDENTITY);

/** Bound to the communication's `contentKey`. */
export const SEALED_COMMUNICATION = sealedJson(communications.contentEncrypted, COMMUNICATION);

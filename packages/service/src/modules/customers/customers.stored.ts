import { Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';
import { COMMUNICATION_CHANNELS, MESSAGE_CATEGORIES } from '../studios/settings/communication-preferences.js';
import {
  CUSTOMER_TITLES,
  DOCUMENT_TYPES,
  GENDERS,
  type Identity,
  OPTIONAL_TEXTS,
  type StoredProfile,
} from './profile.js';

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

const StoredProfileSchema = Type.Object({
  ...Type.Omit(Type.Object(profile), ['taxId']).properties,
  provinceCode: Text,
  customerTitle: Type.Optional(Type.Enum(CUSTOMER_TITLES)),
});

export const PROFILE: StoredSchema<StoredProfile> = storedSchema(StoredProfileSchema);

export const IDENTITY: StoredSchema<Identity> = storedSchema(Type.Object(identity));

/** The schema of a profile in a signup. */
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

/** The schema of a person's data in an import file, without the name. */
export const KnownProfileSchema = Type.Object(
  Type.Omit(Type.Object({ ...profile, ...identity }), ['firstName', 'lastName']).properties,
  { additionalProperties: false },
);

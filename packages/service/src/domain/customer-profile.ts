import type { CalendarDate } from './calendar.js';

export const GENDERS = ['MALE', 'FEMALE', 'UNISEX'] as const;
export const MESSAGE_CATEGORIES = [
  'CONTRACT',
  'GENERAL',
  'APPOINTMENT',
  'NEWSLETTER',
  'LOYALTY_PROGRAM',
] as const;
export const COMMUNICATION_CHANNELS = [
  'LETTER', 'EMAIL', 'TEXT_MESSAGE', 'PHONE', 'FAX', 'CONVERSATION', 'CHAT', 'OTHER',
] as const; // prettier-ignore
export const DOCUMENT_TYPES = [
  'ID_CARD', 'PASSPORT', 'DRIVERS_LICENCE', 'RESIDENCE_PERMIT', 'NATIONAL_ID_NUMBER', 'OTHERS',
] as const; // prettier-ignore

/** Free texts of a customer, which have no rule but their length. */
export const OPTIONAL_TEXTS = [
  'thirdPartyId', 'secondFirstName', 'secondLastName', 'placeOfBirth', 'phoneNumberPrivate',
  'phoneNumberMobile', 'secondStreet', 'cityPart', 'district', 'streetType', 'streetBlock', 'portal',
  'stairway', 'door', 'province', 'additionalAddressInformation', 'floor', 'houseNumber', 'buildingName',
  'taxId',
] as const; // prettier-ignore

/** A member's data as a studio keeps it: the `customer` of a signup without its token. */
export interface CustomerProfile extends Partial<Record<(typeof OPTIONAL_TEXTS)[number], string>> {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: CalendarDate;
  readonly email: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  /** ISO 3166-1 alpha-2 */
  readonly countryCode: string;
  readonly countryOfBirth?: string;
  readonly phoneBusiness?: string;
  readonly phoneBusinessMobile?: string;
  readonly gender?: (typeof GENDERS)[number];
  readonly language: { readonly languageCode: string; readonly countryCode?: string };
  readonly communicationPreferences?: readonly CommunicationPreference[];
  readonly documentIdentification?: {
    readonly documentNumber: string;
    readonly documentType: (typeof DOCUMENT_TYPES)[number];
  };
  readonly additionalInformationFieldAssignments?: readonly {
    readonly additionalInformationFieldId: number;
    readonly value: string;
  }[];
}

/** Data of a person who has signed nothing, such as the member of an aggregator. */
export type PersonProfile = Pick<CustomerProfile, 'firstName' | 'lastName'> & Partial<CustomerProfile>;

/** Facts that identify a person anywhere; encrypted in the database, and read where they are needed. */
export type Identity = Pick<PersonProfile, 'dateOfBirth' | 'documentIdentification' | 'taxId'>;
/** A profile as it is stored in clear. */
export type StoredProfile = Omit<PersonProfile, keyof Identity>;

interface CommunicationPreference {
  readonly messageCategory?: (typeof MESSAGE_CATEGORIES)[number];
  readonly channels?: readonly {
    readonly communicationChannel: (typeof COMMUNICATION_CHANNELS)[number];
    readonly customerOverridable?: boolean;
    readonly active?: boolean;
  }[];
}

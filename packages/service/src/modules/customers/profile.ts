import { isCountry } from '@upc/contract/country';
import type { CalendarDate } from '../../core/calendar.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../core/i18n/translate.js';
import { COMMUNICATION_CHANNELS, MESSAGE_CATEGORIES } from '../studios/settings/communication-preferences.js';
import type { Studio } from '../studios/studios.tables.js';

export const GENDERS = ['MALE', 'FEMALE', 'UNISEX'] as const; // prettier-ignore
export const CUSTOMER_TITLES = ['NONE', 'DR', 'PROF'] as const; // prettier-ignore
export const DOCUMENT_TYPES = [
  'ID_CARD', 'PASSPORT', 'DRIVERS_LICENCE', 'RESIDENCE_PERMIT', 'NATIONAL_ID_NUMBER', 'OTHERS',
] as const; // prettier-ignore

/** Free-text fields of a customer, limited only in their length. */
export const OPTIONAL_TEXTS = [
  'thirdPartyId', 'secondFirstName', 'secondLastName', 'placeOfBirth', 'phoneNumberPrivate',
  'phoneNumberMobile', 'secondStreet', 'cityPart', 'district', 'streetType', 'streetBlock', 'portal',
  'stairway', 'door', 'province', 'additionalAddressInformation', 'floor', 'houseNumber', 'buildingName',
  'taxId',
] as const; // prettier-ignore

/** A member's data as a studio stores it: the `customer` of a signup without its token. */
export interface CustomerProfile extends Partial<Record<(typeof OPTIONAL_TEXTS)[number], string>> {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: CalendarDate;
  readonly email: string;
  readonly street: string;
  readonly city: string;
  readonly zipCode: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly countryCode: string;
  readonly countryOfBirth?: string;
  readonly phoneBusiness?: string;
  /** Self-service only; a sign-up has no code of the province and no title. */
  readonly provinceCode?: string;
  readonly customerTitle?: (typeof CUSTOMER_TITLES)[number];
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

/** Data of a person who has not signed anything, such as an aggregator's member. */
export type PersonProfile = Pick<CustomerProfile, 'firstName' | 'lastName'> & Partial<CustomerProfile>;

/** Data that identifies a person everywhere. It is encrypted in the database and decrypted only where needed. */
export type Identity = Pick<PersonProfile, 'dateOfBirth' | 'documentIdentification' | 'taxId'>;
/** A profile as stored unencrypted. */
export type StoredProfile = Omit<PersonProfile, keyof Identity>;

interface CommunicationPreference {
  readonly messageCategory?: (typeof MESSAGE_CATEGORIES)[number];
  readonly channels?: readonly {
    readonly communicationChannel: (typeof COMMUNICATION_CHANNELS)[number];
    readonly customerOverridable?: boolean;
    readonly active?: boolean;
  }[];
}

const EARLIEST_BIRTH = '1900-01-01';

/**
 * Checks that dates and countries are plausible.
 *
 * @param names the request's own names for fields, where they differ.
 * @throws ApiError 400 for an impossible date of birth or an unknown country.
 */
export function checkPlausible(
  profile: PersonProfile,
  today: CalendarDate,
  prefix: string,
  names: Partial<Record<keyof CustomerProfile, string>> = {},
): void {
  const refuse = (given: keyof CustomerProfile, problem: TextPart) => {
    const field = names[given] ?? given;
    return new ApiError('errormessage.customer.field.invalid', `${prefix}${field}`, { field, problem });
  };
  const { dateOfBirth } = profile;
  if (dateOfBirth !== undefined && dateOfBirth > today)
    throw refuse('dateOfBirth', textPart('problem.date.afterToday', { today }));
  if (dateOfBirth !== undefined && dateOfBirth < EARLIEST_BIRTH)
    throw refuse('dateOfBirth', textPart('problem.date.tooEarly', { date: EARLIEST_BIRTH }));
  for (const field of ['countryCode', 'countryOfBirth'] as const) {
    const code = profile[field];
    if (code !== undefined && !isCountry(code)) throw refuse(field, textPart('problem.country'));
  }
}

/**
 * Checks that the data required by the studio's country is present (specification, signup, customer). Italy and Spain
 * require a tax id or an identification document. Italy also requires the place of birth of members born there, and the
 * country of birth of all others.
 *
 * @throws ApiError 400 with the missing field.
 */
export function checkRequiredByCountry(profile: CustomerProfile, studio: Studio, prefix: string): void {
  const { country } = studio.creditor.address;
  const missing = (field: keyof CustomerProfile, problem: TextPart) =>
    new ApiError('errormessage.customer.field.required', `${prefix}${field}`, { field, problem });
  if ((country === 'IT' || country === 'ES') && !profile.taxId && !profile.documentIdentification) {
    throw missing('taxId', textPart('problem.taxId'));
  }
  const wasBornAbroad = profile.countryOfBirth !== undefined && profile.countryOfBirth !== 'IT';
  if (country !== 'IT' || wasBornAbroad || profile.placeOfBirth) return;
  throw missing('placeOfBirth', textPart('problem.placeOfBirth'));
}

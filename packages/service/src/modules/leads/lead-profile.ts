import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { checkPlausible, type CustomerProfile, type PersonProfile } from '../customers/profile.js';
import type { FieldMode } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';

/** Which data a form asks for. */
export interface LeadModes {
  readonly genderMode: FieldMode;
  readonly dateOfBirthMode: FieldMode;
  readonly telephoneMode: FieldMode;
  readonly addressMode: FieldMode;
}

/** A person as a form gives them (fields-2, LeadRequest and TrialLeadRequest). */
export interface LeadPerson {
  readonly thirdPartyId?: string;
  readonly firstname: string;
  readonly secondFirstname?: string;
  readonly lastname: string;
  readonly secondLastname?: string;
  readonly email: string;
  readonly gender?: NonNullable<PersonProfile['gender']>;
  readonly dateOfBirth?: string;
  readonly telephone?: string;
  readonly language?: NonNullable<PersonProfile['language']>;
}

export type LeadAddress = Partial<
  Pick<CustomerProfile, 'street' | 'houseNumber' | 'zipCode' | 'city' | 'countryCode'>
>;

/**
 * Returns the personal data to store for a lead, without data that the form does not ask for.
 *
 * @param paths where the request has the person and the address.
 * @throws ApiError 400 for missing data that the form requires, and for data that cannot be right.
 */
export function leadProfile(
  { clock }: Pick<Context, 'clock'>,
  studio: Studio,
  modes: LeadModes,
  { person, address }: { readonly person: LeadPerson; readonly address: LeadAddress | undefined },
  paths: { readonly person: string; readonly address: string },
): PersonProfile {
  const asked = <T>(mode: FieldMode, reference: string, value: T | undefined): T | undefined => {
    if (mode === 'MANDATORY') requireGiven(reference, value);
    return mode === 'INACTIVE' ? undefined : value;
  };
  const profile = {
    firstName: person.firstname,
    lastName: person.lastname,
    email: person.email,
    secondFirstName: person.secondFirstname,
    secondLastName: person.secondLastname,
    thirdPartyId: person.thirdPartyId,
    language: person.language,
    gender: asked(modes.genderMode, `${paths.person}gender`, person.gender),
    dateOfBirth: asked(modes.dateOfBirthMode, `${paths.person}dateOfBirth`, person.dateOfBirth),
    phoneNumberPrivate: asked(modes.telephoneMode, `${paths.person}telephone`, person.telephone),
    ...asked(modes.addressMode, paths.address, address),
  };
  const given = Object.fromEntries(
    Object.entries(profile).filter(([, value]) => value !== undefined),
  ) as unknown as PersonProfile;
  checkPlausible(given, todayAt({ clock }, studio), paths.person);
  return given;
}

/** Refuses a request without a value that the form requires. @throws ApiError 400 */
export function requireGiven(reference: string, value: unknown): void {
  if (value !== undefined && value !== '') return;
  const field = reference.slice(reference.lastIndexOf('.') + 1);
  throw new ApiError('errormessage.customer.field.required', reference, {
    field,
    problem: textPart('problem.lead.mandatory'),
  });
}

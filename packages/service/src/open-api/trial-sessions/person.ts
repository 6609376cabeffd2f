import type { PersonProfile } from '../../domain/customer-profile.js';

/** Somebody as the legacy interface describes them. */
export interface LegacyLead {
  readonly firstname: string;
  readonly lastname: string;
  readonly secondLastname?: string;
  readonly email: string;
  readonly gender?: NonNullable<PersonProfile['gender']>;
  readonly dateOfBirth?: string;
  readonly phone?: string;
  readonly address?: {
    readonly street?: string;
    readonly houseNumber?: string;
    readonly zip?: string;
    readonly city?: string;
    readonly country?: string;
  };
}

/** The same as the customer's record has it. */
export function personOf(lead: LegacyLead): PersonProfile {
  const { firstname: firstName, lastname: lastName, secondLastname: secondLastName, email, gender } = lead;
  const { street, houseNumber, zip: zipCode, city, country: countryCode } = lead.address ?? {};
  const optional = {
    secondLastName,
    gender,
    dateOfBirth: lead.dateOfBirth,
    phoneNumberPrivate: lead.phone,
    street,
    houseNumber,
    zipCode,
    city,
    countryCode,
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { firstName, lastName, email, ...(Object.fromEntries(given) as Partial<PersonProfile>) };
}

import type { CustomerFields } from '../../config/config.js';
import type { BillingDetails } from './stripe-api.js';

/**
 * The person's known data, in Stripe's words. Pure.
 *
 * @param countryCode for an address of which the host has not said the country.
 * @param name of the card's holder, where it was typed.
 */
export function billingDetails(
  { name: given, email, address = {} }: CustomerFields,
  countryCode: string,
  name = given?.value,
): BillingDetails {
  const country = address.country?.value ?? countryCode;
  return {
    ...filled({ name, email: email?.value }),
    address: filled({
      line1: address.line1?.value,
      line2: address.line2?.value,
      city: address.city?.value,
      postal_code: address.postalCode?.value,
      state: address.state?.value,
      country,
    }),
  };
}

/** Stripe takes no empty values for granted: what is not known is left out. */
function filled<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<
    Record<Name, string>
  >;
}

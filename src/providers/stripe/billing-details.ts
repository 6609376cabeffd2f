import type { CustomerFields } from '../../config/config.js';
import type { BillingDetails } from './stripe-api.js';

/**
 * Converts the person's known data to Stripe's format, without side effects.
 *
 * @param countryCode country of an address for which the host has given none.
 * @param name name of the cardholder, if entered.
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

/** Omits unknown values, so that Stripe receives no empty ones. */
function filled<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<
    Record<Name, string>
  >;
}

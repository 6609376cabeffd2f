/** An address as its parts are known. */
interface AddressParts {
  readonly street?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  /** ISO 3166-1 alpha-2 */
  readonly countryCode?: string | undefined;
}

interface Address {
  addressLine1?: string;
  addressLine2?: string;
  addressLine3?: string;
  region?: string;
  countryCode?: string;
  country?: string;
  addressData?: { street?: string; houseNumber?: string };
}

/** An address as the Open API gives it: in parts, and as lines to print. */
export function toAddress(
  { street, houseNumber, postalCode, city, region, countryCode }: AddressParts,
  language: string,
): Address {
  const lines = [
    [street, houseNumber],
    [postalCode, city],
  ].map((parts) => parts.filter(Boolean).join(' '));
  const country = countryCode && new Intl.DisplayNames([language], { type: 'region' }).of(countryCode);
  return {
    ...(lines[0] && { addressLine1: lines[0] }),
    ...(lines[1] && { addressLine2: lines[1] }),
    ...(country && { addressLine3: country, country }),
    ...(region && { region }),
    ...(countryCode && { countryCode }),
    ...(street && { addressData: { street, ...(houseNumber && { houseNumber }) } }),
  };
}

import { isCountry } from '@upc/contract/country';
import type { PaymentDetails } from '@upc/contract/gateway';
import { isCityFirst, needsState } from '@upc/contract/postal-address';
import type { CustomerAddress } from '../config/config.js';
import type { FieldDefinition, FormContext } from './form.js';
import { validatePostalCode } from './postal-code.js';
import { lineOf } from './text-validate.js';

const country = 'address.country';

/** The fields of a postal address; the chosen country decides their order, and what a postal code is. */
export function addressFields(context: FormContext): readonly FieldDefinition[] {
  const { texts, countryCode } = context;
  const given = context.customerFields.address ?? {};
  const chosen = texts[country] ?? toCode(given.country?.value ?? countryCode);
  const stateNeeded = needsState(chosen);
  const postalCode: FieldDefinition = {
    name: 'address.postalCode',
    kind: 'text',
    labelKey: 'address.postalCode.label',
    required: true,
    autocomplete: 'postal-code',
    autocapitalize: 'characters',
    width: 'short',
    validate: (value) => validatePostalCode(value, chosen),
    customerField: 'address.postalCode',
  };
  const city = line('city', 'address-level2', 100);
  // A state is asked for where it is part of the address, or where the host knows one.
  const state =
    given.state || stateNeeded ? [{ ...line('state', 'address-level1', 100), required: stateNeeded }] : [];
  const street = [
    line('line1', 'address-line1', 200),
    // Nobody is asked for it: a host that knows it lets the person see it.
    ...(given.line2 ? [{ ...line('line2', 'address-line2', 200), required: false }] : []),
  ];
  return [
    ...(isCityFirst(chosen)
      ? // Hungarian addresses begin with the city.
        [...(chosen === 'HU' ? [city, ...street] : [...street, city]), ...state, postalCode]
      : [...street, postalCode, { ...city, width: 'rest' } as const, ...state]),
    {
      name: country,
      kind: 'select',
      labelKey: 'address.country.label',
      required: true,
      autocomplete: 'country',
      validate: (code) => (isCountry(code) ? null : { code: 'error.required' }),
      format: ({ text, caret }) => ({ text: toCode(text), caret }),
      initial: countryCode,
      customerField: country,
    },
  ];
}

/** One line of the address. */
function line(part: keyof CustomerAddress, autocomplete: string, maxLength: number): FieldDefinition {
  const name = `address.${part}` as const;
  return {
    name,
    kind: 'text',
    labelKey: `${name}.label`,
    required: true,
    autocomplete,
    autocapitalize: 'words',
    validate: lineOf(maxLength),
    customerField: name,
  };
}

function toCode(text: string): string {
  return text.trim().toUpperCase();
}

/** The address among a form's values; undefined when the form did not ask for one. */
export function toAddress(values: Readonly<Record<string, string>>): PaymentDetails['address'] {
  const { 'address.line1': line1, 'address.postalCode': postalCode, 'address.city': city } = values;
  const { 'address.line2': line2, 'address.state': state, [country]: code } = values;
  if (!line1 || !postalCode || !city || !code) return undefined;
  return { line1, postalCode, city, country: code, ...(line2 && { line2 }), ...(state && { state }) };
}

import type { PaymentDetails } from '../gateway/gateway.js';
import { countryCodes } from './countries.js';
import type { FieldDefinition, FormContext } from './form.js';
import { validatePostalCode } from './postal-code.js';
import { lineOf } from './text-validate.js';

const country = 'address.country';

/** The fields of a postal address; the chosen country decides what a postal code is. */
export function addressFields(context: FormContext): readonly FieldDefinition[] {
  const { texts, customerFields, countryCode } = context;
  const chosen = texts[country] ?? customerFields.address?.country?.value ?? countryCode;
  return [
    {
      name: 'address.line1',
      kind: 'text',
      labelKey: 'address.line1.label',
      required: true,
      autocomplete: 'address-line1',
      autocapitalize: 'words',
      validate: lineOf(200),
      customerField: 'address.line1',
    },
    {
      name: 'address.postalCode',
      kind: 'text',
      labelKey: 'address.postalCode.label',
      required: true,
      autocomplete: 'postal-code',
      autocapitalize: 'characters',
      width: 'short',
      validate: (value) => validatePostalCode(value, chosen),
      customerField: 'address.postalCode',
    },
    {
      name: 'address.city',
      kind: 'text',
      labelKey: 'address.city.label',
      required: true,
      autocomplete: 'address-level2',
      autocapitalize: 'words',
      width: 'rest',
      validate: lineOf(100),
      customerField: 'address.city',
    },
    {
      name: country,
      kind: 'select',
      labelKey: 'address.country.label',
      required: true,
      autocomplete: 'country',
      options: countryCodes.map((value) => ({ value })),
      initial: countryCode,
      customerField: country,
    },
  ];
}

/** The address among a form's values; undefined when the form did not ask for one. */
export function toAddress(values: Readonly<Record<string, string>>): PaymentDetails['address'] {
  const { 'address.line1': line1, 'address.postalCode': postalCode, 'address.city': city } = values;
  const code = values[country];
  return line1 && postalCode && city && code ? { line1, postalCode, city, country: code } : undefined;
}

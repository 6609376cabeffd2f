import { isCountry } from '@upc/contract/country';
import type { PaymentDetails } from '@upc/contract/gateway';
import { isCityFirst, needsState } from '@upc/contract/postal-address';
import type { CustomerAddress } from '../config/config.js';
import type { FieldDefinition, FormContext } from './form.js';
import { hasDigitsOnly, validatePostalCode } from './postal-code.js';
import { lineOf } from './text-validate.js';

const country = 'address.country';

/** Returns the fields of a postal address. The chosen country decides their order and the format of the postal code. */
export function addressFields(context: FormContext): readonly FieldDefinition[] {
  const { texts, countryCode } = context;
  const given = context.customerFields.address ?? {};
  const chosen = texts[country] ?? toCode(given.country?.value ?? countryCode);
  const stateNeeded = needsState(chosen);
  const postalCode: FieldDefinition = {
    ...requiredLine('postalCode', 'postal-code', 20),
    autocapitalize: 'characters',
    inputMode: hasDigitsOnly(chosen) ? 'numeric' : undefined,
    width: 'short',
    validate: (value) => validatePostalCode(value, chosen),
  };
  const city = requiredLine('city', 'address-level2', 100);
  // The state is shown if the country's addresses need it or the host has given one.
  const state =
    given.state || stateNeeded ? [(stateNeeded ? requiredLine : line)('state', 'address-level1', 100)] : [];
  const street = [
    requiredLine('line1', 'address-line1', 200),
    // Shown only when the host prefilled it.
    ...(given.line2 ? [line('line2', 'address-line2', 200)] : []),
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
      requiredKey: 'error.required.address.country',
      autocomplete: 'country',
      validate: (code) => (isCountry(code) ? null : { code: 'error.required.address.country' }),
      format: ({ text, caret }) => ({ text: toCode(text), caret }),
      initial: countryCode,
      customerField: country,
    },
  ];
}

function line(part: keyof CustomerAddress, autocomplete: string, maxLength: number): FieldDefinition {
  const name = `address.${part}` as const;
  return {
    name,
    kind: 'text',
    labelKey: `${name}.label`,
    autocomplete,
    autocapitalize: 'words',
    validate: lineOf(maxLength),
    customerField: name,
  };
}

/** Returns one line of the address that may not stay empty. */
function requiredLine(
  part: Exclude<keyof CustomerAddress, 'line2'>,
  autocomplete: string,
  maxLength: number,
): FieldDefinition {
  return { ...line(part, autocomplete, maxLength), requiredKey: `error.required.address.${part}` };
}

function toCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Returns the address among a form's values, as a part of the details to send; empty if the form has no such fields. */
export function toAddress(values: Readonly<Record<string, string>>): Pick<PaymentDetails, 'address'> {
  const { 'address.line1': line1, 'address.postalCode': postalCode, 'address.city': city } = values;
  const { 'address.line2': line2, 'address.state': state, [country]: code } = values;
  if (!line1 || !postalCode || !city || !code) return {};
  const optional = { ...(line2 && { line2 }), ...(state && { state }) };
  return { address: { line1, postalCode, city, country: code, ...optional } };
}

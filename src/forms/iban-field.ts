import type { PaymentDetails } from '@upc/contract/gateway';
import { toAddress } from './address-fields.js';
import type { FieldDefinition, Validator } from './form.js';
import { formatIban, parseIban } from './iban-format.js';

type Texts = Pick<FieldDefinition, 'labelKey' | 'hintKey' | 'hintParams'>;

/** The account that the field asks for. */
export function ibanField(texts: Texts, validate: Validator): FieldDefinition {
  return {
    name: 'iban',
    kind: 'text',
    ...texts,
    required: true,
    // Browsers offer card numbers and names for an IBAN: none of theirs fits.
    autocomplete: 'off',
    autocapitalize: 'characters',
    format: formatIban,
    parse: parseIban,
    validate,
  };
}

/** The details sent from a form with an IBAN: address and e-mail only where they were asked for. */
export function toIbanDetails(values: Readonly<Record<string, string>>): PaymentDetails {
  const { accountHolder = '', iban = '', email } = values;
  const address = toAddress(values);
  return { accountHolder, iban, ...(email && { email }), ...(address && { address }) };
}

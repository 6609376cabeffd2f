import type { PaymentDetails } from '@upc/contract/gateway';
import { findIbanFault, type IbanScheme, normalizeIban } from '@upc/contract/iban';
import { toAddress } from './address-fields.js';
import type { FieldDefinition, Formatter, Validator } from './form.js';

type Texts = Pick<FieldDefinition, 'labelKey' | 'hintKey' | 'hintParams'>;

/** The account that a scheme debits. */
export function ibanField(scheme: IbanScheme, texts: Texts): FieldDefinition {
  return {
    name: 'iban',
    kind: 'text',
    ...texts,
    required: true,
    // Browsers offer card numbers and names for an IBAN: none of theirs fits.
    autocomplete: 'off',
    autocapitalize: 'characters',
    format: formatIban,
    parse: normalizeIban,
    validate: validateIban(scheme),
  };
}

/** Groups of four while typing; the caret stays behind the character that was typed. */
export const formatIban: Formatter = ({ text, caret }) => ({
  text: group(normalizeIban(text)),
  caret: group(normalizeIban(text.slice(0, caret))).length,
});

/** Says what keeps the scheme from debiting an IBAN, in a text for each fault. */
export function validateIban(scheme: IbanScheme): Validator {
  return (iban) => {
    const wrong = findIbanFault(iban, scheme);
    if (!wrong) return null;
    const { fault, ...params } = wrong;
    return { code: `error.iban.${fault}`, ...params };
  };
}

/** The details sent from a form with an IBAN: address and e-mail only where they were asked for. */
export function toIbanDetails(values: Readonly<Record<string, string>>): PaymentDetails {
  const { accountHolder = '', iban = '', email } = values;
  const address = toAddress(values);
  return { accountHolder, iban, ...(email && { email }), ...(address && { address }) };
}

function group(iban: string): string {
  return iban.replace(/(.{4})(?=.)/gsu, '$1 ');
}

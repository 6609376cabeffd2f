import type { PaymentDetails } from '@upc/contract/gateway';
import { findIbanFault, type IbanScheme, normalizeIban } from '@upc/contract/iban';
import type { FieldDefinition, Formatter, Validator } from './form.js';

type Texts = Pick<FieldDefinition, 'labelKey' | 'hintKey' | 'hintParams'>;

/** Returns the field for the account that a scheme debits. */
export function ibanField(scheme: IbanScheme, texts: Texts): FieldDefinition {
  return {
    name: 'iban',
    kind: 'text',
    ...texts,
    requiredKey: 'error.required.iban',
    // Browsers would offer card numbers and names, since no autofill type exists for IBANs.
    autocomplete: 'off',
    autocapitalize: 'characters',
    format: formatIban,
    parse: normalizeIban,
    validate: validateIban(scheme),
  };
}

/** Groups an IBAN by four characters during typing. The caret stays behind the character typed. */
export const formatIban: Formatter = ({ text, caret }) => ({
  text: group(normalizeIban(text)),
  caret: group(normalizeIban(text.slice(0, caret))).length,
});

/** Creates a validator that reports why the scheme cannot debit an IBAN. */
export function validateIban(scheme: IbanScheme): Validator {
  return (iban) => {
    const wrong = findIbanFault(iban, scheme);
    if (!wrong) return null;
    const { fault, ...params } = wrong;
    return { code: `error.iban.${fault}`, ...params };
  };
}

/** Returns the details to send from a form with an IBAN. The e-mail is included if the form has it. */
export function toIbanDetails(values: Readonly<Record<string, string>>): PaymentDetails {
  const { accountHolder = '', iban = '', email } = values;
  return { accountHolder, iban, ...(email && { email }) };
}

function group(iban: string): string {
  return iban.replace(/(.{4})(?=.)/gsu, '$1 ');
}

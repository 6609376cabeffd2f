import { addressFields, toAddress } from '../../forms/address-fields.js';
import type { FieldDefinition, FormContext } from '../../forms/form.js';
import { formatIban, parseIban } from '../../forms/iban-format.js';
import { ibanLength, validateSepaIban } from '../../forms/iban-validate.js';
import { isSepaCountry, needsDebtorAddress } from '../../forms/sepa-countries.js';
import { maxNameLength, validateName } from '../../forms/text-validate.js';
import type { MethodForm } from '../payment-method.js';

/** Holder and IBAN, an address where the scheme asks for it, and the mandate. */
export const sepaForm: MethodForm = {
  fields: (context) => [
    {
      name: 'accountHolder',
      kind: 'text',
      labelKey: 'sepa.accountHolder.label',
      required: true,
      autocomplete: 'name',
      autocapitalize: 'words',
      maxLength: maxNameLength,
      validate: validateName,
      customerField: 'name',
    },
    iban(ibanCountry(context)),
    ...(needsAddress(context) ? addressFields(context) : []),
  ],
  consents: ({ session, hideMandateCheckbox }) =>
    hideMandateCheckbox
      ? []
      : [
          {
            name: 'mandate',
            labelKey: 'sepa.mandate.consent',
            labelParams: { creditor: session.creditor.name },
          },
        ],
  toDetails(values) {
    const address = toAddress(values);
    return {
      accountHolder: values.accountHolder ?? '',
      iban: values.iban ?? '',
      ...(address && { address }),
    };
  },
};

function iban(country: string): FieldDefinition {
  const length = isSepaCountry(country) ? ibanLength(country) : undefined;
  return {
    name: 'iban',
    kind: 'text',
    labelKey: 'sepa.iban.label',
    ...(length === undefined
      ? { hintKey: 'sepa.iban.hint.any' }
      : { hintKey: 'sepa.iban.hint', hintParams: { code: country, length } }),
    required: true,
    // Browsers offer card numbers and names for an IBAN: none of theirs fits.
    autocomplete: 'off',
    autocapitalize: 'characters',
    format: formatIban,
    parse: parseIban,
    validate: validateSepaIban,
  };
}

/** The country of the IBAN as far as it is typed, else the host's, for hints. */
function ibanCountry({ texts, countryCode }: FormContext): string {
  const typed = typedCountry(texts);
  return isSepaCountry(typed) ? typed : countryCode;
}

function needsAddress({ offer, texts }: FormContext): boolean {
  const required = offer.requiredFields?.includes('address') ?? false;
  return required || needsDebtorAddress(typedCountry(texts));
}

function typedCountry(texts: FormContext['texts']): string {
  return parseIban(texts.iban ?? '').slice(0, 2);
}

import { addressFields } from '../forms/address-fields.js';
import { emailField } from '../forms/email-field.js';
import type { FieldDefinition, FormContext } from '../forms/form.js';
import { holderField } from '../forms/holder-field.js';
import { ibanField, toIbanDetails } from '../forms/iban-field.js';
import { parseIban } from '../forms/iban-format.js';
import { ibanLength, validateSepaIban } from '../forms/iban-validate.js';
import { mandateConsent } from '../forms/mandate-consent.js';
import { isSepaCountry, needsDebtorAddress } from '../forms/sepa-countries.js';
import type { MethodForm } from '../forms/payment-method.js';

/** Holder and IBAN, an address where the scheme asks for it, an e-mail where the provider does, and the mandate. */
export const sepaForm: MethodForm = {
  fields: (context) => [
    holderField,
    iban(ibanCountry(context)),
    ...(context.offer.requiredFields?.includes('email') ? [emailField] : []),
    ...(needsAddress(context) ? addressFields(context) : []),
  ],
  consents: (context) => mandateConsent(context, 'sepa.mandate.consent'),
  toDetails: toIbanDetails,
};

function iban(country: string): FieldDefinition {
  const length = isSepaCountry(country) ? ibanLength(country) : undefined;
  const hint: Pick<FieldDefinition, 'hintKey' | 'hintParams'> =
    length === undefined
      ? { hintKey: 'sepa.iban.hint.any' }
      : { hintKey: 'sepa.iban.hint', hintParams: { code: country, length } };
  return ibanField({ labelKey: 'sepa.iban.label', ...hint }, validateSepaIban);
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

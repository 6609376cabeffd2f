import { ibanLength, isSepaCountry, normalizeIban } from '@upc/contract/iban';
import { emailField } from '../forms/email-field.js';
import type { FieldDefinition, FormContext } from '../forms/form.js';
import { holderField } from '../forms/holder-field.js';
import { ibanField, toIbanDetails } from '../forms/iban-field.js';
import { mandateConsent } from '../forms/mandate-consent.js';
import type { MethodForm } from '../forms/payment-method.js';

/**
 * Form with holder, IBAN and mandate, plus an e-mail if the provider requires it. The address that some accounts need
 * loads after it (sepa-form-with-address.ts).
 */
export const sepaForm: MethodForm = {
  isPartial: true,
  fields: (context) => [
    holderField,
    iban(ibanCountry(context)),
    ...(context.offer.requiredFields?.includes('email') ? [emailField] : []),
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
  return ibanField('SEPA', { labelKey: 'sepa.iban.label', ...hint });
}

/** Returns the country code of the IBAN typed so far, or else the host's country, for hints. */
function ibanCountry({ texts, countryCode }: FormContext): string {
  const typed = typedCountry(texts);
  return isSepaCountry(typed) ? typed : countryCode;
}

/** Returns the first two characters of the IBAN typed so far. */
export function typedCountry(texts: FormContext['texts']): string {
  return normalizeIban(texts.iban ?? '').slice(0, 2);
}

import type { MethodForm } from '../methods/payment-method.js';
import { addressFields } from './address-fields.js';
import { holderField } from './holder-field.js';
import { ibanField, toIbanDetails } from './iban-field.js';
import { mandateConsent } from './mandate-consent.js';
import { type SwissScheme, validateSwissIban } from './swiss-iban.js';

/** Holder, IBAN and address, and the authority to debit: the same for both Swiss schemes but for the banks. */
export function swissDebitForm(scheme: SwissScheme, keys: { hint: string; consent: string }): MethodForm {
  const texts = { labelKey: 'swiss.iban.label', hintKey: keys.hint };
  return {
    fields: (context) => [
      holderField,
      ibanField(texts, validateSwissIban(scheme)),
      ...addressFields(context),
    ],
    consents: (context) => mandateConsent(context, keys.consent),
    toDetails: toIbanDetails,
  };
}

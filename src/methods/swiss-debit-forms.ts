import { addressFields, toAddress } from '../forms/address-fields.js';
import { holderField } from '../forms/holder-field.js';
import { ibanField, toIbanDetails } from '../forms/iban-field.js';
import { mandateConsent } from '../forms/mandate-consent.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { MethodForm } from '../forms/payment-method.js';

/** PostFinance direct debit, which authorises debits from a PostFinance account. */
export const chDDForm = swissDebitForm('CH_DD', { hint: 'chDD.iban.hint', consent: 'chDD.mandate.consent' });

/** LSV+, which authorises debits from an account at any other bank in Switzerland or Liechtenstein. */
export const lsvForm = swissDebitForm('LSV', { hint: 'lsv.iban.hint', consent: 'lsv.mandate.consent' });

/** Creates a form with holder, IBAN, address and debit authorisation. The two schemes differ only in their banks. */
function swissDebitForm(scheme: 'CH_DD' | 'LSV', keys: { hint: TextKey; consent: TextKey }): MethodForm {
  const texts = { labelKey: 'swiss.iban.label', hintKey: keys.hint } as const;
  return {
    fields: (context) => [holderField, ibanField(scheme, texts), ...addressFields(context)],
    consents: (context) => mandateConsent(context, keys.consent),
    toDetails: (values) => ({ ...toIbanDetails(values), ...toAddress(values) }),
  };
}

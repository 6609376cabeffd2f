import { needsDebtorAddress } from '@upc/contract/iban';
import { addressFields, toAddress } from '../forms/address-fields.js';
import type { FormContext } from '../forms/form.js';
import type { MethodForm } from '../forms/payment-method.js';
import { sepaForm, typedCountry } from './sepa-form.js';

/** The SEPA form, plus an address if the scheme or the provider requires it. */
export const sepaFormWithAddress: MethodForm = {
  consents: (context) => sepaForm.consents(context),
  fields: (context) => [
    ...sepaForm.fields(context),
    ...(needsAddress(context) ? addressFields(context) : []),
  ],
  toDetails: (values) => ({ ...sepaForm.toDetails(values), ...toAddress(values) }),
};

function needsAddress({ offer, texts }: FormContext): boolean {
  const required = offer.requiredFields?.includes('address') ?? false;
  return required || needsDebtorAddress(typedCountry(texts));
}

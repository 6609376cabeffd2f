import type { FieldDefinition, FieldOption } from '../forms/form.js';
import { holderField } from '../forms/holder-field.js';
import { mandateConsent } from '../forms/mandate-consent.js';
import { numberField } from '../forms/number-field.js';
import { validateRoutingNumber, validateUsAccountNumber } from '../forms/us-account.js';
import type { MethodForm } from '../forms/payment-method.js';

/** The holder, the account and its kind, and the authorisation. */
export const achForm: MethodForm = {
  fields: () => [
    holderField,
    numberField({
      name: 'bankLocationId',
      labelKey: 'ach.routingNumber.label',
      hintKey: 'ach.routingNumber.hint',
      validate: validateRoutingNumber,
    }),
    numberField({
      name: 'accountNumber',
      labelKey: 'ach.accountNumber.label',
      hintKey: 'ach.accountNumber.hint',
      validate: validateUsAccountNumber,
    }),
    choice('accountType', [
      { value: 'CHECKING', labelKey: 'ach.accountType.CHECKING' },
      { value: 'SAVINGS', labelKey: 'ach.accountType.SAVINGS' },
    ]),
    choice('holderType', [
      { value: 'PERSONAL', labelKey: 'ach.holderType.PERSONAL' },
      { value: 'BUSINESS', labelKey: 'ach.holderType.BUSINESS' },
    ]),
  ],
  consents: (context) => mandateConsent(context, 'ach.mandate.consent'),
  toDetails: (values) => ({
    accountHolder: values.accountHolder ?? '',
    bankLocationId: values.bankLocationId ?? '',
    accountNumber: values.accountNumber ?? '',
    accountType: values.accountType === 'SAVINGS' ? 'SAVINGS' : 'CHECKING',
    holderType: values.holderType === 'BUSINESS' ? 'BUSINESS' : 'PERSONAL',
  }),
};

/** The first of the options is chosen until another is. Two are shown side by side. */
function choice(
  name: 'accountType' | 'holderType',
  options: readonly [FieldOption, ...FieldOption[]],
): FieldDefinition {
  return {
    name,
    kind: 'select',
    labelKey: `ach.${name}.label`,
    required: true,
    autocomplete: 'off',
    width: 'rest',
    options,
    initial: options[0].value,
  };
}

import type { FieldDefinition, FieldOption } from '../forms/form.js';
import { holderField } from '../forms/holder-field.js';
import { mandateConsent } from '../forms/mandate-consent.js';
import { numberField } from '../forms/number-field.js';
import { validateRoutingNumber, validateUsAccountNumber } from '../forms/us-account.js';
import type { MethodForm } from '../forms/payment-method.js';

/** Form with the holder, the account and its type, and the authorisation. */
export const achForm: MethodForm = {
  fields: () => [
    holderField,
    numberField({
      name: 'bankLocationId',
      labelKey: 'ach.routingNumber.label',
      hintKey: 'ach.routingNumber.hint',
      requiredKey: 'error.required.routingNumber',
      validate: validateRoutingNumber,
    }),
    numberField({
      name: 'accountNumber',
      labelKey: 'ach.accountNumber.label',
      hintKey: 'ach.accountNumber.hint',
      requiredKey: 'error.required.accountNumber',
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

/** Creates a select whose first option is chosen initially. Two of them share a line. */
function choice(
  name: 'accountType' | 'holderType',
  options: readonly [FieldOption, ...FieldOption[]],
): FieldDefinition {
  return {
    name,
    kind: 'select',
    labelKey: `ach.${name}.label`,
    requiredKey: 'error.required.choice',
    autocomplete: 'off',
    width: 'rest',
    options,
    initial: options[0].value,
  };
}

import { maxNameLength, validateName } from '../forms/text-validate.js';
import type { MethodForm } from '../forms/payment-method.js';

/** Form with the holder's name. Everything else is typed into the provider's fields. */
export const creditCardForm: MethodForm = {
  fields: () => [
    {
      name: 'cardHolder',
      kind: 'text',
      labelKey: 'card.holder.label',
      requiredKey: 'error.required.cardHolder',
      autocomplete: 'cc-name',
      autocapitalize: 'words',
      maxLength: maxNameLength,
      validate: validateName,
      customerField: 'name',
    },
  ],
  consents: () => [],
  toDetails: ({ cardHolder = '' }) => ({ cardHolder }),
};

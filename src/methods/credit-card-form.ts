import { maxNameLength, validateName } from '../forms/text-validate.js';
import type { MethodForm } from '../forms/payment-method.js';

/** The holder's name; everything else is typed into the provider's fields. */
export const creditCardForm: MethodForm = {
  fields: () => [
    {
      name: 'cardHolder',
      kind: 'text',
      labelKey: 'card.holder.label',
      required: true,
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

import type { FieldDefinition } from './form.js';
import { validateEmail } from './text-validate.js';

/** The address for a copy of the mandate and the notices. */
export const emailField: FieldDefinition = {
  name: 'email',
  kind: 'text',
  labelKey: 'email.label',
  hintKey: 'email.hint',
  required: true,
  autocomplete: 'email',
  inputMode: 'email',
  autocapitalize: 'off',
  validate: validateEmail,
  customerField: 'email',
};

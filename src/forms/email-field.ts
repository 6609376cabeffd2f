import type { FieldDefinition } from './form.js';
import { validateEmail } from './text-validate.js';

/** E-mail address for a copy of the mandate and for notices. */
export const emailField: FieldDefinition = {
  name: 'email',
  kind: 'text',
  labelKey: 'email.label',
  hintKey: 'email.hint',
  requiredKey: 'error.required.email',
  autocomplete: 'email',
  inputMode: 'email',
  autocapitalize: 'off',
  validate: validateEmail,
  customerField: 'email',
};

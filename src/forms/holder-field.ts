import type { FieldDefinition } from './form.js';
import { maxNameLength, validateName } from './text-validate.js';

/** Field for the account holder. */
export const holderField: FieldDefinition = {
  name: 'accountHolder',
  kind: 'text',
  labelKey: 'accountHolder.label',
  requiredKey: 'error.required.accountHolder',
  autocomplete: 'name',
  autocapitalize: 'words',
  maxLength: maxNameLength,
  validate: validateName,
  customerField: 'name',
};

import type { FieldDefinition } from './form.js';
import { maxNameLength, validateName } from './text-validate.js';

/** The holder of the account. */
export const holderField: FieldDefinition = {
  name: 'accountHolder',
  kind: 'text',
  labelKey: 'accountHolder.label',
  required: true,
  autocomplete: 'name',
  autocapitalize: 'words',
  maxLength: maxNameLength,
  validate: validateName,
  customerField: 'name',
};

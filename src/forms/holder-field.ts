import type { FieldDefinition } from './form.js';
import { maxNameLength, validateName } from './text-validate.js';

/** Whom the account belongs to. */
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

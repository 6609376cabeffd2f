import { toPlainAscii } from '@upc/contract/ascii';
import type { FieldDefinition } from './form.js';

type Given = Pick<FieldDefinition, 'name' | 'labelKey' | 'hintKey' | 'validate' | 'format' | 'width'> &
  Required<Pick<FieldDefinition, 'requiredKey'>>;

/** Returns a field for a bank or account number. It is a text input with digits, never `type=number`. */
export function numberField(given: Given): FieldDefinition {
  return {
    kind: 'text',
    autocomplete: 'off',
    inputMode: 'numeric',
    parse: toPlainAscii,
    ...given,
  };
}

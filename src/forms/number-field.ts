import { toPlainAscii } from '@upc/contract/ascii';
import type { FieldDefinition } from './form.js';

type Given = Pick<FieldDefinition, 'name' | 'labelKey' | 'hintKey' | 'validate' | 'format' | 'width'>;

/** A number of a bank or an account: text that is digits, never `type=number`. */
export function numberField(given: Given): FieldDefinition {
  return {
    kind: 'text',
    required: true,
    autocomplete: 'off',
    inputMode: 'numeric',
    parse: toPlainAscii,
    ...given,
  };
}

import type { FieldDefinition } from './form.js';
import { parseDigits } from './digits.js';

type Given = Pick<FieldDefinition, 'name' | 'labelKey' | 'hintKey' | 'validate' | 'format' | 'width'>;

/** A number of a bank or an account: text that is digits, never `type=number`. */
export function numberField(given: Given): FieldDefinition {
  return {
    kind: 'text',
    required: true,
    autocomplete: 'off',
    inputMode: 'numeric',
    parse: parseDigits,
    ...given,
  };
}

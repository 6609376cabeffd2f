import { toAscii, withoutSeparators } from './ascii.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { ValidationError, Validator } from './form.js';

/** A number as it is sent: ASCII digits without the spaces and dashes that people type or copy along. */
export function parseDigits(text: string): string {
  return withoutSeparators(toAscii(text));
}

/** Digits only, as many as `lengths` allows; `wrongLength` names the rule, and is told how many there are. */
export function digitsOf([min, max]: readonly [min: number, max: number], wrongLength: TextKey): Validator {
  return (value): ValidationError | null => {
    if (!/^\d+$/.test(value)) return { code: 'error.digits' };
    const given = value.length;
    return given < min || given > max ? { code: wrongLength, params: { given } } : null;
  };
}

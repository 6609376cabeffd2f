import type { TextKey } from '../i18n/text-keys.js';
import type { ValidationError, Validator } from './form.js';

/** Digits only, as many as `lengths` allows; `wrongLength` names the rule, and is told how many there are. */
export function digitsOf([min, max]: readonly [min: number, max: number], wrongLength: TextKey): Validator {
  return (value): ValidationError | null => {
    if (!/^\d+$/.test(value)) return { code: 'error.digits' };
    const given = value.length;
    return given < min || given > max ? { code: wrongLength, params: { given } } : null;
  };
}

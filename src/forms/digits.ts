import type { TextKey } from '../i18n/text-keys.js';
import type { ValidationError, Validator } from './form.js';

/**
 * Creates a validator for digits only, with a length within the given range. `wrongLength` is the error for another
 * length; its text receives the number of digits given.
 */
export function digitsOf([min, max]: readonly [min: number, max: number], wrongLength: TextKey): Validator {
  return (value): ValidationError | null => {
    if (!/^\d+$/.test(value)) return { code: 'error.digits' };
    const given = value.length;
    return given < min || given > max ? { code: wrongLength, params: { given } } : null;
  };
}

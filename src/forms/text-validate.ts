import type { Validator } from './form.js';

/** Longest name and address line that a SEPA message carries (ISO 20022, Max70Text). */
export const maxNameLength = 70;

/** One line of text: no line breaks or other control characters, not longer than `maxLength` characters. */
export function lineOf(maxLength: number): Validator {
  return (value) => {
    if (/[\p{Cc}\u2028\u2029]/u.test(value)) return { code: 'error.characters' };
    return value.length > maxLength ? { code: 'error.tooLong', params: { length: maxLength } } : null;
  };
}

/** A person's or company's name: one line, with a letter in it. */
export const validateName: Validator = (value) =>
  lineOf(maxNameLength)(value) ?? (/\p{L}/u.test(value) ? null : { code: 'error.name' });

/** An address that e-mail could be sent to; whether it exists, only an e-mail can show (HTML standard's rule). */
export const validateEmail: Validator = (value) =>
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i.test(
    value,
  )
    ? lineOf(254)(value)
    : { code: 'error.email' };

import type { Validator } from './form.js';

/** Longest name that a SEPA message can carry (ISO 20022, Max70Text). */
export const maxNameLength = 70;

/**
 * Creates a validator for one line of text: no line breaks or other control characters, and at most `maxLength`
 * characters.
 */
export function lineOf(maxLength: number): Validator {
  return (value) => {
    if (/[\p{Cc}\u2028\u2029]/u.test(value)) return { code: 'error.characters' };
    return value.length > maxLength ? { code: 'error.tooLong', params: { length: maxLength } } : null;
  };
}

/** Checks the name of a person or company: one line that contains a letter. */
export const validateName: Validator = (value) =>
  lineOf(maxNameLength)(value) ?? (/\p{L}/u.test(value) ? null : { code: 'error.name' });

/**
 * Checks the format of an e-mail address by the rule of the HTML standard. Only sending an e-mail can show that it
 * exists.
 */
export const validateEmail: Validator = (value) =>
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i.test(
    value,
  )
    ? lineOf(254)(value)
    : { code: 'error.email' };

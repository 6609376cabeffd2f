import { toAscii, withoutSeparators } from './ascii.js';
import type { Formatter } from './form.js';

/** The IBAN itself: upper case ASCII without separators. The word "IBAN" that people copy along is dropped. */
export function parseIban(text: string): string {
  return withoutSeparators(toAscii(text))
    .toUpperCase()
    .replace(/^IBAN:?(?=[A-Z]{2}\d)/, '');
}

/** Groups of four while typing; the caret stays behind the character that was typed. */
export const formatIban: Formatter = ({ text, caret }) => ({
  text: group(parseIban(text)),
  caret: group(parseIban(text.slice(0, caret))).length,
});

function group(iban: string): string {
  return iban.replace(/(.{4})(?=.)/gsu, '$1 ');
}

/** Typed text with the position of the caret. */
export interface Typed {
  readonly text: string;
  readonly caret: number;
}

/**
 * Returns the digits of a text. Digits of other scripts (Arabic, full-width) become ASCII, and all other characters are
 * dropped.
 */
export function digitsOf(text: string): string {
  return Array.from(text, asciiDigit).join('');
}

/** Code points of zero in blocks of ten digits: ASCII, Arabic-Indic, Extended Arabic-Indic, Devanagari, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? '' : String(code - zero);
}

/**
 * Separates digits and keeps the caret behind the same digit as before.
 *
 * @param digits digits of `typed.text`, already cut to the maximum length
 * @param show inserts the separators
 */
export function keepCaret(typed: Typed, digits: string, show: (digits: string) => string): Typed {
  const before = Math.min(digitsOf(typed.text.slice(0, typed.caret)).length, digits.length);
  const text = show(digits);
  if (before === digits.length) return { text, caret: text.length };
  let caret = 0;
  for (let seen = 0; seen < before; caret += 1) if (/\d/.test(text.charAt(caret))) seen += 1;
  return { text, caret };
}

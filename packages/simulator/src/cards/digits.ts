/** Text as typed, with the caret in it. */
export interface Typed {
  readonly text: string;
  readonly caret: number;
}

/** The digits of a text, those of other scripts (Arabic, full-width) as ASCII; everything else is dropped. */
export function digitsOf(text: string): string {
  return Array.from(text, asciiDigit).join('');
}

/** Blocks of ten digits, by their zero: Arabic-Indic, Extended Arabic-Indic, Devanagari, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? '' : String(code - zero);
}

/**
 * Sets digits apart and keeps the caret behind the digit it stood behind.
 *
 * @param digits what `typed.text` holds, already cut to its length
 * @param show places the separators
 */
export function keepCaret(typed: Typed, digits: string, show: (digits: string) => string): Typed {
  const before = Math.min(digitsOf(typed.text.slice(0, typed.caret)).length, digits.length);
  const text = show(digits);
  if (before === digits.length) return { text, caret: text.length };
  let caret = 0;
  for (let seen = 0; seen < before; caret += 1) if (/\d/.test(text.charAt(caret))) seen += 1;
  return { text, caret };
}

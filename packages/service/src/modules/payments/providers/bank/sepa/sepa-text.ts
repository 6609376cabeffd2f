import anyAscii from 'any-ascii';

/** Signs that SEPA's character set lacks, with the ones that stand for them. Any other sign becomes a full stop. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  '"': "'",
  '`': "'",
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  ';': ',',
  '|': '/',
  '\\': '/',
};

/**
 * Converts a text to the characters that every bank in SEPA accepts: Latin letters, digits, spaces and `/-?:().,'+`
 * (EPC217-08).
 *
 * @param maxLength length to which the converted text is cut
 */
export function sepaText(text: string, maxLength: number): string {
  return anyAscii(text.normalize('NFC'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, (sign) => REPLACEMENTS[sign] ?? '.')
    .trim()
    .slice(0, maxLength)
    .trimEnd();
}

/**
 * Returns whether a text can be a reference, which is never converted: at most 35 characters of SEPA's set, no "/" at
 * its beginning or end, and no "//" (EPC130-08).
 */
export function isSepaReference(text: string): boolean {
  return /^(?!\/|.*\/\/|.*\/$)[A-Za-z0-9/\-?:().,'+ ]{1,35}$/.test(text) && text.trim() === text;
}

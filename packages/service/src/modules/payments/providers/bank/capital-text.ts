import anyAscii from 'any-ascii';

/**
 * Converts a text to capitals, digits, blanks and `&'()-./,`, for files whose records have a fixed width. Nacha and BECS
 * allow more characters, but many banks refuse small letters and other signs.
 *
 * @param maxLength length to which the converted text is cut
 */
export function capitalText(text: string, maxLength: number): string {
  return anyAscii(text.normalize('NFC'))
    .toUpperCase()
    .replace(/[^A-Z0-9&'()\-./,]+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd();
}

/**
 * Converts an IBAN or another number, as people type or copy it, into the form that is checked and sent: full-width
 * letters and the digits of every script become ASCII; separators (spaces, dashes, dots, slashes and underscores) and
 * invisible and control characters are dropped.
 */
export function toPlainAscii(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s\p{Pd}\p{Cf}\p{Cc}.·/_]/gu, '');
}

/**
 * Converts a digit of any script to ASCII. Unicode lists the ten digits of a script consecutively, starting with zero.
 */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

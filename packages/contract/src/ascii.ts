/**
 * Turns what people type or copy for an IBAN or another number into the form in which it is checked and sent: full-width letters
 * and the digits of every script become ASCII; spaces, dashes, invisible and control characters are dropped.
 */
export function toPlainAscii(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s\p{Pd}\p{Cf}\p{Cc}]/gu, '');
}

/** Unicode keeps the ten digits of a script side by side, zero first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/**
 * Text as it is compared and sent: full-width letters and digits, and the digits of every script, as ASCII,
 * without spaces, dashes and invisible characters, which people type or copy along.
 */
export function withoutSeparators(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}

/** Unicode keeps the ten digits of a script side by side, zero first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

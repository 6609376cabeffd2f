/** First digit of each decimal script that a member's keyboard is likely to give. */
const zeros = [0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0e50];

/** Full-width letters and digits, and digits of other scripts, as ASCII; everything else as it is. */
export function toAscii(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Without spaces, dashes of any kind, and invisible characters. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{Pd}\p{Cf}\p{Cc}]/gu, '');
}

/**
 * Whether the check digits of a SEPA creditor identifier are right: those of ISO 7064, modulo 97, over everything but the
 * business code in places five to seven (EPC262-08, Creditor Identifier Overview).
 */
export function isCreditorIdentifier(text: string): boolean {
  const match = /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(text);
  if (!match) return false;
  const [, country = '', check = '', national = ''] = match;
  const digits = Array.from(`${national}${country}${check}`, (sign) => parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

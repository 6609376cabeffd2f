/**
 * Returns 32 hexadecimal digits that cannot be guessed. `crypto.randomUUID` needs a secure context, which a development
 * page may lack.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

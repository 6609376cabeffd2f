/** 32 hexadecimal digits that nobody can guess. `crypto.randomUUID` needs a secure context, which a page in development may not be. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LENGTH = 54;
/** Bytes from here on would make the first letters of the alphabet more frequent. */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

/**
 * 54 letters and digits (more than 320 bits) from random bytes.
 *
 * @param source at least 128 bytes, of which some are skipped.
 * @throws RangeError when too few bytes are usable, which random ones practically never are.
 */
export function lettersAndDigits(source: Buffer): string {
  let token = '';
  for (const byte of source) {
    if (byte < UNBIASED_LIMIT) token += ALPHABET.charAt(byte % ALPHABET.length);
    if (token.length === TOKEN_LENGTH) return token;
  }
  throw new RangeError(`Only ${token.length} usable bytes for a token.`);
}

export function newToken(): string {
  return lettersAndDigits(randomBytes(256));
}

/** The stored form of a token. Tokens are long and random, so a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Names a key in a log or a list without telling it: the first 12 digits of what is stored of it. */
export function keyIdOfHash(hash: string): string {
  return hash.slice(0, 12);
}

import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LENGTH = 54;
/** First byte value that is skipped: such bytes would make the first letters of the alphabet more frequent. */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

/**
 * Makes 54 letters and digits (more than 320 bits) from random bytes.
 *
 * @param source at least 128 bytes, of which some are skipped.
 * @throws RangeError when too few bytes are usable, which practically never happens with random bytes.
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

/** Returns the stored form of a token. Tokens are long and random, so a plain hash cannot be reversed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns a name for a key in logs and lists that does not reveal it: the first 12 digits of its stored hash. */
export function keyIdOfHash(hash: string): string {
  return hash.slice(0, 12);
}

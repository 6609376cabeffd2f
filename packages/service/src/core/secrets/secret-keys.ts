import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { lettersAndDigits } from './tokens.js';

/** Keys derived from one secret, one for each purpose. */
interface SecretKey {
  /** Distinguishes this secret from others without revealing anything: 12 hexadecimal digits. */
  readonly id: string;
  /** Returns 54 letters and digits, always the same for the same purpose. */
  token(purpose: string): string;
  /**
   * Returns a keyed hash of a text that may contain personal data; without the secret, the text cannot be guessed from
   * it.
   */
  fingerprint(text: string): string;
  /** Returns the signature of a text that is sent along with it: 43 letters, digits, `-` and `_`. */
  sign(text: string): string;
  /** Encrypts with AES-256-GCM and returns Base64. Decrypting requires the same `boundTo`. */
  encrypt(plain: string, boundTo: string): string;
  /**
   * Decrypts a text.
   *
   * @throws Error when the text was not made by `encrypt` with this secret for the same place.
   */
  decrypt(encrypted: string, boundTo: string): string;
}

function secretKey(secret: string): SecretKey {
  // Making a key for each derivation would cost as much as the derivation.
  const secretMaterial = createSecretKey(secret, 'utf8');
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secretMaterial, '', `upc ${purpose}`, length));
  const encryptionKey = derive('payer details', 32);
  const fingerprintKey = derive('fingerprint', 32);
  const signingKey = derive('signed links', 32);
  return {
    id: derive('key id', 6).toString('hex'),
    token: (purpose) => lettersAndDigits(derive(purpose, 256)),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('base64url'),
    encrypt(plain, boundTo) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(boundTo));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt(encrypted, boundTo) {
      const bytes = Buffer.from(encrypted, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/**
 * Keys of an installation. Everything new is made with the current secret; data of earlier secrets can still be read.
 * Tokens and ciphertexts name the key they were made with; fingerprints and signatures are checked with each key.
 */
export interface SecretKeys {
  /** Ids of the secrets, the current one first. */
  readonly ids: readonly [string, ...string[]];
  /**
   * Returns the paymentRequestToken of a payment: 54 letters and digits, always the same.
   *
   * @param keyId of the secret it was issued with; the current one for a new token.
   * @throws Error when no secret has that id.
   */
  requestToken(paymentId: string, keyId?: string): string;
  /** Returns the token of a user payment session; parameters and errors as in `requestToken`. */
  sessionToken(sessionId: string, keyId?: string): string;
  /** Returns the token in the address of a payment link; parameters and errors as in `requestToken`. */
  paymentLinkToken(linkId: string, keyId?: string): string;
  /** Returns a keyed hash of a text that may contain personal data. */
  fingerprint(text: string): string;
  isFingerprintOf(text: string, fingerprint: string): boolean;
  /** Returns the signature of a text that is sent along with it: 43 letters, digits, `-` and `_`. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
  /**
   * Encrypts a text.
   *
   * @param row the row that stores the ciphertext, see `rowOf`; it cannot be decrypted for any other.
   */
  encrypt(plain: string, row: string): string;
  /**
   * Decrypts a text.
   *
   * @throws Error when the text was not encrypted for this row with one of the secrets.
   */
  decrypt(encrypted: string, row: string): string;
}

/**
 * Derives the keys of an installation.
 *
 * @param previous secrets that were current before.
 */
export function deriveKeys(secret: string, previous: readonly string[] = []): SecretKeys {
  const current = secretKey(secret);
  const keys = [current, ...previous.map(secretKey)];
  const named = (id: string): SecretKey => {
    const found = keys.find((key) => key.id === id);
    if (found) return found;
    throw new Error(
      `No secret has the key id ${id}; UPC_SECRET_PREVIOUS must contain the secret with this id.`,
    );
  };
  return {
    ids: [current.id, ...keys.slice(1).map(({ id }) => id)],
    requestToken: (paymentId, keyId = current.id) => named(keyId).token(`payment request token ${paymentId}`),
    sessionToken: (sessionId, keyId = current.id) => named(keyId).token(`user session token ${sessionId}`),
    paymentLinkToken: (linkId, keyId = current.id) => named(keyId).token(`payment link token ${linkId}`),
    fingerprint: (text) => current.fingerprint(text),
    isFingerprintOf: (text, fingerprint) => keys.some((key) => isEqual(key.fingerprint(text), fingerprint)),
    sign: (text) => current.sign(text),
    isSigned: (text, signature) => keys.some((key) => isEqual(key.sign(text), signature)),
    encrypt: (plain, row) => `${current.id}.${current.encrypt(plain, row)}`,
    decrypt(encrypted, row) {
      const [id = '', body] = encrypted.split('.');
      // The text itself must not be part of the error.
      if (body === undefined)
        throw new Error('A stored text does not name the secret it was encrypted with.');
      return named(id).decrypt(body, row);
    },
  };
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { lettersAndDigits } from './tokens.js';

/** The keys derived from one secret, one for each purpose. */
export interface SecretKey {
  /** Tells this secret from others without giving anything away: 12 hexadecimal digits. */
  readonly id: string;
  /** 54 letters and digits, the same each time for the same purpose. */
  token(purpose: string): string;
  /** Keyed hash of a text that may hold personal data; without the secret nothing can be guessed from it. */
  fingerprint(text: string): string;
  /** Signature of a text that is sent along with it: 43 letters, digits, `-` and `_`. */
  sign(text: string): string;
  /** AES-256-GCM, Base64. What it is bound to has to be named again to decrypt it. */
  encrypt(plain: string, boundTo: string): string;
  /** @throws Error when the text was not made by `encrypt` with this secret for the same place. */
  decrypt(encrypted: string, boundTo: string): string;
}

export function secretKey(secret: string): SecretKey {
  // A key of its own for each derivation would cost as much as the derivation.
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

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { lettersAndDigits } from './tokens.js';

/** The keys that are derived from the one secret of the installation, one for each purpose. */
export interface SecretKeys {
  /** The paymentRequestToken of a payment: 54 letters and digits, the same each time. */
  requestToken(paymentId: string): string;
  /** Fingerprint of a text that may hold personal data; without the secret nothing can be guessed from it. */
  fingerprint(text: string): string;
  /** Signature of a text that goes out with it: 43 letters, digits, `-` and `_`. */
  sign(text: string): string;
  encrypt(plain: string): string;
  /** @throws Error when the text was not made by `encrypt` under the same secret. */
  decrypt(encrypted: string): string;
}

/** @param secret at least 32 characters. */
export function deriveKeys(secret: string): SecretKeys {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `upc ${purpose}`, length));
  const encryptionKey = derive('payer details', 32);
  const fingerprintKey = derive('fingerprint', 32);
  const signingKey = derive('signed links', 32);
  return {
    requestToken: (paymentId) => lettersAndDigits(derive(`payment request token ${paymentId}`, 256)),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('base64url'),
    encrypt(plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Values derived from the provider's secret key; nothing of them is kept. */
export class Secrets {
  readonly #key: string;

  /** @param key the secret key of the provider, which its callers send as a bearer token */
  constructor(key: string) {
    this.#key = key;
  }

  /** Whether an Authorization header carries the secret key. */
  opens(authorization: string | undefined): boolean {
    return same(authorization ?? '', `Bearer ${this.#key}`);
  }

  /** The browser's key to one intent: enough to confirm it, and for nothing else. */
  clientSecret(intent: string): string {
    return `${intent}_secret_${this.#hmac('client-secret', intent).slice(0, 32)}`;
  }

  isClientSecret(intent: string, given: string): boolean {
    return same(given, this.clientSecret(intent));
  }

  /** The same number gives the same fingerprint; the number cannot be read back without the secret key. */
  fingerprint(number: string): string {
    return this.#hmac('fingerprint', number).slice(0, 16);
  }

  /** Recognises a repeated request without keeping what was in it. */
  requestHash(request: string): string {
    return this.#hmac('request', request);
  }

  #hmac(purpose: string, value: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\n${value}`).digest('hex');
  }
}

/** A new identifier: the prefix and 24 random letters and digits. */
export function newId(prefix: 'int' | 'ins' | 'chl'): string {
  return `${prefix}_${Array.from({ length: 24 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`;
}

function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

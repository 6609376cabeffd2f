import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Derives values from the provider's secret key; none of them is stored. */
export class Secrets {
  readonly #key: string;

  /** @param key secret key of the provider, which its callers send as a bearer token */
  constructor(key: string) {
    this.#key = key;
  }

  /** Returns whether an Authorization header contains the secret key. */
  opens(authorization: string | undefined): boolean {
    return same(authorization ?? '', `Bearer ${this.#key}`);
  }

  /** Returns the browser's key to one intent, which allows confirming it and nothing else. */
  clientSecret(intent: string): string {
    return `${intent}_secret_${this.#hmac('client-secret', intent).slice(0, 32)}`;
  }

  isClientSecret(intent: string, given: string): boolean {
    return same(given, this.clientSecret(intent));
  }

  /** Returns the same fingerprint for the same number. Without the secret key, the number cannot be derived from it. */
  fingerprint(number: string): string {
    return this.#hmac('fingerprint', number).slice(0, 16);
  }

  /** Returns a hash that recognises a repeated request without storing its content. */
  requestHash(request: string): string {
    return this.#hmac('request', request);
  }

  #hmac(purpose: string, value: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}\n${value}`).digest('hex');
  }
}

/** Makes a new identifier: the prefix and 24 random letters and digits. */
export function newId(prefix: 'int' | 'ins' | 'chl'): string {
  return `${prefix}_${Array.from({ length: 24 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`;
}

function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

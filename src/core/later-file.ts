import type { Clock } from './clock.js';
import { refreshCache } from './files-beside.js';
import { trustedAddress } from './trusted-address.js';

/** Code of the second file: it takes what the first one shares, and returns its own modules. */
export type LaterCode = (shared: object) => object;

interface LaterFileOptions {
  /** Absolute address of the first file. The second one is beside it. */
  readonly firstUrl: string;
  /** Nonce of the first file's script element. */
  readonly nonce: string;
  readonly name: string;
  readonly integrity: string;
  /** Provides what the first file shares. */
  readonly shared: () => object;
  readonly clock: Clock;
}

/** Waits before another attempt, in milliseconds. */
const pauses = [500, 2000];

/**
 * The second file of the classic script. It is loaded once, for everything that the npm build loads with `import()`.
 * Its integrity hash is part of the first file, so the page's own `integrity` covers both.
 */
export class LaterFile {
  readonly #options: LaterFileOptions;
  /** Kept for later attempts, since a page allows each policy only once. */
  #address: string | undefined;
  #modules: object | undefined;
  #loading: Promise<object> | undefined;

  constructor(options: LaterFileOptions) {
    this.#options = options;
  }

  /**
   * Resolves with the modules of the file. It tries three times; after that, the next call tries again.
   *
   * @throws Error when the file cannot be loaded, differs from its hash or is refused by the page's policy.
   */
  readonly load = (): Promise<object> => {
    this.#loading ??= this.#try().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  };

  /** Runs the code. The second file calls this. */
  readonly receive = (code: LaterCode): void => {
    this.#modules ??= code(this.#options.shared());
  };

  get #href(): string {
    const { name, firstUrl } = this.#options;
    return new URL(name, firstUrl).href;
  }

  async #try(): Promise<object> {
    for (const pause of pauses) {
      try {
        return await this.#add();
      } catch {
        await this.#options.clock.sleep(pause, new AbortController().signal);
        await refreshCache(this.#href);
      }
    }
    return this.#add();
  }

  async #add(): Promise<object> {
    const { nonce, integrity } = this.#options;
    this.#address ??= trustedAddress('upc-widget', this.#href);
    const script = document.createElement('script');
    Object.assign(script, { crossOrigin: 'anonymous', integrity, nonce });
    script.src = this.#address;
    const loaded = new Promise((resolve) => {
      script.onload = script.onerror = resolve;
    });
    document.head.append(script);
    await loaded;
    script.remove();
    if (this.#modules) return this.#modules;
    throw new Error(`${this.#href} could not be loaded, or differs from its integrity hash.`);
  }
}

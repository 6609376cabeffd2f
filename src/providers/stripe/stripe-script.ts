import { trustedAddress } from '../../core/trusted-address.js';
import { blocked } from './blocked.js';

/**
 * Loads Stripe's script into the page. Stripe's own loader would set its address as a plain string, which a page that
 * requires Trusted Types rejects. The script is therefore added before the loader looks for it.
 */
export class StripeScript {
  /** The address that this version's loader recognises. */
  static readonly address = 'https://js.stripe.com/endive/stripe.js';

  #loading: Promise<void> | undefined;

  /**
   * Resolves once the script has run, or immediately if the page has added it itself, since the loader then waits for
   * it. After a failure the next call tries again.
   *
   * @throws PaymentWidgetError PSP_ERROR when the script is blocked or the page's policy refuses it.
   */
  load(): Promise<void> {
    if (!this.#loading && this.#isOnPage()) return Promise.resolve();
    this.#loading ??= this.#add().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  #isOnPage(): boolean {
    return 'Stripe' in window || document.querySelector('script[src^="https://js.stripe.com/"]') !== null;
  }

  async #add(): Promise<void> {
    const script = document.createElement('script');
    try {
      script.src = trustedAddress('upc-stripe', StripeScript.address);
    } catch {
      throw blocked(
        "The page's content security policy requires Trusted Types and does not allow upc-stripe.",
      );
    }
    const loaded = new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
    });
    document.head.append(script);
    try {
      await loaded;
    } catch {
      script.remove();
      throw blocked(`${StripeScript.address} could not be loaded.`);
    }
  }
}

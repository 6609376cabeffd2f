import type { PaymentProvider } from '../provider.js';
import { setImportant } from '../page-style.js';
import { CardFields } from './card-fields.js';
import { loadStripe } from './load-stripe.js';
import { PaymentElementFields } from './payment-element-fields.js';
import { requirePublicKey } from './public-key.js';
import { thrownByStripe } from './stripe-errors.js';

/** Stripe, whose secured card fields are in its own frames, loaded from its own address. */
export const stripe: PaymentProvider = {
  async mount(options) {
    const { offer, environment, node, appearance, locale, clock, signal } = options;
    const publicKey = requirePublicKey(offer, environment);
    const account = offer.provider?.account;
    // Stripe's documents have no colour scheme of their own. Browsers make a frame opaque if its scheme differs from
    // the page's.
    setImportant(node, { 'color-scheme': 'light' });
    try {
      const loaded = await loadStripe({ publicKey, account, locale, clock, signal });
      if (appearance.iframeFields) return await CardFields.open(loaded, node, options);
      const place = document.createElement('div');
      setImportant(place, { flex: '1 1 100%', 'min-inline-size': '0' });
      node.append(place);
      return await PaymentElementFields.open(loaded, place, options);
    } catch (thrown) {
      signal.throwIfAborted();
      throw thrownByStripe(thrown);
    }
  },
};

import type {
  ExpressButtonsOptions,
  PaymentProvider,
  ProviderFields,
  ProviderFieldsOptions,
} from '../provider.js';
import { setImportant } from '../page-style.js';
import { CardFields } from './card-fields.js';
import { loadStripe, type StripeJs } from './load-stripe.js';
import { PaymentElementFields } from './payment-element-fields.js';
import { requirePublicKey } from './public-key.js';
import { thrownByStripe } from './stripe-errors.js';

/** Stripe, whose secured card fields and wallet buttons are in its own frames, loaded from its own address. */
export const stripe: PaymentProvider = {
  mountExpress: (options) =>
    opened(options, async (loaded) => {
      const { StripeExpressButtons } = await import('./express-buttons.js');
      return StripeExpressButtons.open(loaded, place(options.node), options);
    }),
  mount: (options) =>
    opened<ProviderFields>(options, (loaded) =>
      options.appearance.iframeFields
        ? CardFields.open(loaded, options.node, options)
        : PaymentElementFields.open(loaded, place(options.node), options),
    ),
};

/** Loads Stripe.js and opens something with it. */
async function opened<Opened>(
  { offer, environment, node, locale, clock, signal }: ProviderFieldsOptions | ExpressButtonsOptions,
  open: (loaded: StripeJs) => Promise<Opened>,
): Promise<Opened> {
  const publicKey = requirePublicKey(offer, environment);
  const account = offer.provider?.account;
  // Stripe's documents have no colour scheme of their own. Browsers make a frame opaque if its scheme differs from
  // the page's.
  setImportant(node, { 'color-scheme': 'light' });
  try {
    return await open(await loadStripe({ publicKey, account, locale, clock, signal }));
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrownByStripe(thrown);
  }
}

/** Adds the place of a single frame to a node. */
function place(node: HTMLElement): HTMLElement {
  const added = document.createElement('div');
  setImportant(added, { flex: '1 1 100%', 'min-inline-size': '0' });
  node.append(added);
  return added;
}

import { COLOR_PREFERENCES, media } from '../core/media.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { SecuredFieldsHost } from './secured-fields.js';
import { placeInLightDom } from './light-dom.js';
import type { ProviderFields, ProviderPresentation } from './provider.js';
import { providerPresentation } from './provider-presentation.js';
import { paymentProviders } from './registry.js';
import type { SecuredFieldsOptions } from './secured-fields-options.js';
import { securedSlot } from './secured-fields.js';

/**
 * Manages the provider fields of one widget. Providers do not support shadow roots, so each method's fields are in a
 * node of the document's own tree, which is shown through slots and never moved.
 */
export class ProviderGroup implements SecuredFieldsHost {
  readonly #options: SecuredFieldsOptions;
  readonly #open = new Map<PaymentMethod, Promise<ProviderFields>>();

  constructor(options: SecuredFieldsOptions) {
    this.#options = options;
  }

  open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields> {
    const { paymentMethod } = offer;
    const opened = this.#open.get(paymentMethod) ?? this.#mount(offer, session, signal);
    this.#open.set(paymentMethod, opened);
    const forget = (): void => {
      if (this.#open.get(paymentMethod) === opened) this.#open.delete(paymentMethod);
    };
    opened.catch(forget);
    // The fields are lost when the widget is taken off the page. The next request then creates new ones.
    signal.addEventListener('abort', forget, { once: true });
    return opened;
  }

  /**
   * Loads the provider's code in advance and connects to the origin of its frames. If loading fails, the error is
   * reported when the fields are opened.
   */
  warm({ provider }: OfferedPaymentMethod): void {
    const { element, config } = this.#options;
    paymentProviders(config().environment)
      .get(provider?.name ?? '')?.()
      .catch(() => undefined);
    if (!provider?.frameUrl) return;
    const link = document.createElement('link');
    link.rel = 'preconnect';
    link.href = provider.frameUrl;
    element.shadowRoot?.append(link);
  }

  update(): void {
    const presentation = this.#presentation();
    for (const opened of this.#open.values()) {
      opened.then(
        (fields) => fields.update(presentation),
        () => undefined,
      );
    }
  }

  async #mount(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields> {
    const { element, config, clock, onComplete, onSubmit } = this.#options;
    const name = offer.provider?.name ?? '';
    const { environment, featureFlags } = config();
    const load = paymentProviders(environment).get(name);
    if (!load) {
      const message = `The payment provider "${name}" cannot be used in environment "${environment}".`;
      throw new PaymentWidgetError('PSP_ERROR', message);
    }
    const provider = await load();
    const { node, remove } = placeInLightDom(element, securedSlot(offer.paymentMethod));
    signal.addEventListener('abort', remove, { once: true });
    // The widget takes its new colours in another listener, and browsers differ in which one runs first.
    for (const preference of COLOR_PREFERENCES) {
      media(preference)?.addEventListener?.('change', () => setTimeout(() => this.update()), { signal });
    }
    const modalParent = element.shadowRoot ?? element;
    const { disableStripeLink: disableAutofill } = featureFlags;
    try {
      const options = { session, offer, environment, disableAutofill, node, modalParent, clock, signal };
      return await provider.mount({
        ...this.#presentation(),
        ...options,
        onSubmit,
        onComplete: (field) => onComplete(offer.paymentMethod, field),
      });
    } catch (error) {
      remove();
      throw error;
    }
  }

  #presentation(): ProviderPresentation {
    const { element, config, translator } = this.#options;
    return providerPresentation(element, config(), translator);
  }
}

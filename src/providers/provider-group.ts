import { COLOR_PREFERENCES, media } from '../core/media.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { OfferedPaymentMethod, PaymentMethod, Session } from '@upc/contract/gateway';
import type { ExpressHost, SecuredFieldsHost } from './secured-fields.js';
import { placeInLightDom } from './light-dom.js';
import type {
  ExpressButtons,
  ExpressButtonsOptions,
  ProviderFields,
  ProviderPresentation,
} from './provider.js';
import { providerPresentation } from './provider-presentation.js';
import { paymentProviders } from './registry.js';
import type { SecuredFieldsOptions } from './secured-fields-options.js';
import { expressSlot, securedSlot } from './secured-fields.js';
import { within } from './within.js';

/**
 * Time within which the wallets' buttons must be ready, in milliseconds. A frame that is refused is known after ten
 * seconds, with the reason.
 */
const expressDeadline = 12_000;

/**
 * Manages the provider fields of one widget. Providers do not support shadow roots, so each method's fields are in a
 * node of the document's own tree, which is shown through slots and never moved.
 */
export class ProviderGroup implements SecuredFieldsHost, ExpressHost {
  readonly #options: SecuredFieldsOptions;
  readonly #open = new Map<PaymentMethod, Promise<ProviderFields>>();
  #express: ExpressButtons | undefined;

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

  async openExpress(
    offer: OfferedPaymentMethod,
    session: Session,
    actions: Pick<ExpressButtonsOptions, 'canPay' | 'onApprove'>,
    signal: AbortSignal,
  ): Promise<void> {
    this.#express?.destroy();
    const { clock } = this.#options;
    const { provider, remove, options } = await this.#place(offer, session, expressSlot, signal);
    const opening = provider.mountExpress({ ...options, ...actions });
    // Buttons that appear late would move what the person is about to press.
    const buttons = await within(expressDeadline, opening, { clock, signal }).catch((error: unknown) => {
      remove();
      throw error;
    });
    if (buttons) {
      this.#express = buttons;
      signal.addEventListener('abort', () => buttons.destroy(), { once: true });
      return;
    }
    remove();
    opening.then(
      (late) => late.destroy(),
      () => undefined,
    );
    throw new PaymentWidgetError('PSP_ERROR', `The buttons did not load within ${expressDeadline / 1000} s.`);
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
    this.#express?.update(presentation);
    for (const opened of this.#open.values()) {
      opened.then(
        (fields) => fields.update(presentation),
        () => undefined,
      );
    }
  }

  async #mount(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields> {
    const { onComplete, onSubmit } = this.#options;
    const { provider, remove, options } = await this.#place(
      offer,
      session,
      securedSlot(offer.paymentMethod),
      signal,
    );
    try {
      return await provider.mount({
        ...options,
        onSubmit,
        onComplete: (field) => onComplete(offer.paymentMethod, field),
      });
    } catch (error) {
      remove();
      throw error;
    }
  }

  /** Loads an offer's provider, and creates the place for what it shows. */
  async #place(offer: OfferedPaymentMethod, session: Session, slot: string, signal: AbortSignal) {
    const { element, config, clock } = this.#options;
    const name = offer.provider?.name ?? '';
    const { environment, featureFlags } = config();
    const load = paymentProviders(environment).get(name);
    if (!load) {
      const message = `The payment provider "${name}" cannot be used in environment "${environment}".`;
      throw new PaymentWidgetError('PSP_ERROR', message);
    }
    const provider = await load();
    const { node, remove } = placeInLightDom(element, slot);
    signal.addEventListener('abort', remove, { once: true });
    // The widget takes its new colours in another listener, and browsers differ in which one runs first.
    for (const preference of COLOR_PREFERENCES) {
      media(preference)?.addEventListener?.('change', () => setTimeout(() => this.update()), { signal });
    }
    const modalParent = element.shadowRoot ?? element;
    const { disableStripeLink: disableLink } = featureFlags;
    const options = { session, offer, environment, disableLink, node, modalParent, clock, signal };
    return { provider, remove, options: { ...this.#presentation(), ...options } };
  }

  #presentation(): ProviderPresentation {
    const { element, config, translator } = this.#options;
    return providerPresentation(element, config(), translator);
  }
}

import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { OfferedPaymentMethod, PaymentMethod, Session } from '../gateway/gateway.js';
import type { SecuredFieldsHost } from '../session/secured-fields.js';
import { securedSlot } from './secured-slot.js';
import type { Clock } from '../session/clock.js';
import type { PaymentProvider, ProviderFields, ProviderPresentation } from './provider.js';

/** Loads a provider's code; the registry has one line each. */
export type ProviderRegistry = ReadonlyMap<string, () => Promise<PaymentProvider>>;

export interface ProviderGroupOptions {
  /** The root element. */
  readonly element: HTMLElement;
  readonly providers: ProviderRegistry;
  readonly presentation: () => ProviderPresentation;
  readonly clock: Clock;
  readonly onSubmit: () => void;
}

/**
 * The provider fields of one widget. They cannot live in a shadow root (providers refuse it), so each method's stand
 * in a light-DOM child of the root element, which shows them through a slot and never moves them.
 */
export class ProviderGroup implements SecuredFieldsHost {
  readonly #element: HTMLElement;
  readonly #providers: ProviderRegistry;
  readonly #presentation: () => ProviderPresentation;
  readonly #clock: Clock;
  readonly #onSubmit: () => void;
  readonly #open = new Map<PaymentMethod, Promise<ProviderFields>>();

  constructor({ element, providers, presentation, clock, onSubmit }: ProviderGroupOptions) {
    this.#element = element;
    this.#providers = providers;
    this.#presentation = presentation;
    this.#clock = clock;
    this.#onSubmit = onSubmit;
  }

  open(offer: OfferedPaymentMethod, session: Session, signal: AbortSignal): Promise<ProviderFields> {
    const { paymentMethod } = offer;
    const opened = this.#open.get(paymentMethod) ?? this.#mount(offer, session, signal);
    this.#open.set(paymentMethod, opened);
    opened.catch(() => this.#open.delete(paymentMethod));
    return opened;
  }

  /** The look, the language or a text has changed. */
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
    const name = offer.provider?.name;
    const load = name && this.#providers.get(name);
    if (!load) {
      throw new PaymentWidgetError(
        'PSP_ERROR',
        `This build of the widget has no payment provider "${name ?? ''}".`,
      );
    }
    const provider = await load();
    const node = document.createElement('div');
    node.slot = securedSlot(offer.paymentMethod);
    this.#element.append(node);
    try {
      return await provider.mount({
        ...this.#presentation(),
        session,
        offer,
        node,
        modalParent: this.#element.shadowRoot ?? this.#element,
        clock: this.#clock,
        signal,
        onSubmit: this.#onSubmit,
      });
    } catch (error) {
      node.remove();
      throw error;
    }
  }
}

import type {
  ExpressButtons,
  ExpressButtonsOptions,
  ProviderConfirm,
  ProviderPresentation,
} from '../provider.js';
import { stripeAppearance, stripeFonts } from './appearance.js';
import { blocked } from './blocked.js';
import { expressOptions, reasonForNoButton, savesCard, walletOf } from './express-options.js';
import { intentOptions, isSetup } from './intent-options.js';
import { stripeLocale } from './locale.js';
import { loadFailure, mounted } from './mounted.js';
import type {
  CardNumberElement,
  ElementsApi,
  ExpressCheckoutElement,
  ExpressConfirm,
  ExpressMethods,
  StripeApi,
} from './stripe-api.js';
import { requireDone } from './stripe-errors.js';

/** Stripe's Express Checkout Element: one frame with a button for each wallet that is supported. */
export class StripeExpressButtons<
  Elements extends ElementsApi<Field>,
  Field extends CardNumberElement,
> implements ExpressButtons {
  readonly #stripe: StripeApi<Elements, Field>;
  readonly #options: ExpressButtonsOptions;
  readonly #elements: Elements;
  readonly #element: ExpressCheckoutElement;
  readonly #node: HTMLElement;
  #available: ExpressMethods | undefined;
  #isDestroyed = false;

  private constructor(stripe: StripeApi<Elements, Field>, node: HTMLElement, options: ExpressButtonsOptions) {
    const { session, canPay } = options;
    this.#stripe = stripe;
    this.#node = node;
    this.#options = options;
    this.#elements = stripe.elements({
      ...intentOptions(session.amount, savesCard(session)),
      locale: stripeLocale(options.locale),
      appearance: stripeAppearance(options),
      fonts: stripeFonts(options),
      loader: 'never',
    });
    const page = location.origin + location.pathname;
    this.#element = this.#elements.create('expressCheckout', expressOptions(session, page));
    this.#element.on('ready', ({ availablePaymentMethods }) => (this.#available = availablePaymentMethods));
    // Stripe.js opens the sheet only if it is answered at once.
    this.#element.on('click', ({ expressPaymentType, resolve, reject }) =>
      walletOf(expressPaymentType) && canPay() ? resolve() : reject(),
    );
    this.#element.on('confirm', (event) => void this.#approve(event));
  }

  /** Adds the buttons to a node of their own. @throws PaymentWidgetError PSP_ERROR when there is no button. */
  static async open<Elements extends ElementsApi<Field>, Field extends CardNumberElement>(
    stripe: StripeApi<Elements, Field>,
    node: HTMLElement,
    options: ExpressButtonsOptions,
  ): Promise<ExpressButtons> {
    const buttons = new StripeExpressButtons(stripe, node, options);
    try {
      await Promise.race([loadFailure(buttons.#element), mounted(buttons.#element, node, options)]);
      const reason = reasonForNoButton(buttons.#available);
      if (reason !== undefined) throw blocked(reason);
    } catch (error) {
      buttons.destroy();
      throw error;
    }
    return buttons;
  }

  update(presentation: ProviderPresentation): void {
    const changes = {
      locale: stripeLocale(presentation.locale),
      appearance: stripeAppearance(presentation),
      fonts: stripeFonts(presentation),
    };
    // Options that cannot be applied stay unchanged.
    this.#elements.update(changes).catch(() => undefined);
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    // A second call would make Stripe.js throw.
    this.#element.destroy();
    this.#node.remove();
  }

  /** Handles an approval. Whatever fails, the sheet says so; the widget knows why from its own part. */
  async #approve({ expressPaymentType, paymentFailed }: ExpressConfirm): Promise<void> {
    const wallet = walletOf(expressPaymentType);
    try {
      await requireDone(() => this.#elements.submit());
      if (!wallet || this.#isDestroyed)
        throw blocked(`Stripe reported an unexpected payment: ${expressPaymentType}.`);
      await this.#options.onApprove({
        wallet,
        confirm: (action, returnUrl) => this.#confirm(action, returnUrl),
      });
    } catch {
      paymentFailed({ reason: 'fail' });
    }
  }

  #confirm({ clientSecret = '' }: ProviderConfirm, returnUrl: string): Promise<void> {
    const confirmation = {
      elements: this.#elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    } as const;
    return requireDone(() =>
      isSetup(this.#options.session.amount)
        ? this.#stripe.confirmSetup(confirmation)
        : this.#stripe.confirmPayment(confirmation),
    );
  }
}

import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type {
  ConfirmDetails,
  ProviderConfirm,
  ProviderFields,
  ProviderFieldsOptions,
  ProviderPresentation,
} from '../provider.js';
import type { SecuredErrors } from '../../forms/form.js';
import { stripeAppearance, stripeFonts } from './appearance.js';
import { billingDetails } from './billing-details.js';
import { futureUsage, intentOptions, isSetup } from './intent-options.js';
import { stripeLocale } from './locale.js';
import { loadFailure, mounted } from './mounted.js';
import { requireDone } from './stripe-errors.js';
import type {
  ElementsApi,
  ElementsUpdate,
  CardNumberElement,
  PaymentElement,
  StripeApi,
} from './stripe-api.js';

/**
 * Stripe's combined element, with number, expiry and security code in one frame, and a country if the card needs it.
 */
export class PaymentElementFields<
  Elements extends ElementsApi<Field>,
  Field extends CardNumberElement,
> implements ProviderFields {
  readonly #stripe: StripeApi<Elements, Field>;
  readonly #isSetup: boolean;
  readonly #elements: Elements;
  readonly #element: PaymentElement;
  #presentation: ProviderPresentation;
  #saves: boolean;
  #isDestroyed = false;

  private constructor(stripe: StripeApi<Elements, Field>, options: ProviderFieldsOptions) {
    const { session, offer, disableLink } = options;
    this.#stripe = stripe;
    this.#isSetup = isSetup(session.amount);
    this.#presentation = options;
    // This is the initial state of the form. The person may choose otherwise.
    this.#saves = session.scope === 'MEMBER_ACCOUNT' || offer.canBeSaved;
    this.#elements = stripe.elements({
      ...intentOptions(session.amount, this.#saves),
      locale: stripeLocale(options.locale),
      appearance: stripeAppearance(options),
      fonts: stripeFonts(options),
      // The widget has its own skeleton.
      loader: 'never',
    });
    this.#element = this.#elements.create('payment', {
      layout: 'tabs',
      // The form has its own field for the holder's name.
      fields: { billingDetails: { name: 'never' } },
      defaultValues: this.#defaultValues(),
      business: { name: session.creditor.name },
      // A wallet would be another method than the chosen one. Link only fills in a card.
      wallets: { applePay: 'never', googlePay: 'never', link: disableLink ? 'never' : 'auto' },
    });
    this.#element.on('change', ({ complete }) => {
      if (complete) options.onComplete('card');
    });
  }

  /** Adds the element to a node. @throws PaymentWidgetError PSP_ERROR when it does not load. */
  static async open<Elements extends ElementsApi<Field>, Field extends CardNumberElement>(
    stripe: StripeApi<Elements, Field>,
    node: HTMLElement,
    options: ProviderFieldsOptions,
  ): Promise<PaymentElementFields<Elements, Field>> {
    const fields = new PaymentElementFields(stripe, options);
    try {
      await Promise.race([loadFailure(fields.#element), mounted(fields.#element, node, options)]);
    } catch (error) {
      fields.destroy();
      throw error;
    }
    return fields;
  }

  async validate({ saves }: { readonly saves: boolean }): Promise<SecuredErrors> {
    try {
      await requireDone(() => {
        this.#expect(saves);
        return this.#elements.submit();
      });
      return {};
    } catch (error) {
      if (!(error instanceof PaymentWidgetError) || error.code !== 'VALIDATION_ERROR') throw error;
    }
    return { card: 'error.payment.VALIDATION_ERROR' };
  }

  focus(): void {
    this.#element.focus();
  }

  /** Does nothing: Stripe's element shows a refusal itself, and the page cannot mark it as refused. */
  showRefusal(): void {
    // There is nothing to do.
  }

  confirm({ clientSecret = '' }: ProviderConfirm, { values, returnUrl }: ConfirmDetails): Promise<void> {
    const { customer, countryCode } = this.#presentation;
    const confirmation = {
      elements: this.#elements,
      clientSecret,
      confirmParams: {
        return_url: returnUrl,
        payment_method_data: {
          billing_details: billingDetails(customer, countryCode, values.cardHolder ?? ''),
        },
      },
      redirect: 'if_required',
    } as const;
    return requireDone(() =>
      this.#isSetup ? this.#stripe.confirmSetup(confirmation) : this.#stripe.confirmPayment(confirmation),
    );
  }

  update(presentation: ProviderPresentation): void {
    this.#presentation = presentation;
    this.#update({
      locale: stripeLocale(presentation.locale),
      appearance: stripeAppearance(presentation),
      fonts: stripeFonts(presentation),
    });
    this.#element.update({ defaultValues: this.#defaultValues() });
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    // A second call would make Stripe.js throw.
    this.#element.destroy();
  }

  /** Updates the elements if the person has changed whether to save the card. */
  #expect(saves: boolean): void {
    if (saves === this.#saves) return;
    this.#saves = saves;
    if (!this.#isSetup) this.#update({ setupFutureUsage: futureUsage(saves) });
  }

  /** Updates the elements. Options that cannot be applied stay unchanged, and the confirmation reports the mismatch. */
  #update(changes: ElementsUpdate): void {
    this.#elements.update(changes).catch(() => undefined);
  }

  #defaultValues(): { billingDetails: ReturnType<typeof billingDetails> } {
    const { customer, countryCode } = this.#presentation;
    return { billingDetails: billingDetails(customer, countryCode) };
  }
}

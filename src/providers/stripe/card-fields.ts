import type {
  ConfirmDetails,
  ProviderConfirm,
  ProviderFields,
  ProviderFieldsOptions,
  ProviderPresentation,
} from '../provider.js';
import type { SecuredErrors, SecuredField } from '../../forms/form.js';
import { setImportant } from '../page-style.js';
import { stripeFonts } from './appearance.js';
import { billingDetails } from './billing-details.js';
import { CardField } from './card-field.js';
import { isSetup } from './intent-options.js';
import { stripeLocale } from './locale.js';
import { loadFailure } from './mounted.js';
import { requireDone } from './stripe-errors.js';
import type { ElementsApi, CardNumberElement, StripeApi } from './stripe-api.js';

/**
 * Stripe's separate fields for number, expiry and security code, for a host that styles each of them (`iframeFields`).
 */
export class CardFields<
  Elements extends ElementsApi<Field>,
  Field extends CardNumberElement,
> implements ProviderFields {
  readonly #stripe: StripeApi<Elements, Field>;
  readonly #options: ProviderFieldsOptions;
  readonly #elements: Elements;
  readonly #number: CardField<Field>;
  readonly #all: readonly CardField[];
  readonly #grid = document.createElement('div');
  #presentation: ProviderPresentation;

  private constructor(stripe: StripeApi<Elements, Field>, options: ProviderFieldsOptions) {
    this.#stripe = stripe;
    this.#options = options;
    this.#presentation = options;
    const elements = stripe.elements({ locale: stripeLocale(options.locale), fonts: stripeFonts(options) });
    this.#elements = elements;
    const { disableLink } = options;
    this.#number = new CardField('number', options, (given) =>
      elements.create('cardNumber', { ...given, disableLink, showIcon: true }),
    );
    this.#all = [
      this.#number,
      new CardField('expiry', options, (given) => elements.create('cardExpiry', given)),
      new CardField('cvc', options, (given) => elements.create('cardCvc', given)),
    ];
  }

  /** Adds the fields to a node. @throws PaymentWidgetError PSP_ERROR when a field does not load. */
  static async open<Elements extends ElementsApi<Field>, Field extends CardNumberElement>(
    stripe: StripeApi<Elements, Field>,
    node: HTMLElement,
    options: ProviderFieldsOptions,
  ): Promise<CardFields<Elements, Field>> {
    const fields = new CardFields(stripe, options);
    const grid = fields.#grid;
    setImportant(grid, {
      display: 'grid',
      flex: '1 1 100%',
      'grid-template-columns': 'repeat(2, minmax(0, 1fr))',
      'column-gap': '16px',
      'min-inline-size': '0',
    });
    node.append(grid);
    try {
      const mounts = fields.#all.map((field) => field.mount(grid, options));
      await Promise.race([loadFailure(fields.#number.element), Promise.all(mounts)]);
    } catch (error) {
      fields.destroy();
      throw error;
    }
    return fields;
  }

  validate(): Promise<SecuredErrors> {
    const wrong = this.#all.filter((field) => !field.isComplete);
    for (const field of wrong) field.showError();
    return Promise.resolve(Object.fromEntries(wrong.map(({ name, errorKey }) => [name, errorKey])));
  }

  focus(name: SecuredField): void {
    (this.#all.find((field) => field.name === name) ?? this.#number).element.focus();
  }

  showRefusal(name: SecuredField): void {
    this.#all.find((field) => field.name === name)?.showRefusal();
  }

  confirm({ clientSecret = '' }: ProviderConfirm, { values }: ConfirmDetails): Promise<void> {
    const { customer, countryCode } = this.#presentation;
    const card = this.#number.element;
    const data = {
      payment_method: {
        card,
        billing_details: billingDetails(customer, countryCode, values.cardHolder ?? ''),
      },
    };
    return requireDone(() =>
      isSetup(this.#options.session.amount)
        ? this.#stripe.confirmCardSetup(clientSecret, data)
        : this.#stripe.confirmCardPayment(clientSecret, data),
    );
  }

  update(presentation: ProviderPresentation): void {
    this.#presentation = presentation;
    const fonts = stripeFonts(presentation);
    this.#elements.update({ locale: stripeLocale(presentation.locale), fonts }).catch(() => undefined);
    for (const field of this.#all) field.update(presentation);
  }

  destroy(): void {
    for (const field of this.#all) field.destroy();
    this.#grid.remove();
  }
}

import type {
  StripeCardNumberElementOptions,
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import type { ElementsApi, ElementsUpdate, Fonts } from '../../../../src/providers/stripe/stripe-api.js';
import { StandInElement } from './element.js';
import { requireExpressOptions, walletsOf } from './express-options.js';
import { IntegrationError } from './integration-error.js';
import type { FrameKind, FrameLook } from './protocol.js';

export type ElementsOptions =
  | StripeElementsOptionsMode
  | { readonly locale: StripeElementLocale; readonly fonts: Fonts };

/** Option names of a deferred intent that this version of Stripe.js accepts. It refuses those of earlier versions. */
const known = [
  'mode',
  'amount',
  'currency',
  'captureMethod',
  'setupFutureUsage',
  'allowedPaymentMethodTypes',
  'locale',
  'appearance',
  'fonts',
  'loader',
];

const locales: readonly string[] =
  'auto ar bg cs da de el en en-AU en-CA en-NZ en-GB es es-ES es-419 et fi fil fr fr-CA fr-FR he hu hr id it it-IT ja ko lt lv ms mt nb nl no pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  );

export function requireLocale(locale: string | undefined): void {
  if (locale !== undefined && !locales.includes(locale)) {
    throw new IntegrationError(`Invalid value for elements(): locale should be one of the supported ones.`);
  }
}

/** Options of an element that the stand-in reads. */
type CreateOptions = Pick<StripePaymentElementOptions, 'defaultValues'> & {
  readonly wallets?: { readonly applePay?: 'always' | 'auto' | 'never'; readonly link?: 'auto' | 'never' };
} & Pick<StripeCardNumberElementOptions, 'disableLink' | 'placeholder' | 'style'> &
  Pick<StripeExpressCheckoutElementOptions, 'buttonHeight' | 'paymentMethods'>;

export class StandInElements implements ElementsApi<StandInElement> {
  readonly #group = crypto.randomUUID();
  readonly #made: StandInElement[] = [];
  #options: Record<string, unknown>;
  #submitted = false;

  constructor(
    private readonly key: string,
    options: ElementsOptions,
  ) {
    for (const name of Object.keys(options)) {
      if (!known.includes(name))
        throw new IntegrationError(`Invalid elements() parameter: ${name} is not known.`);
    }
    if ('mode' in options && options.mode === 'payment' && !(options.amount > 0)) {
      throw new IntegrationError('elements(): amount must be a positive integer in mode payment.');
    }
    requireLocale(options.locale);
    this.#options = { ...options };
  }

  get mode(): unknown {
    return this.#options.mode;
  }

  /** Values that the intent must match. */
  get expected(): Readonly<Record<string, unknown>> {
    const { amount, currency, setupFutureUsage } = this.#options;
    return { amount, currency, setup_future_usage: setupFutureUsage ?? null };
  }

  /** Whether the elements are the buttons of wallets. */
  get isExpress(): boolean {
    return this.first.kind === 'expressCheckout';
  }

  get wasSubmitted(): boolean {
    return this.#submitted;
  }

  get first(): StandInElement {
    const [element] = this.#made;
    if (!element) throw new IntegrationError('There is no Element yet.');
    return element;
  }

  readonly create = (type: FrameKind, options: CreateOptions): StandInElement => {
    const {
      appearance,
      fonts,
      locale = 'en',
    } = this.#options as Pick<FrameLook, 'appearance' | 'fonts' | 'locale'>;
    const { style, placeholder, defaultValues, wallets, disableLink, buttonHeight, paymentMethods } = options;
    const country = defaultValues?.billingDetails?.address?.country;
    const isExpress = type === 'expressCheckout';
    if (isExpress) requireExpressOptions(options);
    const settings = { kind: type, group: this.#group, locale, key: this.key };
    const { amount, currency, mode, setupFutureUsage, allowedPaymentMethodTypes } = this.#options;
    const look = {
      ...(appearance && { appearance }),
      ...(fonts && { fonts }),
      ...(style && { style }),
      ...(placeholder && { placeholder }),
      ...(country && { country }),
      ...(buttonHeight && { buttonHeight }),
      ...(isExpress && { wallets: walletsOf(paymentMethods, allowedPaymentMethodTypes) }),
      hasLink: type === 'payment' ? wallets?.link !== 'never' : type === 'cardNumber' && !disableLink,
    };
    const request = isExpress ? { ...options, amount, currency, mode, setupFutureUsage } : {};
    const element = new StandInElement(settings, look, request);
    this.#made.push(element);
    return element;
  };

  readonly submit = async (): Promise<{ error?: StripeError | undefined }> => {
    const error = (await this.first.validate()) as StripeError | undefined;
    this.#submitted = !error;
    return { error };
  };

  readonly update = (changes: ElementsUpdate): Promise<void> => {
    requireLocale(changes.locale);
    this.#options = { ...this.#options, ...changes };
    // The data that was validated no longer applies.
    this.#submitted = false;
    const { appearance, locale, fonts } = changes;
    const look = { ...(appearance && { appearance }), ...(locale && { locale }), ...(fonts && { fonts }) };
    for (const element of this.#made) element.show(look);
    return Promise.resolve();
  };
}

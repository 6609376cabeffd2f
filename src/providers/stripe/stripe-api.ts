import type {
  Appearance,
  CssFontSource,
  CustomFontSource,
  DefaultValuesOption,
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeElementStyle,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

/*
 * The part of Stripe.js that the widget uses. The compiler checks that Stripe's own types match it (load-stripe.ts),
 * and the end-to-end tests' stand-in implements it. Functions are properties, so that their parameters are checked
 * strictly. `Elements` and `Field` are opaque values that one side creates and later receives back.
 */

/* eslint @typescript-eslint/unified-signatures: off -- Stripe's overloads match overloads, but not their union. */

export type Fonts = (CssFontSource | CustomFontSource)[];

/** An element of any kind on the page. */
export interface AnyElement {
  readonly on: (event: 'ready', handler: () => void) => unknown;
  readonly mount: (node: HTMLElement) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

/** An element that reports when it did not load. Not every element does. */
export interface ReportsLoadErrors {
  readonly on: (event: 'loaderror', handler: (event: { readonly error: StripeError }) => void) => unknown;
}

export interface PaymentElement extends AnyElement {
  readonly on: AnyElement['on'] &
    ReportsLoadErrors['on'] &
    ((event: 'change', handler: (event: { readonly complete: boolean }) => void) => unknown);
  readonly update: (options: { defaultValues: DefaultValuesOption }) => unknown;
}

export interface FieldChange {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** A separate field for number, expiry or security code. */
export interface CardFieldElement extends AnyElement {
  readonly on: AnyElement['on'] & {
    (event: 'change', handler: (event: FieldChange) => void): unknown;
    (event: 'focus', handler: () => void): unknown;
    (event: 'blur', handler: () => void): unknown;
  };
  readonly update: (options: { style: StripeElementStyle }) => void;
}

/** The number field, which represents the whole card. */
export interface CardNumberElement extends CardFieldElement {
  readonly on: CardFieldElement['on'] & ReportsLoadErrors['on'];
}

/** Which payment methods have a button. */
export interface ExpressMethods {
  readonly applePay: boolean;
  readonly googlePay: boolean;
}

/** A press of a wallet's button. Stripe.js waits one second for an answer. */
export interface ExpressClick {
  readonly expressPaymentType: string;
  readonly resolve: () => void;
  readonly reject: () => void;
}

/** The person's approval in a wallet's sheet, which stays open until the payment is confirmed or has failed. */
export interface ExpressConfirm {
  readonly expressPaymentType: string;
  readonly paymentFailed: (payload: { reason: 'fail' }) => void;
}

/** A row with a button for each wallet. */
export interface ExpressCheckoutElement extends AnyElement {
  readonly on: ReportsLoadErrors['on'] & {
    (
      event: 'ready',
      handler: (event: { readonly availablePaymentMethods: ExpressMethods | undefined }) => void,
    ): unknown;
    (event: 'click', handler: (event: ExpressClick) => void): unknown;
    (event: 'confirm', handler: (event: ExpressConfirm) => void): unknown;
  };
}

export interface ElementsApi<Field extends CardNumberElement> {
  readonly create: {
    (type: 'payment', options: StripePaymentElementOptions): PaymentElement;
    (type: 'expressCheckout', options: StripeExpressCheckoutElementOptions): ExpressCheckoutElement;
    (type: 'cardNumber', options: FieldOptions & { disableLink: boolean; showIcon: boolean }): Field;
    (type: 'cardExpiry', options: FieldOptions): CardFieldElement;
    (type: 'cardCvc', options: FieldOptions): CardFieldElement;
  };
  readonly submit: () => Promise<{ error?: StripeError | undefined }>;
  readonly update: (options: ElementsUpdate) => Promise<void>;
}

export interface FieldOptions {
  style: StripeElementStyle;
  placeholder?: string;
}

export interface ElementsUpdate {
  locale?: StripeElementLocale;
  appearance?: Appearance;
  fonts?: Fonts;
  setupFutureUsage?: 'off_session' | null;
}

export interface BillingDetails {
  name?: string;
  email?: string;
  address?: {
    line1?: string;
    line2?: string;
    city?: string;
    postal_code?: string;
    state?: string;
    country?: string;
  };
}

export interface ElementsConfirmation<Elements> {
  elements: Elements;
  clientSecret: string;
  /** A wallet gives its own billing details. */
  confirmParams: { return_url: string; payment_method_data?: { billing_details: BillingDetails } };
  redirect: 'if_required';
}

export interface CardConfirmation<Field> {
  payment_method: { card: Field; billing_details: BillingDetails };
}

/** Result of a confirmation. The intent itself is omitted, since the gateway is queried for its state. */
export interface ConfirmResult {
  readonly error?: StripeError | undefined;
}

export interface StripeApi<Elements extends ElementsApi<Field>, Field extends CardNumberElement> {
  readonly elements: {
    (options: StripeElementsOptionsMode): Elements;
    (options: { locale: StripeElementLocale; fonts: Fonts }): Elements;
  };
  readonly confirmPayment: (options: ElementsConfirmation<Elements>) => Promise<ConfirmResult>;
  readonly confirmSetup: (options: ElementsConfirmation<Elements>) => Promise<ConfirmResult>;
  readonly confirmCardPayment: (
    clientSecret: string,
    data: CardConfirmation<Field>,
  ) => Promise<ConfirmResult>;
  readonly confirmCardSetup: (clientSecret: string, data: CardConfirmation<Field>) => Promise<ConfirmResult>;
}

import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { PaymentInstrumentDetails } from '../gateway/gateway.js';

export type Environment = 'test' | 'sandbox' | 'live';
export type Region = 'eu-central-1' | 'us-east-2';

/** A value that prefills a field; with `visible: false` it is used without being shown. */
export interface CustomerField {
  readonly value: string;
  /** Default true. */
  readonly visible?: boolean;
}

export interface CustomerAddress {
  readonly line1?: CustomerField;
  readonly line2?: CustomerField;
  readonly city?: CustomerField;
  readonly postalCode?: CustomerField;
  readonly state?: CustomerField;
  /** ISO 3166-1 alpha-2. */
  readonly country?: CustomerField;
}

export interface CustomerFields {
  readonly name?: CustomerField;
  readonly email?: CustomerField;
  readonly address?: CustomerAddress;
}

/** Where a form field finds its prefilled value. */
export type CustomerFieldName = 'name' | 'email' | `address.${keyof CustomerAddress}`;

/** CSS declarations of a provider's secured field, by camel-case property. */
export type FrameFieldStyle = Readonly<Record<string, string>>;

export interface IframeFieldStyles {
  readonly base?: FrameFieldStyle;
  readonly error?: FrameFieldStyle;
  readonly validated?: FrameFieldStyle;
  readonly placeholder?: FrameFieldStyle;
}

export interface Styling {
  readonly primaryColor?: string;
  readonly secondaryColor?: string;
  readonly textColorMain?: string;
  readonly textColorSecondary?: string;
  readonly borderColor?: string;
  readonly borderRadius?: string;
  readonly boxShadow?: string;
  readonly backgroundColor?: string;
  /** Reaches the provider's frames; given, the card form uses separate number, expiry and CVC frames. */
  readonly iframeFields?: IframeFieldStyles;
  readonly stripe?: {
    readonly appearance?: Readonly<Record<string, unknown>>;
    readonly fonts?: readonly Readonly<Record<string, unknown>>[];
  };
}

export interface FeatureFlags {
  /** The mandate is accepted by the button; no box to tick. Default false. */
  readonly hideMandateCheckbox?: boolean;
  /** No autofill by the card provider. Default false. */
  readonly disableStripeLink?: boolean;
  /** ACH and BACS: the mandate is downloaded before `onSuccess`. Default true. */
  readonly enableMandateDownload?: boolean;
  /** A signature may be typed as well as drawn. Default false. */
  readonly enableSignatureTypeInput?: boolean;
  /** After success the list shows, with the new instrument in it. Default true. */
  readonly showPaymentInstrumentList?: boolean;
}

/** What `onPaymentStateChange` receives and `getPaymentState()` returns. */
export interface PaymentState {
  readonly isProcessing: boolean;
  /** The main button of the present step would do something. */
  readonly canSubmit: boolean;
}

export interface Callbacks {
  readonly onSuccess?: (
    paymentRequestToken: string,
    paymentInstrumentDetails?: PaymentInstrumentDetails,
    paymentInstrumentToken?: string,
  ) => void;
  /** Given, the widget does not show errors of the payment itself; errors of fields always show at the field. */
  readonly onError?: (error: PaymentWidgetError) => void;
  readonly onPaymentStateChange?: (state: PaymentState) => void;
  /**
   * Given, the host itself sends the person to the provider's page, such as out of a frame or an app. By default
   * the page is left; in a frame the person gets a link that opens a new tab.
   */
  readonly onRedirect?: (url: string) => void;
}

/** What `update` may change at run time. */
export interface MutableConfig extends Callbacks {
  /** BCP 47, such as `de` or `de-CH`; falls back to its language, then to English. */
  readonly locale?: string;
  readonly styling?: Styling;
  /** Overrides by locale key; an empty string hides the element. Text, never markup. */
  readonly i18n?: Readonly<Record<string, string>>;
  readonly featureFlags?: FeatureFlags;
  /** Hides the widget's own buttons; the host calls `submitPayment()`. Default false. */
  readonly hidePaymentButton?: boolean;
}

/** What `paymentWidget.init` takes (specification, payment component). */
export interface PaymentWidgetConfig extends MutableConfig {
  /** From `POST /v1/payments/user-session`. Kept in memory only. */
  readonly userSessionToken: string;
  readonly environment: Environment;
  /** Default `eu-central-1`. */
  readonly region?: Region;
  /** ISO 3166-1 alpha-2: default country of address fields; decides hints and examples. */
  readonly countryCode: string;
  readonly locale: string;
  /** An element, or the id of one without `#`. */
  readonly container: string | HTMLElement;
  readonly customerFields?: CustomerFields;
  /** Shows locale keys, and says in the console what the configuration ignored. Default false. */
  readonly devMode?: boolean;
  /**
   * Where a provider's page leads back to, for `init` with the same token: an absolute address on a registered
   * origin. Default the page itself, with its query and hash.
   */
  readonly returnUrl?: string;
  /** Overrides the gateway's address; https only in live. */
  readonly baseUrl?: string;
}

/** A configuration that was checked, with every default filled in. */
export interface ParsedConfig extends Callbacks {
  readonly userSessionToken: string;
  readonly environment: Environment;
  readonly region: Region;
  readonly countryCode: string;
  readonly locale: string;
  readonly container: HTMLElement;
  readonly gatewayUrl: string;
  readonly returnUrl: string | undefined;
  readonly styling: Styling;
  readonly i18n: Readonly<Record<string, string>>;
  readonly featureFlags: Required<FeatureFlags>;
  readonly hidePaymentButton: boolean;
  readonly customerFields: CustomerFields;
  readonly devMode: boolean;
}

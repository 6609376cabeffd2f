import type { Appearance, CssFontSource, CustomFontSource } from '@stripe/stripe-js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { PaymentInstrumentDetails } from '@upc/contract/gateway';
import type { PluralKey, SchemeKey, TextKey } from '../i18n/text-keys.js';

/** The gateway that is called; only `live` takes real money. */
export type Environment = 'test' | 'sandbox' | 'live';
/** The place where the studio's payments are processed. */
export type Region = 'eu-central-1' | 'us-east-2';

/** A value that prefills a field; with `visible: false` it is used without being shown. */
export interface CustomerField {
  /** As a person would type it. A wrong value shows with its error. */
  readonly value: string;
  /** Whether the person sees the field. A wrong or missing value shows all the same. Default true. */
  readonly visible?: boolean;
}

/** A postal address, for the methods that need one. */
export interface CustomerAddress {
  /** Street and house number. */
  readonly line1?: CustomerField;
  /** Anything else that the post needs, such as an apartment; the field is there only when it is given. */
  readonly line2?: CustomerField;
  /** Town or city. */
  readonly city?: CustomerField;
  /** As the country writes it. */
  readonly postalCode?: CustomerField;
  /** State or province; the field is there only when it is given. */
  readonly state?: CustomerField;
  /** ISO 3166-1 alpha-2, such as `DE`. */
  readonly country?: CustomerField;
}

/** The host's data about the person, for every method that asks for it. */
export interface CustomerFields {
  /** The person's whole name: the holder of the account or card. */
  readonly name?: CustomerField;
  /** The address for mandates and notices. */
  readonly email?: CustomerField;
  /** The person's home. */
  readonly address?: CustomerAddress;
}

/** The prefilled value of each form field. */
export type CustomerFieldName = 'name' | 'email' | `address.${keyof CustomerAddress}`;

/** CSS properties of the text in a provider's frame; some providers support fewer. */
export type FrameFieldProperty =
  | 'backgroundColor'
  | 'color'
  | 'fontFamily'
  | 'fontSize'
  | 'fontSmoothing'
  | 'fontStyle'
  | 'fontVariant'
  | 'fontWeight'
  | 'iconColor'
  | 'letterSpacing'
  | 'lineHeight'
  | 'padding'
  | 'textAlign'
  | 'textDecoration'
  | 'textShadow'
  | 'textTransform';

/** CSS values of a provider's secured field, by camel-case property. */
export type FrameFieldStyle = Readonly<Partial<Record<FrameFieldProperty, string>>>;

/** The look of the text in the provider's frames. */
export interface IframeFieldStyles {
  /** Always. */
  readonly base?: FrameFieldStyle;
  /** On top of `base`, while the field is wrong. */
  readonly error?: FrameFieldStyle;
  /** On top of `base`, once the field is right. */
  readonly validated?: FrameFieldStyle;
  /** The example in an empty field. */
  readonly placeholder?: FrameFieldStyle;
}

/** Further options of Stripe's frames, as Stripe documents them. */
export interface StripeStyling {
  /** Theme, variables and rules of the combined element. */
  readonly appearance?: Appearance;
  /** Fonts that the frames have to load, since the page's do not reach them. */
  readonly fonts?: readonly (CssFontSource | CustomFontSource)[];
}

/**
 * CSS values. Invalid values, and values that would load a resource, are ignored. Each option is a custom property
 * too, which the page's own CSS can set on the container.
 */
export interface Styling {
  /** Buttons, the chosen row, focus. A colour. */
  readonly primaryColor?: string;
  /** Background of notes and chosen rows. A colour. */
  readonly secondaryColor?: string;
  /** Text. A colour. */
  readonly textColorMain?: string;
  /** Hints and other text of less weight. A colour. */
  readonly textColorSecondary?: string;
  /** Borders of fields and rows. A colour. */
  readonly borderColor?: string;
  /** Corners of fields, rows and buttons, such as `8px`. */
  readonly borderRadius?: string;
  /** Shadow of fields and rows, such as `0 1px 3px rgb(0 0 0 / 25%)`. */
  readonly boxShadow?: string;
  /** Inside of fields and rows. A colour. */
  readonly backgroundColor?: string;
  /** Reaches the provider's frames; if set, the card form uses separate number, expiry and CVC frames. */
  readonly iframeFields?: IframeFieldStyles;
  /** For cards through Stripe only. */
  readonly stripe?: StripeStyling;
}

/** Switches; each has a default. */
export interface FeatureFlags {
  /** The button accepts the mandate; there is no checkbox. Default false. */
  readonly hideMandateCheckbox?: boolean;
  /** No autofill by the card provider. Default false. */
  readonly disableStripeLink?: boolean;
  /** ACH and BACS: the mandate is downloaded before `onSuccess`. Default true. */
  readonly enableMandateDownload?: boolean;
  /** A tab for typing the signature. Without it, a link for people who cannot draw opens a field for their name. Default false. */
  readonly enableSignatureTypeInput?: boolean;
  /** After success the list shows, with the new instrument in it. Default true. */
  readonly showPaymentInstrumentList?: boolean;
}

/** The state that `onPaymentStateChange` receives and `getPaymentState()` returns. */
export interface PaymentState {
  /** A payment is on its way, or somebody else has to act: the bank, the provider, the person on another page. */
  readonly isProcessing: boolean;
  /** The main button of the present step would do something. */
  readonly canSubmit: boolean;
}

/** Calls to the host. One that throws breaks nothing; none is made inside `init` or after `destroy()`. */
export interface Callbacks {
  /** Once per `init`, with the token for the host's backend. What was not stored has no `paymentInstrumentToken`. */
  readonly onSuccess?: (
    paymentRequestToken: string,
    paymentInstrumentDetails?: PaymentInstrumentDetails,
    paymentInstrumentToken?: string,
  ) => void;
  /**
   * If set, the widget does not display payment errors itself, unless it returns `'show'`: to log them, say. Errors of
   * fields always show at the field, and a button to try again stays wherever trying again helps.
   */
  readonly onError?: (error: PaymentWidgetError) => unknown;
  /** Only when one of the two changes. Both are false until the first call. */
  readonly onPaymentStateChange?: (state: PaymentState) => void;
  /**
   * If set, the host itself sends the person to the provider's page, such as out of a frame or an app. By default
   * the page is left; in a frame the person gets a link that opens a new tab.
   */
  readonly onRedirect?: (url: string) => void;
}

/** Texts of the widget by key. A map from strings to strings, such as a translation file, fits too. */
export type Texts = Readonly<Partial<Record<TextKey | PluralKey | SchemeKey, string>>>;

/** Parameters that `update` may change at run time. */
export interface MutableConfig extends Callbacks {
  /** BCP 47, such as `de` or `de-CH`; falls back to its language, then to English. */
  readonly locale?: string;
  /** Colours, corners and shadow, and the look of the provider's frames. */
  readonly styling?: Styling;
  /** Overrides by key (`locales/en.json`); an empty string hides the element. Text, never markup. */
  readonly i18n?: Texts;
  /** Optional behaviour that a studio can switch on or off. */
  readonly featureFlags?: FeatureFlags;
  /** Hides the widget's own buttons; the host calls `submitPayment()`. Default false. */
  readonly hidePaymentButton?: boolean;
}

/** Parameters of `paymentWidget.init` (specification, payment component). */
export interface PaymentWidgetConfig extends MutableConfig {
  /** From `POST /v1/payments/user-session`. Kept in memory only. */
  readonly userSessionToken: string;
  /** The gateway, and with it the kind of money: real only in `live`. */
  readonly environment: Environment;
  /** The region of the studio's payments. Default `eu-central-1`. */
  readonly region?: Region;
  /** ISO 3166-1 alpha-2, such as `DE`: default country of address fields; decides hints and examples. */
  readonly countryCode: string;
  /** BCP 47, such as `de` or `de-CH`; falls back to its language, then to English. */
  readonly locale: string;
  /** An element, or the id of one without `#`. */
  readonly container: string | HTMLElement;
  /** Prefills the fields of every method that asks for them; later changed by `updateCustomerFields()`. */
  readonly customerFields?: CustomerFields;
  /** Shows locale keys; the console says what was ignored of the configuration, its texts and the page's `--upc-` properties, which colours are hard to read, whether the container has another widget, and why the gateway may be silent. Default false. */
  readonly devMode?: boolean;
  /**
   * The way back from a provider's page, for `init` with the same token: an absolute address on a registered
   * origin. Default the page itself, with its query and hash.
   */
  readonly returnUrl?: string;
  /**
   * The gateway's address; https only in `live`. Without it: what the build knows for environment and region, or for the
   * script tag the service that served it (docs/script-tag.md).
   */
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
  readonly i18n: Texts;
  readonly featureFlags: Required<FeatureFlags>;
  readonly hidePaymentButton: boolean;
  readonly customerFields: CustomerFields;
  readonly devMode: boolean;
}

import type { Appearance, CssFontSource, CustomFontSource } from '@stripe/stripe-js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { PaymentInstrumentDetails } from '@upc/contract/gateway';
import type { PluralKey, SchemeKey, TextKey } from '../i18n/text-keys.js';

/** The gateway to use. Only `live` takes real money. */
export type Environment = 'test' | 'sandbox' | 'live';
/** Region in which the studio's payments are processed. */
export type Region = 'eu-central-1' | 'us-east-2';

/** A value that prefills a field. With `visible: false` it is used without being shown. */
export interface CustomerField {
  /** The value as a person would type it. If it is invalid, the field appears with its error. */
  readonly value: string;
  /** Whether the field is shown. A field with an invalid or missing value is shown anyway. Default true. */
  readonly visible?: boolean;
}

/** A postal address, for the methods that need one. */
export interface CustomerAddress {
  /** Street and house number. */
  readonly line1?: CustomerField;
  /** Further address line, such as an apartment. The field is shown only when this is given. */
  readonly line2?: CustomerField;
  /** Town or city. */
  readonly city?: CustomerField;
  /** Postal code in the country's format. */
  readonly postalCode?: CustomerField;
  /** State or province. The field is shown when this is given or the country's addresses need it. */
  readonly state?: CustomerField;
  /** ISO 3166-1 alpha-2 code, such as `DE`. */
  readonly country?: CustomerField;
}

/** The host's data about the person, used by every method that needs it. */
export interface CustomerFields {
  /** The person's full name, as holder of the account or card. */
  readonly name?: CustomerField;
  /** E-mail address for mandates and notices. */
  readonly email?: CustomerField;
  /** The person's home address. */
  readonly address?: CustomerAddress;
}

/** Name of a form field that the host can prefill. */
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

/** Text styles for the provider's frames. */
export interface IframeFieldStyles {
  /** Styles that always apply. */
  readonly base?: FrameFieldStyle;
  /** Styles added to `base` while the field is invalid. */
  readonly error?: FrameFieldStyle;
  /** Styles added to `base` once the field is valid. */
  readonly validated?: FrameFieldStyle;
  /** Styles of the placeholder in an empty field. */
  readonly placeholder?: FrameFieldStyle;
}

/** Further options of Stripe's frames, as Stripe documents them. */
export interface StripeStyling {
  /** Theme, variables and rules of the combined element. */
  readonly appearance?: Appearance;
  /** Fonts to load inside the frames, which the page's own fonts do not reach. */
  readonly fonts?: readonly (CssFontSource | CustomFontSource)[];
}

/**
 * CSS values. Invalid values, and values that would load a resource, are ignored. Each option is also a custom
 * property, which the page's own CSS can set on the container.
 */
export interface Styling {
  /** Colour of buttons, the chosen row and focus. */
  readonly primaryColor?: string;
  /** Background colour of notes and chosen rows. */
  readonly secondaryColor?: string;
  /** Text colour. */
  readonly textColorMain?: string;
  /** Colour of hints and other secondary text. */
  readonly textColorSecondary?: string;
  /** Border colour of fields and rows. */
  readonly borderColor?: string;
  /** Corner radius of fields, rows and buttons, such as `8px`. */
  readonly borderRadius?: string;
  /** Shadow of fields and rows, such as `0 1px 3px rgb(0 0 0 / 25%)`. */
  readonly boxShadow?: string;
  /** Background colour of fields and rows. */
  readonly backgroundColor?: string;
  /** Text styles for the provider's frames. If set, the card form uses separate number, expiry and CVC frames. */
  readonly iframeFields?: IframeFieldStyles;
  /** Options for cards through Stripe only. */
  readonly stripe?: StripeStyling;
}

/** Feature flags. Each has a default. */
export interface FeatureFlags {
  /** Whether pressing the button accepts the mandate, without a checkbox. Default false. */
  readonly hideMandateCheckbox?: boolean;
  /** Whether Stripe Link is disabled: its autofill in the card form, and its button. Default false. */
  readonly disableStripeLink?: boolean;
  /**
   * Whether the buttons of wallets such as Apple Pay and Google Pay are shown above the methods, where the session
   * offers CREDIT_CARD and the device supports them. They are never shown with `hidePaymentButton`. Default false.
   */
  readonly enableExpressCheckout?: boolean;
  /**
   * Whether the mandate must be downloaded before `onSuccess` (ACH, BACS, and BECS through the own bank of a studio).
   * Default true.
   */
  readonly enableMandateDownload?: boolean;
  /**
   * Whether the signature has a tab for typing it. Without the tab, a link for people who cannot draw opens a name
   * field. Default false.
   */
  readonly enableSignatureTypeInput?: boolean;
  /** Whether the list, including the new instrument, is shown after success. Default true. */
  readonly showPaymentInstrumentList?: boolean;
}

/** The state that `onPaymentStateChange` receives and `getPaymentState()` returns. */
export interface PaymentState {
  /** Whether a payment is being processed, or waits for the bank, the provider, or the person on another page. */
  readonly isProcessing: boolean;
  /** Whether pressing the main button of the current step would have an effect. */
  readonly canSubmit: boolean;
}

/** Callbacks of the host. If one throws, the widget continues. None is called inside `init` or after `destroy()`. */
export interface Callbacks {
  /**
   * Called once per `init`, with the token for the host's backend. `paymentInstrumentToken` is absent if the instrument
   * was not stored.
   */
  readonly onSuccess?: (
    paymentRequestToken: string,
    paymentInstrumentDetails?: PaymentInstrumentDetails,
    paymentInstrumentToken?: string,
  ) => void;
  /**
   * If set, your page displays payment errors. Return `'show'` to leave that to the widget, for example if you only log
   * them. Field errors always appear at the field, and the button to try again remains wherever trying again helps.
   */
  readonly onError?: (error: PaymentWidgetError) => unknown;
  /** Called only when one of the two values changes. Both are false until the first call. */
  readonly onPaymentStateChange?: (state: PaymentState) => void;
  /**
   * If set, the host itself sends the person to the provider's page, for example out of a frame or an app. By default,
   * the widget navigates to the provider's page. In a frame, it shows a link that opens a new tab instead.
   */
  readonly onRedirect?: (url: string) => void;
}

/** Texts of the widget by key. Any map from strings to strings, such as a translation file, is accepted. */
export type Texts = Readonly<Partial<Record<TextKey | PluralKey | SchemeKey, string>>>;

/** Parameters that `update` may change at run time. */
export interface MutableConfig extends Callbacks {
  /** BCP 47 tag, such as `de` or `de-CH`. Falls back to the language without region, then to English. */
  readonly locale?: string;
  /** Colours, corners and shadow, and the look of the provider's frames. */
  readonly styling?: Styling;
  /** Text overrides by key (`locales/en.json`). An empty string hides the element. Values are text, never markup. */
  readonly i18n?: Texts;
  /** Optional behaviour that a studio can switch on or off. */
  readonly featureFlags?: FeatureFlags;
  /** Whether the widget's own buttons are hidden; the host then calls `submitPayment()`. Default false. */
  readonly hidePaymentButton?: boolean;
}

/** A session that your backend passes to your page, so that the form appears without a request. */
export interface PrefetchedSession {
  /** The token of the session. */
  readonly token: string;
  /** The `locale` for which the backend requested it. */
  readonly locale: string;
  /** Everything else belongs to the widget and may change. */
  readonly [member: string]: unknown;
}

/** Parameters of `paymentWidget.init` (specification, payment component). */
export interface PaymentWidgetConfig extends MutableConfig {
  /**
   * Token from `POST /v1/payments/user-session`, or a promise of it. It is kept in memory only. If the promise rejects,
   * `onError` receives an error with the reason `NO_SESSION_TOKEN`; call `init` again with another token.
   */
  readonly userSessionToken: string | PromiseLike<string>;
  /**
   * The `session` that `POST /v1/payments/user-session` returned with the token for a request with `prefetch`,
   * unchanged. The widget then shows the form immediately, and corrects it once the gateway has responded. A session
   * that is out of date, incomplete, in another locale or of another token is ignored.
   */
  readonly session?: PrefetchedSession;
  /** The gateway to use. Only `live` takes real money. */
  readonly environment: Environment;
  /** The region of the studio's payments. Default `eu-central-1`. */
  readonly region?: Region;
  /**
   * ISO 3166-1 alpha-2 code, such as `DE`: the default country of address fields, which also decides hints and
   * examples.
   */
  readonly countryCode: string;
  /** BCP 47 tag, such as `de` or `de-CH`. Falls back to the language without region, then to English. */
  readonly locale: string;
  /** An element, or the id of one without `#`. */
  readonly container: string | HTMLElement;
  /** Prefills these fields in every method that has them. `updateCustomerFields()` changes the values later. */
  readonly customerFields?: CustomerFields;
  /**
   * Whether the widget shows locale keys and logs problems to the console, such as ignored configuration keys, texts
   * and `--upc-` properties, colours that are hard to read, a second widget in the container, and reasons why the
   * gateway may not respond. Default false.
   */
  readonly devMode?: boolean;
  /**
   * Absolute address, on a registered origin, to which the provider's page returns the person. Call `init` there with
   * the same token. Default the page itself, with its query and hash.
   */
  readonly returnUrl?: string;
  /**
   * Address of the gateway; in `live`, it must be https. By default, the widget uses the address in the build for the
   * environment and region. Without such an address, the script tag uses the service that served it (docs/script-tag.md).
   */
  readonly baseUrl?: string;
}

/** Options of `paymentWidget.preload`. */
export interface PreloadOptions {
  /** The `locale` of the later `init`. */
  readonly locale: string;
  /** The `countryCode` of the later `init`. The form that is most common there is then loaded, too. */
  readonly countryCode?: string;
}

/** A checked configuration with every default filled in. */
export interface ParsedConfig extends Callbacks {
  readonly userSessionToken: string | Promise<string>;
  /** Copy of the prefetched session, unchecked; null if it could not be read. */
  readonly session: unknown;
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

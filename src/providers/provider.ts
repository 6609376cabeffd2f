import type { CustomerFields, Environment, IframeFieldStyles, StripeStyling } from '../config/config.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { Clock } from '../core/clock.js';
import type { SecuredField } from '../forms/form.js';
import type { NextAction, OfferedPaymentMethod, Session } from '@upc/contract/gateway';

export type ProviderConfirm = Extract<NextAction, { type: 'PROVIDER_CONFIRM' }>;

/** Look of a provider's secured fields, taken from our own fields, so that nobody sees a seam. */
export interface ProviderAppearance {
  /** Computed values of our own text field, by camel-case CSS property; lengths in px. */
  readonly field: Readonly<Record<string, string>>;
  readonly colors: {
    readonly text: string;
    readonly placeholder: string;
    readonly border: string;
    readonly background: string;
    readonly focus: string;
    readonly error: string;
    readonly success: string;
    /** Of labels, which are on the page and not in a field. */
    readonly label: string;
  };
  readonly label: Readonly<Record<string, string>>;
  readonly message: Readonly<Record<string, string>>;
  readonly colorScheme: 'light' | 'dark';
  /** The host's own wishes; given, number, expiry and CVC are separate frames. */
  readonly iframeFields?: IframeFieldStyles;
}

/** Texts of secured fields; the keys reach the provider's frame as they are. */
export const providerTextKeys = [
  'card.frame.title',
  'card.number.label',
  'card.expiry.label',
  'card.expiry.placeholder',
  'card.cvc.label',
  'challenge.title',
  'challenge.close',
  'error.card.number.incomplete',
  'error.card.number.wrong',
  'error.card.expiry.incomplete',
  'error.card.expiry.past',
  'error.card.cvc.incomplete',
] as const satisfies readonly TextKey[];

export type ProviderTextKey = (typeof providerTextKeys)[number];

/** Those texts by key, in one language; a hidden one is empty. */
export type ProviderTexts = Readonly<Partial<Record<ProviderTextKey, string>>>;

/** Values that a provider's fields need to be shown; `update` may change all of them at any time. */
export interface ProviderPresentation {
  readonly appearance: ProviderAppearance;
  /** The host's options for the frames of one provider, as it gave them; that provider checks them. */
  readonly stripe: StripeStyling;
  /** The host's data about the person, for fields of the provider itself. */
  readonly customer: CustomerFields;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string;
  /** BCP 47. */
  readonly locale: string;
  /** Labels and messages in that language. */
  readonly texts: ProviderTexts;
}

export interface ProviderFieldsOptions extends ProviderPresentation {
  readonly session: Session;
  readonly offer: OfferedPaymentMethod;
  readonly environment: Environment;
  /** The provider's own autofill is not wanted (`featureFlags.disableStripeLink`). */
  readonly disableAutofill: boolean;
  /**
   * A node of the light DOM, in the document, which is neither moved nor emptied while the fields live: a frame
   * that is moved loads again and forgets what was typed.
   */
  readonly node: HTMLElement;
  /** The parent of a modal of the provider's; styled by the widget's own sheet. */
  readonly modalParent: ParentNode;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The entry in a field is complete and valid. */
  readonly onComplete: (field: SecuredField) => void;
  /** Enter was pressed in a secured field. */
  readonly onSubmit: () => void;
}

/** Values of our own form that go with the entries in a provider's fields. */
export interface ConfirmDetails {
  /** Parsed values of our own fields by name, each valid. */
  readonly values: Readonly<Record<string, string>>;
  /** The address that a redirect returns to. */
  readonly returnUrl: string;
}

/** Secured fields that are on the page. What is typed into them never reaches the page. */
export interface ProviderFields {
  /**
   * Shows what is wrong. Called in the very turn of the person's click, which a provider may need.
   * @param options.saves the payment that follows keeps the instrument.
   * @returns the fields that are wrong or empty, in the order shown.
   * @throws PaymentWidgetError when the provider could not be asked; nothing was sent for the payment then.
   */
  validate(options: { readonly saves: boolean }): Promise<readonly SecuredField[]>;
  focus(field: SecuredField): void;
  /** The bank has refused what is in the field: it looks wrong until something is typed into it. */
  showRefusal(field: SecuredField): void;
  /**
   * Hands what was typed to the provider, for the payment of the action, and sees a challenge in a modal through.
   * The outcome, a redirect included, comes from the gateway.
   * @throws PaymentWidgetError PSP_ERROR when the provider refused, did not answer, or the person gave up;
   *   NETWORK_ERROR when it could not be reached. The gateway is asked all the same.
   */
  confirm(action: ProviderConfirm, details: ConfirmDetails): Promise<void>;
  /** Loses nothing that was typed. */
  update(presentation: ProviderPresentation): void;
  /** Takes everything away again. May be called again. */
  destroy(): void;
}

/** A payment service provider in the browser. */
export interface PaymentProvider {
  /**
   * Loads what the provider needs and puts its fields into the node.
   *
   * @returns the fields, once they can be typed into.
   * @throws PaymentWidgetError PSP_ERROR when the provider's script or frame does not answer in time or refuses.
   */
  mount(options: ProviderFieldsOptions): Promise<ProviderFields>;
}

import type { CustomerFields, Environment, IframeFieldStyles, StripeStyling } from '../config/config.js';
import type { TextKey } from '../i18n/text-keys.js';
import type { Clock } from '../core/clock.js';
import type { SecuredErrors, SecuredField } from '../forms/form.js';
import type { NextAction, OfferedPaymentMethod, Schemas, Session } from '@upc/contract/gateway';

export type ProviderConfirm = Extract<NextAction, { type: 'PROVIDER_CONFIRM' }>;

/**
 * Appearance of a provider's secured fields. It is taken from the widget's own fields, so that no difference is
 * visible.
 */
export interface ProviderAppearance {
  /** Computed values of the widget's own text field, by camel-case CSS property, with lengths in px. */
  readonly field: Readonly<Record<string, string>>;
  readonly colors: {
    readonly text: string;
    readonly placeholder: string;
    readonly border: string;
    readonly background: string;
    readonly focus: string;
    readonly error: string;
    readonly success: string;
    /** Colour of labels, which are on the page's background rather than in a field. */
    readonly label: string;
  };
  readonly label: Readonly<Record<string, string>>;
  readonly message: Readonly<Record<string, string>>;
  readonly colorScheme: 'light' | 'dark';
  /** The host's own styles. If given, number, expiry and CVC are separate frames. */
  readonly iframeFields?: IframeFieldStyles;
}

/** Keys of the texts of secured fields. They are passed to the provider's frame unchanged. */
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
  'error.card.cvc.wrong',
] as const satisfies readonly TextKey[];

export type ProviderTextKey = (typeof providerTextKeys)[number];

/** Those texts by key, in one language. A hidden text is empty. */
export type ProviderTexts = Readonly<Partial<Record<ProviderTextKey, string>>>;

/** Values that a provider's fields need for display. `update` may change any of them at any time. */
export interface ProviderPresentation {
  readonly appearance: ProviderAppearance;
  /** The host's unchecked options for one provider's frames. That provider checks them. */
  readonly stripe: StripeStyling;
  /** The host's data about the person, for the provider's own fields. */
  readonly customer: CustomerFields;
  /** ISO 3166-1 alpha-2 code in upper case. */
  readonly countryCode: string;
  /** BCP 47 tag. */
  readonly locale: string;
  /** Labels and messages in the language of `locale`. */
  readonly texts: ProviderTexts;
}

/** What a provider needs to add something to the page. */
interface ProviderPlace extends ProviderPresentation {
  readonly session: Session;
  readonly offer: OfferedPaymentMethod;
  readonly environment: Environment;
  /** Whether Link is disabled (`featureFlags.disableStripeLink`). */
  readonly disableLink: boolean;
  /**
   * Node in the document's light DOM. It is neither moved nor emptied while the provider uses it, since a frame that is
   * moved loads again and loses its entries.
   */
  readonly node: HTMLElement;
  /** Parent of the provider's modal, which is styled by the widget's own sheet. */
  readonly modalParent: ParentNode;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface ProviderFieldsOptions extends ProviderPlace {
  /** Called when the entry in a field is complete and valid. */
  readonly onComplete: (field: SecuredField) => void;
  /** Called when Enter was pressed in a secured field. */
  readonly onSubmit: () => void;
}

/** Values of the widget's own form that accompany the entries in a provider's fields. */
export interface ConfirmDetails {
  /** Parsed, valid values of the widget's own fields by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Return address for redirects. */
  readonly returnUrl: string;
}

/** Secured fields on the page. Entries in them never reach the page. */
export interface ProviderFields {
  /**
   * Shows which fields are invalid. It is called in the same task as the person's click, which a provider may need.
   *
   * @param options.saves whether the following payment stores the instrument.
   * @returns the fields that are invalid or empty, in the order shown, with the errors that they show.
   * @throws PaymentWidgetError when the provider could not be reached; nothing was then sent for the payment.
   */
  validate(options: { readonly saves: boolean }): Promise<SecuredErrors>;
  focus(field: SecuredField): void;
  /** Marks a field whose content the bank has refused as invalid until it is changed. */
  showRefusal(field: SecuredField): void;
  /**
   * Passes the entries to the provider for the payment of the action, and handles a challenge in a modal. The outcome,
   * including a redirect, comes from the gateway.
   *
   * @throws PaymentWidgetError PSP_ERROR when the provider refused or did not respond, or the person gave up;
   * NETWORK_ERROR when the provider could not be reached. The gateway is queried in either case.
   */
  confirm(action: ProviderConfirm, details: ConfirmDetails): Promise<void>;
  /** Applies changes without losing entries. */
  update(presentation: ProviderPresentation): void;
  /** Removes everything that was added. It may be called repeatedly. */
  destroy(): void;
}

/** A wallet that pays with a card. */
export type Wallet = Schemas['Wallet'];

export interface ExpressButtonsOptions extends ProviderPlace {
  /** Returns whether a payment may start now. A press is otherwise ignored. */
  readonly canPay: () => boolean;
  /**
   * Pays after the person has approved in the wallet's sheet. The sheet closes once the provider has confirmed the
   * payment, or when this rejects.
   *
   * @throws PaymentWidgetError when the payment failed. The widget shows the error.
   */
  readonly onApprove: (approval: WalletApproval) => Promise<void>;
}

/** An approval that a person has given in a wallet's sheet. */
export interface WalletApproval {
  readonly wallet: Wallet;
  /** Passes the wallet's card to the provider for the payment of the action. It behaves like `ProviderFields.confirm`. */
  readonly confirm: (action: ProviderConfirm, returnUrl: string) => Promise<void>;
}

/** Buttons of the wallets that this device, browser and page support. */
export interface ExpressButtons {
  update(presentation: ProviderPresentation): void;
  /** Removes everything that was added. It may be called repeatedly. */
  destroy(): void;
}

/** A payment service provider in the browser. */
export interface PaymentProvider {
  /**
   * Loads what the provider needs and adds a row of buttons to the node: one for each wallet that is supported.
   *
   * @returns the buttons, once they are ready for a press.
   * @throws PaymentWidgetError PSP_ERROR when no button can be shown; its message says why, for developers.
   */
  mountExpress(options: ExpressButtonsOptions): Promise<ExpressButtons>;
  /**
   * Loads what the provider needs and adds its fields to the node.
   *
   * @returns the fields, once they are ready for input.
   * @throws PaymentWidgetError PSP_ERROR when the provider's script or frame does not respond in time, or refuses.
   */
  mount(options: ProviderFieldsOptions): Promise<ProviderFields>;
}

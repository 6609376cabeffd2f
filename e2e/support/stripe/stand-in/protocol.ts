import type { Appearance, CssFontSource, CustomFontSource, StripeElementStyle } from '@stripe/stripe-js';
import type { BillingDetails, FieldChange } from '../../../../src/providers/stripe/stripe-api.js';

/** Messages between the stand-in's script and its frames. Card data leaves the frames only for the API. */

export type FrameKind = 'payment' | 'cardNumber' | 'cardExpiry' | 'cardCvc' | 'expressCheckout';

export const stripeOrigin = 'https://js.stripe.com';
export const framePath = '/stand-in/frame.html';
export const challengePath = '/stand-in/challenge.html';

/** Settings in the address of a frame. */
export interface FrameSettings {
  readonly kind: FrameKind;
  readonly id: string;
  /** Identifies one `elements()` call, so that its frames can find each other. */
  readonly group: string;
  readonly locale: string;
  readonly key: string;
  /** Host of the page. */
  readonly domain: string;
}

export interface FrameLook {
  readonly appearance?: Appearance;
  readonly style?: StripeElementStyle;
  readonly placeholder?: string;
  readonly locale?: string;
  readonly country?: string;
  /** Whether Link offers to fill in the card. */
  readonly hasLink?: boolean;
  readonly fonts?: readonly (CssFontSource | CustomFontSource)[];
  /** Wallets that may have a button. */
  readonly wallets?: readonly WalletType[];
  readonly buttonHeight?: number;
}

export type WalletType = 'apple_pay' | 'google_pay' | 'link';

/** What a person gives in a wallet's sheet. */
export interface WalletCard {
  readonly wallet: WalletType;
  readonly number: string;
}

export interface Confirmation {
  readonly key: string;
  readonly clientSecret: string;
  readonly billing: BillingDetails;
  readonly returnUrl?: string;
  /** The card, if a wallet gives it. */
  readonly walletCard?: WalletCard;
}

export type ToFrame =
  | { readonly type: 'look'; readonly look: FrameLook }
  | { readonly type: 'focus' }
  | { readonly type: 'validate'; readonly call: string }
  | { readonly type: 'retrieve'; readonly call: string; readonly confirmation: Confirmation }
  | { readonly type: 'confirm'; readonly call: string; readonly confirmation: Confirmation }
  | {
      readonly type: 'challenge';
      readonly call: string;
      readonly confirmation: Confirmation;
      readonly outcome: ChallengeOutcome;
    };

export type ChallengeOutcome = 'complete' | 'fail';

/** Message from the bank's page in Stripe's modal. */
export interface FromChallenge {
  readonly type: 'challenge-answered';
  readonly outcome: ChallengeOutcome;
}

/** The parts of a response from Stripe's API that are read. */
export interface ApiAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly setup_future_usage?: string | null;
  readonly next_action?: {
    readonly type: string;
    readonly redirect_to_url?: { readonly url: string };
    readonly use_stripe_sdk?: Readonly<Record<string, unknown>>;
  } | null;
  readonly last_payment_error?: ApiError | null;
  readonly last_setup_error?: ApiError | null;
  readonly error?: ApiError;
  /** Of a domain. */
  readonly apple_pay?: { readonly status: string };
  readonly google_pay?: { readonly status: string };
}

export interface ApiError {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
}

export type FromFrame = { readonly from: string } & (
  | { readonly type: 'ready' | 'focus' | 'blur' }
  | { readonly type: 'change'; readonly change: FieldChange }
  | { readonly type: 'wallets'; readonly wallets: readonly WalletType[] }
  | { readonly type: 'press'; readonly wallet: WalletType }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'validated'; readonly call: string; readonly error?: ApiError }
  | { readonly type: 'answer'; readonly call: string; readonly answer: ApiAnswer }
);

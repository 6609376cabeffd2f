/**
 * Messages between a page and the provider's frames. The file imports nothing, so it can be copied as it is.
 *
 * 1. The page frames `<provider>/frames/card?key=<public key>&layout=<layout>&nonce=<nonce>`. The nonce is 16 to
 *    64 random letters, digits, `-` or `_`, new for each set of fields. The three frames of one form share it and
 *    find each other by it, without the page.
 * 2. On the frame's `load`, the page posts `Connect` to the frame's window, with the provider's origin as the target
 *    origin and one port of a MessageChannel. The frame accepts the first `Connect` that its parent sends from a
 *    registered origin with its nonce; it ignores all other messages, including a second `Connect`. If no response
 *    arrives in time, the frame was not allowed on the page: a frame refused by `frame-ancestors` fires `load` too.
 * 3. All further messages use the port. The frame sends `ready`, the page responds with `configure`, and from then on
 *    the payer can type into the fields. Both sides ignore messages that are not listed here.
 * 4. With three frames, `confirm` is sent to the frame of the number, which collects the values of the others;
 *    `validate`, `focus` and `configure` are sent to each.
 *
 * The document of a frame is transparent and leaves `FRAME_BLEED_PX` free on every side, so that the focus ring is
 * not cut off: give the frame a negative margin of that size, and add twice that size to its width. Set the element's
 * `color-scheme` to the `appearance.colorScheme` that is sent; otherwise browsers put a white sheet behind the frame.
 *
 * A bank page in a modal frame (see `action`) is connected in the same way on each of its loads, with the last
 * part of its address as the nonce. It sends `ready`, `height`, and `complete` when the payer has finished there.
 *
 * The buttons of wallets are `<provider>/frames/express?key=<public key>&nonce=<nonce>&link=<yes or no>`, framed and
 * connected like card fields. Give the frame `allow="payment"`, without which browsers refuse wallets. It sends `ready`,
 * receives `configure`, and sends `wallets`, `height`, and `press` for each press of a button. The page may then open
 * the payment sheet in a modal frame: `<provider>/frames/sheet/<nonce>`, with the query of `SheetQuery`. It is
 * connected like a bank page. See `SheetMessage` for what follows.
 */
export const FRAME_BLEED_PX = 4;

export type FrameLayout = 'combined' | FieldName;
export type FieldName = 'number' | 'expiry' | 'cvc';

/** Message sent with window.postMessage, which also transfers the port. */
export interface Connect {
  readonly type: 'upc-sim-connect';
  readonly nonce: string;
}

/** CSS declarations by camel-case property. */
export type Declarations = Readonly<Record<string, string>>;

export interface FrameAppearance {
  /** Computed styles of the page's own text field, with lengths in px. */
  readonly field: Declarations;
  /** Computed styles of the page's labels. Default: those of the field, in medium weight. */
  readonly label?: Declarations;
  /** Computed styles of the messages below a field. Default: 14/16 of the field's size. */
  readonly message?: Declarations;
  readonly colors: {
    readonly text: string;
    readonly placeholder: string;
    readonly border: string;
    readonly background: string;
    readonly focus: string;
    readonly error: string;
    readonly success: string;
    /** Colour of labels, which are on the page and not in the field. Default: `text`. */
    readonly label?: string;
  };
  readonly colorScheme?: 'light' | 'dark';
  /** The host's own styles, which take precedence. */
  readonly iframeFields?: {
    readonly base?: Declarations;
    readonly error?: Declarations;
    readonly validated?: Declarations;
    readonly placeholder?: Declarations;
  };
}

export type PageMessage =
  /** Sent first, and again whenever the appearance, language or texts change. Typed input is kept. */
  | {
      readonly type: 'configure';
      readonly appearance: FrameAppearance;
      /** BCP 47 language tag. */
      readonly locale: string;
      /**
       * Labels and messages by locale key (`card.number.label`, `error.card.number.wrong` …). Missing texts are shown
       * in English.
       */
      readonly texts: Readonly<Record<string, string>>;
      /** Whether the fields are locked, as they are while a payment runs. */
      readonly readOnly?: boolean;
    }
  | { readonly type: 'update'; readonly readOnly: boolean }
  | { readonly type: 'focus'; readonly field?: FieldName }
  /** The bank has refused the value of this field, which shows that until the payer types into it. */
  | { readonly type: 'show-refusal'; readonly field: FieldName }
  /** Shows errors; the frame responds with `validated`. With `focus`, the first invalid field receives the focus. */
  | { readonly type: 'validate'; readonly id: string; readonly focus: boolean }
  /**
   * Confirms the payment. The frame responds with `action` if the payer must act, and with `result`. Only one
   * confirmation may run at a time.
   */
  | {
      readonly type: 'confirm';
      readonly id: string;
      readonly clientSecret: string;
      readonly cardHolder: string;
      readonly returnUrl?: string;
      /** Amount due according to the page, in minor units. The payment is refused if the intent has another amount. */
      readonly expected?: { readonly amount: number; readonly currency: string };
    }
  /** The payer has closed the bank's modal; `result` reports the state of the intent. */
  | { readonly type: 'abandon'; readonly id: string };

/** State of a field; its content is never reported. */
export interface FieldState {
  readonly empty: boolean;
  readonly complete: boolean;
  /** Error in the current text, whether shown or not: `number.incomplete`, `number.wrong`, `expiry.past` … */
  readonly error?: string;
}

export type FrameMessage =
  | { readonly type: 'ready'; readonly layout: FrameLayout }
  | {
      readonly type: 'change';
      readonly complete: boolean;
      readonly empty: boolean;
      /** Card brand (visa, mastercard, amex …); absent until it is known. */
      readonly brand?: string;
      readonly fields: Readonly<Partial<Record<FieldName, FieldState>>>;
    }
  | { readonly type: 'focus' | 'blur'; readonly field: FieldName }
  /** Height of the whole document including the bleed, in CSS px. */
  | { readonly type: 'height'; readonly height: number }
  /** Tab leaves the frame at its end (`forward`) or its start (`backward`); the browser moves the focus. */
  | { readonly type: 'tab-out'; readonly direction: 'forward' | 'backward' }
  /** A field is complete, or Backspace was pressed in an empty one: the page moves the focus to the other field. */
  | { readonly type: 'move'; readonly to: FieldName }
  /** Enter was pressed in a field; the page handles it like Enter in its own form. */
  | { readonly type: 'submit' }
  | {
      readonly type: 'validated';
      readonly id: string;
      readonly complete: boolean;
      /** Invalid fields in order, each with its error. */
      readonly errors: readonly { readonly field: FieldName; readonly error: string }[];
    }
  /**
   * With `modal`, show the address in a frame and wait for `result`. With `redirect`, navigate to it; `result` follows
   * immediately.
   */
  | {
      readonly type: 'action';
      readonly id: string;
      readonly display: 'redirect' | 'modal';
      readonly url: string;
    }
  | { readonly type: 'result'; readonly id: string; readonly result: ConfirmResult };

export type ConfirmResult =
  /** The provider has responded. The gateway decides the outcome of the payment. */
  | {
      readonly outcome: 'answered';
      readonly status:
        | 'requires_action'
        | 'processing'
        | 'authorized'
        | 'succeeded'
        | 'declined'
        | 'cancelled';
      readonly failure?: { readonly code: string; readonly message: string };
    }
  /** A field is invalid or empty and shows an error; nothing was sent. */
  | { readonly outcome: 'invalid' }
  /** The provider rejected the request as invalid; nothing happened. */
  | { readonly outcome: 'refused'; readonly code: string; readonly message: string }
  /** The outcome is unknown, because no response reported it. */
  | { readonly outcome: 'unknown' };

/** Messages that a bank page in a modal frame sends over its port. */
export type BankPageMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly height: number }
  /** The payer has finished on the page. Query the gateway for the payment status. */
  | { readonly type: 'complete' };

/** Wallets, in the order in which their buttons are shown. */
export const WALLETS = ['APPLE_PAY', 'GOOGLE_PAY', 'LINK'] as const;
export type WalletName = (typeof WALLETS)[number];

/** Names of the wallets in their own spelling. */
export const WALLET_LABELS: Readonly<Record<WalletName, string>> = {
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
  LINK: 'Link',
};

/**
 * Messages that the frame with the buttons of wallets sends. It understands `configure`, and `focus`, which moves the
 * focus to the button that was pressed last.
 */
export type ExpressMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'wallets';
      readonly shown: readonly WalletName[];
      /** The other wallets, each with the reason for developers, in English. */
      readonly missing: readonly { readonly wallet: WalletName; readonly why: string }[];
    }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'press'; readonly wallet: WalletName };

/** Query of a payment sheet's address, which tells what the payer approves. */
export interface SheetQuery {
  readonly key: string;
  readonly wallet: WalletName;
  /** Minor units; 0 only stores the card. */
  readonly amount: string;
  readonly currency: string;
  /** Whether the sheet asks for a token with which the merchant may charge the card again. */
  readonly recurring: 'yes' | 'no';
  /** BCP 47 language tag. */
  readonly locale: string;
}

/**
 * Messages that a payment sheet sends. After `approve`, the page creates the payment at its gateway and sends `confirm`;
 * the sheet responds with `result`, having shown the outcome to the payer.
 */
export type SheetMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly height: number }
  /** The payer has approved. Nothing exists at the provider yet. */
  | { readonly type: 'approve' }
  /** The payer has cancelled. Nothing was confirmed. */
  | { readonly type: 'cancel' }
  | { readonly type: 'result'; readonly result: ConfirmResult }
  /**
   * The sheet has waited too long for the page and has said so. Nothing more happens in it, but a payment whose
   * confirmation was under way may have been confirmed.
   */
  | { readonly type: 'late' }
  /** The payer has read what the sheet said; close it. */
  | { readonly type: 'complete' };

/** Messages that a page sends to a payment sheet. */
export type SheetPageMessage =
  | {
      readonly type: 'confirm';
      readonly clientSecret: string;
      /** Amount due according to the page, as for `confirm` of a card. */
      readonly expected: { readonly amount: number; readonly currency: string };
    }
  /** The payment has failed before it could be confirmed. */
  | { readonly type: 'fail' };

/** Settings that the provider's server writes into the document of a card frame. */
export interface FrameSettings {
  readonly publicKey: string;
  /** Registered origins; `http://localhost:*` matches every port. */
  readonly origins: readonly string[];
  readonly layout: FrameLayout;
  readonly nonce: string;
}

/** Settings in the document of the frame with the buttons of wallets. */
export interface ExpressSettings {
  readonly origins: readonly string[];
  readonly nonce: string;
  readonly offersLink: boolean;
  /** The word “Simulation” by language. */
  readonly simulation: Readonly<Record<string, string>>;
}

/** Settings in the document of a payment sheet. */
export interface SheetSettings {
  readonly publicKey: string;
  readonly origins: readonly string[];
  readonly nonce: string;
  readonly wallet: WalletName;
  readonly recurring: boolean;
  /** Milliseconds for which the sheet waits for the page. */
  readonly patience: number;
}

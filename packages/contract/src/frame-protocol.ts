/**
 * Messages between a page and the provider's frames. Types only: it can be copied as it is.
 *
 * 1. The page frames `<provider>/frames/card?key=<public key>&layout=<layout>&nonce=<nonce>`. The nonce is 16 to
 *    64 random letters, digits, `-` or `_`, new for each set of fields; the three frames of one form share it and
 *    find each other by it, without the page.
 * 2. On the frame's `load` the page posts `Connect` to the frame's window, target origin the provider's, with one
 *    port of a MessageChannel. The frame takes the first `Connect` that comes from its parent, from a registered
 *    origin, with its nonce; it ignores everything else, also a second one. No answer in time means that the
 *    frame was not let onto the page: a frame refused by `frame-ancestors` fires `load` too.
 * 3. Everything else goes over the port. The frame says `ready`, the page answers `configure`, and the fields can
 *    be typed into from then on. Messages that are not listed here are ignored by both sides.
 * 4. With three frames `confirm` goes to the number's frame, which asks the others; `validate`, `focus` and
 *    `configure` go to each.
 *
 * The document of a frame is transparent and keeps `FRAME_BLEED_PX` free at every side, so that the focus ring is
 * not cut off: give the frame a margin of minus that much, and its width twice as much more. Set the element's
 * `color-scheme` to the `appearance.colorScheme` that is sent, else browsers put a white sheet behind the frame.
 *
 * A bank page in a modal frame (see `action`) is connected in the same way on each of its loads, with the last
 * part of its address as the nonce; it says `ready`, `height`, and `complete` when the person is done there.
 */
export const FRAME_BLEED_PX = 4;

export type FrameLayout = 'combined' | FieldName;
export type FieldName = 'number' | 'expiry' | 'cvc';

/** By window.postMessage, with a port. */
export interface Connect {
  readonly type: 'upc-sim-connect';
  readonly nonce: string;
}

/** CSS declarations by camel-case property. */
export type Declarations = Readonly<Record<string, string>>;

export interface FrameAppearance {
  /** Computed values of the page's own text field, lengths in px. */
  readonly field: Declarations;
  /** Computed values of its labels; like the field in medium weight when absent. */
  readonly label?: Declarations;
  /** Computed values of the messages below a field; 14/16 of the field's size when absent. */
  readonly message?: Declarations;
  readonly colors: {
    readonly text: string;
    readonly placeholder: string;
    readonly border: string;
    readonly background: string;
    readonly focus: string;
    readonly error: string;
    readonly success: string;
    /** Colour of labels, which are on the page and not in the field; `text` when absent. */
    readonly label?: string;
  };
  readonly colorScheme?: 'light' | 'dark';
  /** The host's own wishes; they win. */
  readonly iframeFields?: {
    readonly base?: Declarations;
    readonly error?: Declarations;
    readonly validated?: Declarations;
    readonly placeholder?: Declarations;
  };
}

export type PageMessage =
  /** At first, and whenever look, language or texts change; nothing that was typed is lost. */
  | {
      readonly type: 'configure';
      readonly appearance: FrameAppearance;
      /** BCP 47. */
      readonly locale: string;
      /** Labels and messages by locale key (`card.number.label`, `error.card.number.wrong` …); English else. */
      readonly texts: Readonly<Record<string, string>>;
      /** Nothing can be changed while a payment runs. */
      readonly readOnly?: boolean;
    }
  | { readonly type: 'update'; readonly readOnly: boolean }
  | { readonly type: 'focus'; readonly field?: FieldName }
  /** The bank has refused what is in this field: it looks wrong until something is typed into it. */
  | { readonly type: 'show-refusal'; readonly field: FieldName }
  /** Shows what is wrong; answered by `validated`. The first wrong field takes the focus if `focus`. */
  | { readonly type: 'validate'; readonly id: string; readonly focus: boolean }
  /** Pays; answered by `action` if the person must act, and by `result`. One at a time. */
  | {
      readonly type: 'confirm';
      readonly id: string;
      readonly clientSecret: string;
      readonly cardHolder: string;
      readonly returnUrl?: string;
      /** The amount to be paid according to the page, in minor units; another amount of the intent is refused. */
      readonly expected?: { readonly amount: number; readonly currency: string };
    }
  /** The person has closed the bank's modal; `result` says how the intent stands. */
  | { readonly type: 'abandon'; readonly id: string };

/** State of a field; its content is never reported. */
export interface FieldState {
  readonly empty: boolean;
  readonly complete: boolean;
  /** Of the text as it is, shown or not: `number.incomplete`, `number.wrong`, `expiry.past` … */
  readonly error?: string;
}

export type FrameMessage =
  | { readonly type: 'ready'; readonly layout: FrameLayout }
  | {
      readonly type: 'change';
      readonly complete: boolean;
      readonly empty: boolean;
      /** visa, mastercard, amex …; absent while it is open. */
      readonly brand?: string;
      readonly fields: Readonly<Partial<Record<FieldName, FieldState>>>;
    }
  | { readonly type: 'focus' | 'blur'; readonly field: FieldName }
  /** Of the whole document, the bleed included, in CSS px. */
  | { readonly type: 'height'; readonly height: number }
  /** Tab leaves the frame at its end (`forward`) or its start; the browser moves the focus. */
  | { readonly type: 'tab-out'; readonly direction: 'forward' | 'backward' }
  /** A field is complete, or Backspace was pressed in an empty one: the page gives the other field the focus. */
  | { readonly type: 'move'; readonly to: FieldName }
  /** Enter in a field: what it does in the page's form. */
  | { readonly type: 'submit' }
  | {
      readonly type: 'validated';
      readonly id: string;
      readonly complete: boolean;
      /** Wrong fields in order, with what is wrong. */
      readonly errors: readonly { readonly field: FieldName; readonly error: string }[];
    }
  /** `modal`: frame the address, and wait for `result`. `redirect`: go there; `result` comes at once. */
  | {
      readonly type: 'action';
      readonly id: string;
      readonly display: 'redirect' | 'modal';
      readonly url: string;
    }
  | { readonly type: 'result'; readonly id: string; readonly result: ConfirmResult };

export type ConfirmResult =
  /** The provider has answered. What becomes of the payment is for the gateway to say. */
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
  /** A field is wrong or empty, which is shown; nothing was sent. */
  | { readonly outcome: 'invalid' }
  /** The provider refused the request as wrong; nothing happened. */
  | { readonly outcome: 'refused'; readonly code: string; readonly message: string }
  /** No answer that says what happened. */
  | { readonly outcome: 'unknown' };

/** Messages of a bank page in a modal frame, over its port. */
export type BankPageMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly height: number }
  /** The person is done on the page. Ask the gateway for the payment status. */
  | { readonly type: 'complete' };

/** Settings that its server writes into the document of a card frame. */
export interface FrameSettings {
  readonly publicKey: string;
  /** Registered origins; `http://localhost:*` stands for every port. */
  readonly origins: readonly string[];
  readonly layout: FrameLayout;
  readonly nonce: string;
}

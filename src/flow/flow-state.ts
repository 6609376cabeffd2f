import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FormState } from '../forms/form.js';
import type { Payment, PaymentInstrumentDetails, PaymentMethod, Session } from '@upc/contract/gateway';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';

export type SecuredFieldsState = 'loading' | 'ready' | 'failed';

/** The person's choice of what to pay with. */
export type Choice =
  | {
      readonly kind: 'method';
      readonly method: PaymentMethodDefinition;
      /** Undefined while the form's code is on its way. */
      readonly form: MethodForm | undefined;
      /** The provider's secured fields, for a method that has them. */
      readonly secured?: SecuredFieldsState;
    }
  | { readonly kind: 'instrument'; readonly token: string; readonly paymentMethod: PaymentMethod };

/** The values that `onSuccess` gives to the host. */
export interface PaymentResult {
  /** For the host's backend, to be used once. */
  readonly paymentRequestToken: string;
  /** Details of the account or card that may be shown. */
  readonly paymentInstrumentDetails?: PaymentInstrumentDetails;
  /** Of the instrument that was stored; absent where none was. */
  readonly paymentInstrumentToken?: string;
}

/** The result once paid; undefined when a step led to another one, or the widget was taken off the page. */
export type Outcome = Promise<PaymentResult | undefined>;

/** Too many attempts have failed: the next one has to wait. */
export interface Pause {
  /** The gateway's refusal. */
  readonly error: PaymentWidgetError;
  /** Seconds, from when the gateway said so. */
  readonly seconds: number;
  /** Milliseconds since the epoch, by the browser's clock. */
  readonly until: number;
  readonly isOver: boolean;
}

interface Open {
  readonly session: Session;
  /** The entries, by method: choosing another method and coming back loses nothing. */
  readonly forms: Readonly<Partial<Record<PaymentMethod, FormState>>>;
  /** The session token ends in less than two minutes; the person is told. */
  readonly expiresSoon: boolean;
  readonly pause?: Pause;
}

interface Chosen extends Open {
  readonly choice: Choice;
}

interface Loading {
  readonly phase: 'loading';
}

/** The list, with nothing chosen. */
export interface Choosing extends Open {
  readonly phase: 'choosing';
  /** The outcome of the last attempt, shown above the list. */
  readonly error?: PaymentWidgetError;
}

export interface Filling extends Chosen {
  readonly phase: 'filling';
  readonly step: 'form' | 'review';
  readonly error?: PaymentWidgetError;
  /** Grows with each submit that found wrong fields; the view moves the focus when it does. */
  readonly rejections: number;
  /** The button was pressed before the form could be submitted; it is as soon as it can. */
  readonly isEarly?: true;
}

/** A submission is on its way. */
export interface Processing extends Chosen {
  readonly phase: 'processing';
  /** The form it was submitted from, which stays visible. */
  readonly step: 'form' | 'review';
}

/** The bank, the provider or the person outside the widget decides; `payment` is polled. */
export interface AwaitingAction extends Open {
  readonly phase: 'awaitingAction';
  readonly payment: Payment;
  /** Absent when `init` found the attempt after a reload or redirect. */
  readonly choice?: Choice;
}

/**
 * The outcome of the payment is not known: the gateway does not answer, or the provider has not told it. The person
 * is warned not to pay again, and nothing else can be chosen until it is known.
 */
interface OutcomeUnknown extends Open {
  readonly phase: 'outcomeUnknown';
  readonly payment: Payment;
  /** Absent when `init` found the attempt after a reload or redirect. */
  readonly choice?: Choice;
}

interface DownloadingMandate extends Open {
  readonly phase: 'downloadingMandate';
  readonly payment: Payment;
  readonly url: string;
  readonly result: PaymentResult;
}

/** The token is there; final for this `init`. */
export interface Succeeded extends Open {
  readonly phase: 'succeeded';
  readonly result: PaymentResult;
  readonly paymentMethod: PaymentMethod;
}

/** Nothing can be paid here. `retryable`: loading may be tried again; else the host needs a new session token. */
interface Failed {
  readonly phase: 'failed';
  readonly error: PaymentWidgetError;
  readonly retryable: boolean;
}

interface Destroyed {
  readonly phase: 'destroyed';
}

export type FlowState =
  | Loading
  | Choosing
  | Filling
  | Processing
  | AwaitingAction
  | OutcomeUnknown
  | DownloadingMandate
  | Succeeded
  | Failed
  | Destroyed;

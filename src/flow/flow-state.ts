import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FormState } from '../forms/form.js';
import type { Payment, PaymentInstrumentDetails, PaymentMethod, Session } from '@upc/contract/gateway';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';

export type SecuredFieldsState = 'loading' | 'ready' | 'failed';

/** The method or stored instrument that the person has chosen. */
export type Choice =
  | {
      readonly kind: 'method';
      readonly method: PaymentMethodDefinition;
      /** Undefined while the form's code is loading. */
      readonly form: MethodForm | undefined;
      /** State of the provider's secured fields, for methods that have them. */
      readonly secured?: SecuredFieldsState;
    }
  | { readonly kind: 'instrument'; readonly token: string; readonly paymentMethod: PaymentMethod };

/** Values that `onSuccess` passes to the host. */
export interface PaymentResult {
  /** Single-use token for the host's backend. */
  readonly paymentRequestToken: string;
  /** Details of the account or card that may be displayed. */
  readonly paymentInstrumentDetails?: PaymentInstrumentDetails;
  /** Token of the stored instrument; absent if none was stored. */
  readonly paymentInstrumentToken?: string;
}

/** Result of a payment; undefined when the step led to another step or the widget was taken off the page. */
export type Outcome = Promise<PaymentResult | undefined>;

/** Waiting time that the gateway imposes after too many failed attempts. */
export interface Pause {
  /** Error with which the gateway refused the attempt. */
  readonly error: PaymentWidgetError;
  /** Length of the wait in seconds, as stated by the gateway. */
  readonly seconds: number;
  /** End of the wait in milliseconds since the epoch, by the browser's clock. */
  readonly until: number;
  readonly isOver: boolean;
}

interface Open {
  readonly session: Session;
  /** Form entries by method, so that switching between methods loses nothing. */
  readonly forms: Readonly<Partial<Record<PaymentMethod, FormState>>>;
  /** Whether the session token expires in less than two minutes. The person is then warned. */
  readonly expiresSoon: boolean;
  readonly pause?: Pause | undefined;
  /** Set until the gateway has confirmed a prefetched session. Nothing is submitted before. */
  readonly isProvisional?: boolean | undefined;
  /** Whether the wallets' buttons can be shown; absent until that is known. */
  readonly express?: boolean | undefined;
}

interface Chosen extends Open {
  readonly choice: Choice;
}

interface Loading {
  readonly phase: 'loading';
}

/** The list of methods and instruments, with nothing chosen. */
export interface Choosing extends Open {
  readonly phase: 'choosing';
  /** Error of the last attempt, shown above the list. */
  readonly error?: PaymentWidgetError | undefined;
}

export interface Filling extends Chosen {
  readonly phase: 'filling';
  readonly step: 'form' | 'review';
  readonly error?: PaymentWidgetError | undefined;
  /** Number of submissions that found invalid fields. The view moves the focus when it grows. */
  readonly rejections: number;
  /**
   * Set when the button was pressed before the form and the submission had loaded or the gateway had confirmed the
   * session. The form is submitted as soon as all of that has happened.
   */
  readonly isEarly?: true | undefined;
}

/** A submission in progress. */
export interface Processing extends Open {
  readonly phase: 'processing';
  /** Absent when a wallet's button was pressed in the list, with nothing chosen. */
  readonly choice?: Choice | undefined;
  /** Step from which it was submitted, which stays visible. */
  readonly step: 'form' | 'review';
}

/** A payment that waits for the bank, the provider, or the person outside the widget. It is being polled. */
export interface AwaitingAction extends Open {
  readonly phase: 'awaitingAction';
  readonly payment: Payment;
  /** Absent when `init` found the attempt after a reload or redirect. */
  readonly choice?: Choice | undefined;
}

/**
 * A payment with an unknown outcome, because the gateway does not respond or the provider has not reported it. The
 * person is warned not to pay again, and nothing else can be chosen until the outcome is known.
 */
export interface OutcomeUnknown extends Open {
  readonly phase: 'outcomeUnknown';
  readonly payment: Payment;
  /** Absent when `init` found the attempt after a reload or redirect. */
  readonly choice?: Choice | undefined;
}

interface DownloadingMandate extends Open {
  readonly phase: 'downloadingMandate';
  readonly payment: Payment;
  readonly url: string;
  readonly result: PaymentResult;
}

/** The final phase of an `init`: the payment has its token. */
export interface Succeeded extends Open {
  readonly phase: 'succeeded';
  readonly result: PaymentResult;
  readonly paymentMethod: PaymentMethod;
}

/**
 * Nothing can be paid here. If `retryable`, loading may be tried again; otherwise the host needs a new session token.
 */
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

import type { OfferedPaymentMethod, Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { ParsedConfig, PaymentState } from '../config/config.js';
import { isPermanent } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { FormState, SecuredField } from '../forms/form.js';
import type { FormView } from '../forms/form-view.js';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Clock } from '../core/clock.js';
import type { ProviderFields, WalletApproval } from '../providers/provider.js';
import type { SecuredFieldsHost } from '../providers/secured-fields.js';
import type { Choice, FlowState, Outcome, PaymentResult } from './flow-state.js';
import { HostCallbacks } from './host-callbacks.js';
import type { SessionChanges } from './session-changes.js';
import { formView, type MethodRegistry, methodOf, paymentState } from './selectors.js';
import { type FlowEvent, transition } from './transitions.js';

/**
 * Steps that run after the payer presses the button (`submission.ts`). Their code loads while the payer fills in the
 * form.
 */
export interface SubmissionSteps {
  /**
   * POLLING_TIMEOUT of a payment that is still being polled. It is reported once, even if the widget is taken off the
   * page and put back.
   */
  readonly late: PaymentWidgetError | undefined;
  /**
   * Submits a payment and waits for its outcome.
   *
   * @param form form as it was when the button was pressed.
   * @throws PaymentWidgetError that has already been reported to the host; `follow` does the same.
   */
  pay(choice: Choice, session: Session, form: FormView | undefined): Outcome;
  /**
   * Pays with the wallet in whose sheet the person has approved.
   *
   * @throws PaymentWidgetError that has already been reported to the host.
   */
  payByWallet(approval: WalletApproval, session: Session): Outcome;
  /** Waits for the outcome of a payment that was submitted earlier. */
  follow(payment: Payment): Outcome;
  /**
   * Decides how to continue a session's pending payment.
   *
   * @returns the payment to wait for; undefined when the person has to submit again.
   * @throws PaymentWidgetError
   */
  recall(pending: Payment): Promise<Payment | undefined>;
  /** Polls the gateway immediately instead of at the end of the current wait. */
  ask(): void;
  /** Cancels a payment. The next response of the gateway shows whether it was too late. */
  cancel(payment: Payment): Promise<void>;
  /**
   * Removes a stored instrument permanently.
   *
   * @returns whether it was removed; a refusal is reported like that of an attempt.
   */
  remove(token: string): Promise<boolean>;
  /** Compares the session that is shown with the gateway's. */
  compare(shown: Session, current: Session): SessionChanges;
  succeed(result: PaymentResult, paymentMethod: PaymentMethod): PaymentResult;
  /** Ends a pause automatically after the given time. */
  watchPause(milliseconds: number): void;
  /** Warns the person before the session ends, and shows its end. */
  watchExpiry(): void;
}

export type CreateSubmission = (core: FlowCore) => SubmissionSteps;

/** The environment of a flow: the gateway, the page, and code that is loaded on demand. */
export interface FlowOptions {
  readonly config: ParsedConfig;
  readonly gateway: Gateway & { now(): number };
  readonly methods: MethodRegistry;
  readonly securedFields: SecuredFieldsHost;
  /** Loads the code that only some forms need, such as the signature; rejects if it cannot be loaded. */
  readonly prepareForm: (method: PaymentMethodDefinition, offer: OfferedPaymentMethod) => Promise<void>;
  /**
   * Loads the code that is needed after the button is pressed: the submission and the elements that show its outcome.
   */
  readonly prepareSubmission: () => Promise<CreateSubmission>;
  /** Calls back after the current state has been painted. */
  readonly afterPaint: (then: () => void) => void;
  readonly clock: Clock;
  /** Provides the return address for redirects: the configured one, or the page itself. */
  readonly returnUrl: () => string;
  /**
   * Leaves the page for an address that the session allows. @throws PaymentWidgetError PSP_ERROR for any other address.
   */
  readonly redirect: (payment: Payment, session: Session) => Promise<void>;
  /** Receives exceptions thrown by the host's callbacks. */
  readonly reportHostError: (error: unknown) => void;
}

/** Holds a flow's state, its subscribers, and the resources that its steps share. */
export class FlowCore {
  config: ParsedConfig;
  state: FlowState = Object.freeze({ phase: 'loading' });
  /** Form of the current state, derived from state and configuration. */
  form: FormView | undefined;
  /** Aborts work in progress. Replaced when a widget that was taken off the page returns. */
  lifetime = new AbortController();
  /** Steps after the button, once their code has loaded. */
  submission: SubmissionSteps | undefined;
  readonly listeners = new Set<() => void>();
  readonly host: HostCallbacks;
  /** Open fields of the provider, by method. */
  readonly secured = new Map<PaymentMethod, ProviderFields>();
  /** The submission in progress. */
  submitting: Outcome | undefined;
  #fetching: Promise<CreateSubmission> | undefined;

  constructor(readonly options: FlowOptions) {
    this.config = options.config;
    this.host = new HostCallbacks({
      callbacks: () => this.config,
      reportHostError: options.reportHostError,
      isMuted: () => this.signal.aborted,
    });
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  getSnapshot(): FlowState {
    return this.state;
  }

  getForm(): FormView | undefined {
    return this.form;
  }

  getPaymentState(): PaymentState {
    return paymentState(this.state, this.form);
  }

  shows(error: PaymentWidgetError): boolean {
    return this.host.shows(error);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Applies an event to the state. @returns whether the state changed. */
  dispatch(event: FlowEvent): boolean {
    if (this.signal.aborted) return false;
    const next = transition(this.state, event);
    if (next === this.state) return false;
    this.state = Object.freeze(next);
    this.settle();
    return true;
  }

  /** Derives the form and notifies the elements. The host is notified only if the payment state has changed. */
  settle(): void {
    try {
      this.form = formView(this.state, this.config);
    } catch (thrown) {
      this.breakDown(thrown);
      return;
    }
    for (const listener of [...this.listeners]) listener();
    this.host.changeState(this.getPaymentState());
  }

  change(change: (form: FormState) => FormState): void {
    this.dispatch({ type: 'form-changed', change });
  }

  isChosen(test: (choice: Choice) => boolean): boolean {
    return this.state.phase === 'filling' && test(this.state.choice);
  }

  hasChosen(method: PaymentMethodDefinition): boolean {
    return this.isChosen((choice) => choice.kind === 'method' && choice.method === method);
  }

  focusSecured(field: SecuredField): void {
    const { state } = this;
    if (state.phase === 'filling') this.secured.get(methodOf(state.choice))?.focus(field);
  }

  /** Enters the state in which nothing can be paid. Retrying remains possible unless the error is permanent. */
  fail(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    const retryable = !isPermanent(error);
    if (!retryable) this.expectSubmission();
    this.dispatch({ type: 'failed', error, retryable });
    return this.host.fail(error);
  }

  /**
   * Enters the error state because the widget failed to render. Work in progress is aborted, so that nothing continues
   * unseen; the outcome of a payment is found when the session is loaded again. The error is reported once, however
   * many elements fail. It is not reported once the host has the token, since the person must not pay again.
   */
  breakDown(thrown: unknown): void {
    const error = toPaymentWidgetError(thrown);
    if (!this.dispatch({ type: 'failed', error, retryable: true })) return;
    this.host.fail(error);
    this.suspend();
    this.lifetime = new AbortController();
  }

  /** Records the current submission. It also prevents an unhandled rejection if the host does not await the promise. */
  track(submission: Outcome): Outcome {
    const end = (): void => {
      if (this.submitting === submission) this.submitting = undefined;
    };
    this.submitting = submission;
    submission.then(end, end);
    return submission;
  }

  /** Aborts work in progress without notifying the host. */
  suspend(): void {
    this.submitting = undefined;
    this.lifetime.abort();
    this.secured.forEach((fields) => fields.destroy());
    this.secured.clear();
  }

  /** Reports an attempt that failed before anything reached the gateway. The form stays open for another attempt. */
  failAttempt(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    this.dispatch({ type: 'attempt-failed', error });
    return this.host.fail(error);
  }

  /**
   * Loads the code of the submission. Loading begins early, so that the person need not wait for it; after a failure
   * the next call tries again.
   */
  async fetchSubmission(): Promise<SubmissionSteps> {
    this.#fetching ??= this.options.prepareSubmission();
    try {
      const create = await this.#fetching;
      return (this.submission ??= create(this));
    } catch (cause) {
      this.#fetching = undefined;
      const message = 'The code for submitting could not be loaded; nothing was sent.';
      throw new PaymentWidgetError('NETWORK_ERROR', message, { cause });
    }
  }

  /** Loads the submission in advance. It waits until the form is painted, which loading would only delay. */
  expectSubmission(): void {
    this.options.afterPaint(() => {
      if (!this.signal.aborted) this.fetchSubmission().catch(() => undefined);
    });
  }
}

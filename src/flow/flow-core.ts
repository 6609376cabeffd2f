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
import type { ProviderFields } from '../providers/provider.js';
import type { SecuredFieldsHost } from '../providers/secured-fields.js';
import type { Choice, FlowState, Outcome, PaymentResult } from './flow-state.js';
import { HostCallbacks } from './host-callbacks.js';
import { formView, type MethodRegistry, methodOf, paymentState } from './selectors.js';
import { type FlowEvent, transition } from './transitions.js';

/** The steps of a flow after the button was pressed (`submission.ts`); their code is fetched while the person fills in the form. */
export interface SubmissionSteps {
  /** POLLING_TIMEOUT of the payment that is still asked for: told once, whenever the widget is put back on the page. */
  readonly late: PaymentWidgetError | undefined;
  /**
   * @param form as it was when the button was pressed.
   * @throws PaymentWidgetError which the host has been told, as `follow` does.
   */
  pay(choice: Choice, session: Session, form: FormView | undefined): Outcome;
  /** Waits for a payment that was submitted before. */
  follow(payment: Payment): Outcome;
  /**
   * @returns the payment of a session that continues by itself; undefined when the person submits it again.
   * @throws PaymentWidgetError
   */
  recall(pending: Payment): Promise<Payment | undefined>;
  /** Asks the gateway at once, instead of at the end of the present wait. */
  ask(): void;
  /** Calls a payment off; the next answer of the gateway shows whether it was too late. */
  cancel(payment: Payment): Promise<void>;
  /** Removes a stored instrument for good. @returns whether it is gone; a refusal is told like that of an attempt. */
  remove(token: string): Promise<boolean>;
  succeed(result: PaymentResult, paymentMethod: PaymentMethod): PaymentResult;
  /** Ends a pause by itself after so many milliseconds. */
  watchPause(milliseconds: number): void;
}

export type CreateSubmission = (core: FlowCore) => SubmissionSteps;

/** The surroundings of a flow: the gateway, the page, and the code that is fetched when it is needed. */
export interface FlowOptions {
  readonly config: ParsedConfig;
  readonly gateway: Gateway & { now(): number };
  readonly methods: MethodRegistry;
  readonly securedFields: SecuredFieldsHost;
  /** Loads what every text needs; rejects when it does not load. */
  readonly prepareTexts: () => Promise<void>;
  /** Loads what only some forms show, such as the signature; rejects when it does not load. */
  readonly prepareForm: (method: PaymentMethodDefinition, offer: OfferedPaymentMethod) => Promise<void>;
  /** Fetches what comes after the button: the submission, and the elements that show how it ended. */
  readonly prepareSubmission: () => Promise<CreateSubmission>;
  /** Calls back once what there is by now was painted. */
  readonly afterPaint: (then: () => void) => void;
  readonly clock: Clock;
  /** The address that a redirect returns to: the page itself. */
  readonly returnUrl: () => string;
  /** Leaves the page, for an address that the session allows. @throws PaymentWidgetError PSP_ERROR for another. */
  readonly redirect: (payment: Payment, session: Session) => Promise<void>;
  /** Takes what a callback of the host threw. */
  readonly reportHostError: (error: unknown) => void;
}

/** The state of a flow, whom its changes reach, and what the steps of the flow share. */
export class FlowCore {
  config: ParsedConfig;
  state: FlowState = Object.freeze({ phase: 'loading' });
  /** Derived from state and configuration. */
  form: FormView | undefined;
  /** Aborts what is under way; replaced when a widget that was taken off the page is back. */
  lifetime = new AbortController();
  /** The code for the time after the button, once it was fetched. */
  submission: SubmissionSteps | undefined;
  readonly listeners = new Set<() => void>();
  readonly host: HostCallbacks;
  /** The provider's fields that are open, by method. */
  readonly secured = new Map<PaymentMethod, ProviderFields>();
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

  /** @returns whether it changed anything. */
  dispatch(event: FlowEvent): boolean {
    if (this.signal.aborted) return false;
    const next = transition(this.state, event);
    if (next === this.state) return false;
    this.state = Object.freeze(next);
    this.settle();
    return true;
  }

  /** Derives the form, notifies the elements, and notifies the host when its payment state has changed. */
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

  /** Nothing can be paid in this state; a retry remains possible where it makes sense. */
  fail(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    const retryable = !isPermanent(error);
    if (!retryable) this.expectSubmission();
    this.dispatch({ type: 'failed', error, retryable });
    return this.host.fail(error);
  }

  /**
   * Something cannot be shown, for a fault of our own. What is under way is given up, so that nothing goes on unseen;
   * loading again finds out what became of a payment. Told once, however many elements cannot be shown, and not at all
   * once the host has the token: nobody is to pay again.
   */
  breakDown(thrown: unknown): void {
    const error = toPaymentWidgetError(thrown);
    if (!this.dispatch({ type: 'failed', error, retryable: true })) return;
    this.host.fail(error);
    this.suspend();
    this.lifetime = new AbortController();
  }

  /** Gives up what is under way; the host hears nothing of it. */
  suspend(): void {
    this.lifetime.abort();
    this.secured.forEach((fields) => fields.destroy());
    this.secured.clear();
  }

  /** Nothing has reached the gateway; the form is there for another attempt. */
  failAttempt(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    this.dispatch({ type: 'attempt-failed', error });
    return this.host.fail(error);
  }

  /** Begun as soon as there is a form, so that nobody waits for it; repeated when it is needed and has failed. */
  async fetchSubmission(): Promise<SubmissionSteps> {
    this.#fetching ??= this.options.prepareSubmission();
    try {
      const create = await this.#fetching;
      return (this.submission ??= create(this));
    } catch (cause) {
      this.#fetching = undefined;
      const message = 'What comes after the button could not be loaded; nothing was sent.';
      throw new PaymentWidgetError('NETWORK_ERROR', message, { cause });
    }
  }

  /** Not before the form is painted, which it would only hold up. */
  expectSubmission(): void {
    this.options.afterPaint(() => {
      if (!this.signal.aborted) this.fetchSubmission().catch(() => undefined);
    });
  }
}

import type { CustomerFields, ParsedConfig, PaymentState } from '../api/config.js';
import { isSessionEnded } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import { customerField, mergeCustomerFields } from '../forms/customer-fields.js';
import { emptyForm, type FormContext, type FormState } from '../forms/form.js';
import { describeForm, type FormView } from '../forms/form-view.js';
import { RefusedFieldError } from '../gateway/gateway-client.js';
import type { Gateway, Payment, PaymentMethod, PaymentRequest } from '../gateway/gateway.js';
import type { Clock } from './clock.js';
import { type AttemptOptions, followPayment, PaymentAttempts } from './payment-attempt.js';
import { paymentFailure } from './payment-failure.js';
import {
  type MethodRegistry,
  offeredMethods,
  paymentResult,
  paymentState,
  usableInstruments,
} from './selectors.js';
import type { SessionStore } from './session-store.js';
import type { AwaitingAction, Choice, Filling, PaymentResult, SessionState } from './session-state.js';
import { type SessionEvent, transition } from './transitions.js';
import type { Wakeup } from './wakeup.js';

export interface PaymentSessionOptions {
  readonly config: ParsedConfig;
  readonly gateway: Gateway & { now(): number };
  readonly methods: MethodRegistry;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  /** A fresh, unguessable idempotency key. */
  readonly newKey: () => string;
  /** Takes what a callback of the host threw. */
  readonly reportHostError: (error: unknown) => void;
}

/** How long before its end the person is told that the session ends, in milliseconds (WCAG 2.2.1). */
const warningTime = 120_000;

/**
 * The single source of truth of one widget, without DOM: elements read snapshots of it and ask it for actions,
 * the host hears from it through its callbacks.
 */
export class PaymentSession implements SessionStore {
  readonly #options: PaymentSessionOptions;
  readonly #attempts = new PaymentAttempts();
  readonly #lifetime = new AbortController();
  readonly #listeners = new Set<() => void>();
  #config: ParsedConfig;
  #state: SessionState = Object.freeze({ phase: 'loading' });
  #form: FormView | undefined;
  #reported: PaymentState = { isProcessing: false, canSubmit: false };
  #submission: Promise<PaymentResult | undefined> | undefined;

  constructor(options: PaymentSessionOptions) {
    this.#options = options;
    this.#config = options.config;
  }

  /** Asks the gateway what may be paid, and goes on with a payment that is pending. Called once. */
  start(): void {
    void this.#load();
  }

  getSnapshot(): SessionState {
    return this.#state;
  }

  getForm(): FormView | undefined {
    return this.#form;
  }

  getPaymentState(): PaymentState {
    return paymentState(this.#state, this.#form);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  chooseMethod(paymentMethod: PaymentMethod): void {
    if (!('session' in this.#state)) return;
    const method = offeredMethods(this.#state.session, this.#options.methods).find(
      (offered) => offered.paymentMethod === paymentMethod,
    );
    if (!method || this.#isChosen((choice) => choice.kind === 'method' && choice.method === method)) return;
    this.#dispatch({ type: 'chosen', choice: { kind: 'method', method, form: undefined } });
    method.load().then(
      (form) => this.#dispatch({ type: 'form-loaded', paymentMethod, form }),
      (cause: unknown) => {
        const error = new PaymentWidgetError(
          'NETWORK_ERROR',
          `The form of ${paymentMethod} could not be loaded.`,
          {
            cause,
          },
        );
        this.#dispatch({ type: 'listed', error });
        this.#report(error);
      },
    );
  }

  chooseInstrument(token: string): void {
    if (!('session' in this.#state)) return;
    const instrument = usableInstruments(this.#state.session).find((stored) => stored.token === token);
    if (!instrument || this.#isChosen((choice) => choice.kind === 'instrument' && choice.token === token))
      return;
    const { paymentMethod } = instrument;
    this.#dispatch({ type: 'chosen', choice: { kind: 'instrument', token, paymentMethod } });
  }

  changeField(name: string, text: string): void {
    this.#change((form) => ({ ...form, texts: { ...form.texts, [name]: text } }));
  }

  leaveField(name: string): void {
    this.#change((form) => ({ ...form, visited: { ...form.visited, [name]: true } }));
  }

  changeConsent(name: string, accepted: boolean): void {
    this.#change((form) => ({ ...form, consents: { ...form.consents, [name]: accepted } }));
  }

  changeSaving(save: boolean): void {
    this.#change((form) => ({ ...form, save }));
  }

  changeSignature(svg: string | undefined): void {
    this.#change((form) => ({ ...form, signature: svg }));
  }

  back(): void {
    const state = this.#state;
    if (state.phase === 'filling') this.#dispatch({ type: state.step === 'review' ? 'editing' : 'listed' });
    if (state.phase === 'awaitingAction') void this.#cancel(state);
  }

  retry(): void {
    if (this.#state.phase !== 'failed' || !this.#state.retryable) return;
    this.#dispatch({ type: 'loading' });
    void this.#load();
  }

  submit(): Promise<PaymentResult | undefined> {
    if (this.#submission) return this.#submission;
    // Known before the step runs, since the step calls the host back, which may submit again.
    let begin!: (outcome: Promise<PaymentResult | undefined>) => void;
    const submission = this.#track(new Promise((resolve) => (begin = resolve)));
    begin(this.#submitStep());
    return submission;
  }

  /** What `update` changed. Another locale fetches the mandate in it; nothing typed is lost. */
  configure(config: ParsedConfig): void {
    const localeChanged = config.locale !== this.#config.locale;
    this.#config = config;
    this.#settle();
    if (localeChanged && 'session' in this.#state) void this.#refresh();
  }

  /** Replaces the host's customer fields; what the person typed into these fields gives way, the rest stays. */
  updateCustomerFields(fields: CustomerFields): void {
    const given = new Set(
      this.#form?.fields.flatMap(({ definition: { name, customerField: source } }) =>
        source && customerField(fields, source) ? name : [],
      ),
    );
    this.#config = {
      ...this.#config,
      customerFields: mergeCustomerFields(this.#config.customerFields, fields),
    };
    this.#change((form) => ({
      ...form,
      texts: Object.fromEntries(Object.entries(form.texts).filter(([name]) => !given.has(name))),
    }));
    this.#settle();
  }

  /** Ends everything at once; no callback fires afterwards. May be called again. */
  destroy(): void {
    this.#lifetime.abort();
    this.#listeners.clear();
    this.#state = transition(this.#state, { type: 'destroyed' });
    this.#form = undefined;
  }

  async #load(): Promise<void> {
    const { gateway, methods } = this.#options;
    const { signal } = this.#lifetime;
    try {
      const session = await gateway.getSession(signal);
      this.#dispatch({ type: 'loaded', session });
      void this.#watchExpiry(Date.parse(session.tokenValidUntil));
      // What the person had submitted and nobody has asked the provider for yet is for the person to submit again.
      const pending = session.pendingPayment;
      if (pending && pending.status !== 'CREATED') {
        void this.#track(this.#resume(pending));
        return;
      }
      const [only, ...others] = offeredMethods(session, methods);
      if (only && others.length === 0 && session.paymentInstruments.length === 0)
        this.chooseMethod(only.paymentMethod);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #refresh(): Promise<void> {
    const { gateway } = this.#options;
    try {
      this.#dispatch({ type: 'refreshed', session: await gateway.getSession(this.#lifetime.signal) });
    } catch {
      // The mandate stays in the language it was shown in, and is accepted in it.
    }
  }

  async #watchExpiry(end: number): Promise<void> {
    const { clock, gateway } = this.#options;
    const { signal } = this.#lifetime;
    try {
      await clock.sleep(Math.max(0, end - warningTime - gateway.now()), signal);
      this.#dispatch({ type: 'expiring' });
      await clock.sleep(Math.max(0, end - gateway.now()), signal);
    } catch {
      return;
    }
    if (this.#state.phase !== 'choosing' && this.#state.phase !== 'filling') return;
    this.#fail(
      new PaymentWidgetError('API_ERROR', 'The user session token has expired; call init with a new one.', {
        httpStatus: 401,
        reason: 'errormessage.payment.session.expired',
        messageKey: 'error.session.expired',
      }),
    );
  }

  async #submitStep(): Promise<PaymentResult | undefined> {
    const state = this.#state;
    switch (state.phase) {
      case 'filling':
        return this.#submitForm(state);
      case 'downloadingMandate':
        return this.#succeed(state.result, state.payment.paymentMethod);
      case 'succeeded':
        return state.result;
      case 'failed':
        throw state.error;
      default:
        throw new PaymentWidgetError(
          'VALIDATION_ERROR',
          `There is nothing to submit: the widget is ${state.phase}.`,
        );
    }
  }

  async #submitForm(state: Filling): Promise<PaymentResult | undefined> {
    const { choice } = state;
    if (choice.kind === 'method') {
      const wrong = this.#form?.invalid;
      if (!wrong)
        throw new PaymentWidgetError('VALIDATION_ERROR', 'There is nothing to submit: the form is loading.');
      if (wrong.length > 0) {
        this.#dispatch({ type: 'rejected' });
        throw this.#report(
          new PaymentWidgetError(
            'VALIDATION_ERROR',
            `These fields are missing or wrong: ${wrong.join(', ')}.`,
          ),
        );
      }
      if (choice.method.hasReview && state.step === 'form') {
        this.#dispatch({ type: 'reviewing' });
        return undefined;
      }
    }
    const request = this.#paymentRequest(state, choice);
    this.#dispatch({ type: 'processing' });
    return this.#finish(() => this.#attempts.run(request, this.#attemptOptions()));
  }

  #resume(pending: Payment): Promise<PaymentResult | undefined> {
    return this.#finish(() => followPayment(pending, this.#options.newKey(), this.#attemptOptions()));
  }

  /** Takes a payment to where the person and the host learn its outcome. */
  async #finish(follow: () => Promise<Payment>): Promise<PaymentResult | undefined> {
    try {
      const payment = await follow();
      if (payment.status !== 'PREAUTHED') throw paymentFailure(payment);
      return this.#accept(payment);
    } catch (thrown) {
      if (this.#lifetime.signal.aborted) return undefined;
      throw this.#failAttempt(thrown);
    }
  }

  #accept(payment: Payment): PaymentResult | undefined {
    const result = paymentResult(payment);
    if (payment.nextAction?.type === 'MANDATE_DOWNLOAD' && this.#config.featureFlags.enableMandateDownload) {
      this.#dispatch({ type: 'download', payment, url: payment.nextAction.url, result });
      return undefined;
    }
    return this.#succeed(result, payment.paymentMethod);
  }

  #succeed(result: PaymentResult, paymentMethod: PaymentMethod): PaymentResult {
    this.#dispatch({ type: 'succeeded', result, paymentMethod });
    const { paymentRequestToken, paymentInstrumentDetails, paymentInstrumentToken } = result;
    this.#call(() =>
      this.#config.onSuccess?.(paymentRequestToken, paymentInstrumentDetails, paymentInstrumentToken),
    );
    return result;
  }

  #failAttempt(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    if (isSessionEnded(error) || error.code === 'POLLING_TIMEOUT') return this.#fail(error);
    this.#dispatch({ type: 'attempt-failed', error });
    if (error instanceof RefusedFieldError && this.#refuse(error)) this.#dispatch({ type: 'rejected' });
    return this.#report(error);
  }

  /** @returns false when the form has no such field, so that the error shows as one of the payment. */
  #refuse({ field, fieldMessage }: RefusedFieldError): boolean {
    const view = this.#form?.fields.find((candidate) => candidate.definition.name === field);
    if (!view) return false;
    const refusal = { text: view.text, error: { code: 'error.refused', params: { message: fieldMessage } } };
    this.#change((form) => ({ ...form, refused: { ...form.refused, [field]: refusal } }));
    return true;
  }

  /** Nothing can be paid in this state; what can be tried again stays possible. */
  #fail(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    if (this.#lifetime.signal.aborted) return error;
    const { httpStatus = 0 } = error;
    const refused = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429;
    this.#dispatch({ type: 'failed', error, retryable: !refused });
    return this.#report(error);
  }

  async #cancel({ payment }: AwaitingAction): Promise<void> {
    try {
      await this.#options.gateway.cancelPayment(payment.id, this.#lifetime.signal);
    } catch {
      // Polling goes on and tells what became of it.
    }
  }

  #paymentRequest(state: Filling, choice: Choice): PaymentRequest {
    if (choice.kind === 'instrument') {
      return { paymentMethod: choice.paymentMethod, paymentInstrumentToken: choice.token };
    }
    const { paymentMethod } = choice.method;
    const form = this.#form;
    const details = form && choice.form?.toDetails(form.values);
    const mandate = form?.mandate;
    const signature = state.forms[paymentMethod]?.signature;
    return {
      paymentMethod,
      ...(details && { details }),
      ...(form?.save !== undefined && { savePaymentInstrument: form.save }),
      ...(mandate && {
        mandate: {
          reference: mandate.reference,
          version: mandate.version,
          language: mandate.language,
          accepted: true as const,
          ...(signature !== undefined && { signature }),
        },
      }),
    };
  }

  #attemptOptions(): AttemptOptions {
    const { gateway, clock, wakeup, newKey } = this.#options;
    const { signal } = this.#lifetime;
    return {
      gateway,
      clock,
      wakeup,
      newKey,
      signal,
      onAwaiting: (payment) => this.#dispatch({ type: 'awaiting', payment }),
    };
  }

  #isChosen(test: (choice: Choice) => boolean): boolean {
    return this.#state.phase === 'filling' && test(this.#state.choice);
  }

  #change(change: (form: FormState) => FormState): void {
    this.#dispatch({ type: 'form-changed', change });
  }

  /** One submission at a time; a host that does not await it sees no unhandled rejection. */
  #track(submission: Promise<PaymentResult | undefined>): Promise<PaymentResult | undefined> {
    const end = (): void => {
      if (this.#submission === submission) this.#submission = undefined;
    };
    this.#submission = submission;
    submission.then(end, end);
    return submission;
  }

  #dispatch(event: SessionEvent): void {
    if (this.#lifetime.signal.aborted) return;
    const next = transition(this.#state, event);
    if (next === this.#state) return;
    this.#state = Object.freeze(next);
    this.#settle();
  }

  /** Derives the form, tells the elements, and tells the host when its payment state has changed. */
  #settle(): void {
    this.#form = this.#describeForm();
    for (const listener of [...this.#listeners]) listener();
    const now = this.getPaymentState();
    const before = this.#reported;
    if (now.isProcessing === before.isProcessing && now.canSubmit === before.canSubmit) return;
    this.#reported = now;
    this.#call(() => this.#config.onPaymentStateChange?.(now));
  }

  #describeForm(): FormView | undefined {
    const state = this.#state;
    if (!('choice' in state) || state.choice.kind !== 'method' || !state.choice.form) return undefined;
    const { method, form } = state.choice;
    const offer = state.session.paymentMethods.find(
      (offered) => offered.paymentMethod === method.paymentMethod,
    );
    if (!offer) return undefined;
    const formState = state.forms[method.paymentMethod] ?? emptyForm;
    const context: FormContext = {
      session: state.session,
      offer,
      countryCode: this.#config.countryCode,
      hideMandateCheckbox: this.#config.featureFlags.hideMandateCheckbox,
      customerFields: this.#config.customerFields,
      texts: formState.texts,
    };
    return describeForm(form, context, formState);
  }

  #report(error: PaymentWidgetError): PaymentWidgetError {
    this.#call(() => this.#config.onError?.(error));
    return error;
  }

  /** A host's callback that throws is the host's error: it is reported and breaks nothing of ours. */
  #call(callback: () => void): void {
    if (this.#lifetime.signal.aborted) return;
    try {
      callback();
    } catch (error) {
      this.#options.reportHostError(error);
    }
  }
}

import type { Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { CustomerFields, ParsedConfig } from '../config/config.js';
import { isPermanent } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import { customerField, mergeCustomerFields } from '../forms/customer-fields.js';
import type { SecuredErrors, SecuredField } from '../forms/form.js';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';
import type { ProviderFields } from '../providers/provider.js';
import { FlowCore, type SubmissionSteps } from './flow-core.js';
import type { Choice, Filling, Outcome } from './flow-state.js';
import type { FlowStore } from './flow-store.js';
import { fetchForm, openForm, openSecuredFields } from './open-form.js';
import { isFormLoading, isProvisional, methodOf, offeredMethods, usableInstruments } from './selectors.js';
import { transition } from './transitions.js';

/**
 * Single source of truth for one widget, without DOM. Elements read its snapshots and request actions; the host is
 * notified through its callbacks.
 */
export class PaymentFlow extends FlowCore implements FlowStore {
  /** The latest request for the current state of the shown session. */
  #refreshing: Promise<void> | undefined;

  /**
   * Loads the session and continues a pending payment. It is called once.
   *
   * @param prefetched session that the host has provided. It is shown until the gateway has responded, unless it has a
   * pending payment, whose state only the gateway knows.
   */
  start(prefetched?: Session): void {
    void this.#load(prefetched?.pendingPayment ? undefined : prefetched);
  }

  chooseMethod(paymentMethod: PaymentMethod): void {
    if (!('session' in this.state)) return;
    const { session } = this.state;
    const method = offeredMethods(session, this.options.methods).find(
      (offered) => offered.paymentMethod === paymentMethod,
    );
    if (method && !this.hasChosen(method)) this.#choose(method, session);
  }

  chooseInstrument(token: string): void {
    if (!('session' in this.state)) return;
    const instrument = usableInstruments(this.state.session).find((stored) => stored.token === token);
    if (!instrument || this.isChosen((choice) => choice.kind === 'instrument' && choice.token === token))
      return;
    const { paymentMethod } = instrument;
    this.dispatch({ type: 'chosen', choice: { kind: 'instrument', token, paymentMethod } });
    this.expectSubmission();
  }

  removeInstrument(token: string): void {
    this.#confirmed()
      .then(async () => 'session' in this.state && (await this.fetchSubmission()).remove(token))
      .then(
        (isGone) => isGone && this.state.phase === 'choosing' && this.#chooseOnly(),
        (thrown: unknown) => this.signal.aborted || this.#failUnconfirmed(thrown),
      );
  }

  changeField(name: string, text: string): void {
    this.change((form) => ({ ...form, texts: { ...form.texts, [name]: text } }));
  }

  leaveField(name: string): void {
    this.change((form) => ({ ...form, visited: { ...form.visited, [name]: true } }));
  }

  /** Marks a field of the provider as valid. */
  completeSecured(paymentMethod: PaymentMethod, field: SecuredField): void {
    if (!this.isChosen((choice) => methodOf(choice) === paymentMethod)) return;
    this.change((form) => {
      const { [field]: corrected, ...secured } = form.secured;
      return corrected ? { ...form, secured } : form;
    });
  }

  changeConsent(name: string, accepted: boolean): void {
    this.change((form) => ({ ...form, consents: { ...form.consents, [name]: accepted } }));
  }

  changeSaving(save: boolean): void {
    // Saving switches between a recurrent and a one-off mandate, so earlier consent and signature no longer apply.
    this.change((form) => ({ ...form, save, consents: {}, signature: undefined }));
  }

  changeSignature(svg: string | undefined): void {
    this.change((form) => ({ ...form, signature: svg }));
  }

  back(): void {
    const { state } = this;
    this.dispatch({ type: 'back' });
    if (state.phase === 'awaitingAction') void this.submission?.cancel(state.payment);
  }

  retry(): void {
    const { state } = this;
    this.submission?.ask();
    if (isProvisional(state)) this.#refreshQuietly();
    if (state.phase === 'failed' && state.retryable) {
      this.dispatch({ type: 'loading' });
      void this.#load();
    } else if (
      state.phase === 'filling' &&
      state.choice.kind === 'method' &&
      state.choice.secured === 'failed'
    ) {
      void openSecuredFields(this, state.choice.method.paymentMethod);
    }
  }

  reconnect(): void {
    if (this.dispatch({ type: 'reconnected' }) && this.state.phase === 'choosing') this.#chooseOnly();
    this.retry();
  }

  resume(): void {
    const { state } = this;
    if (!this.signal.aborted || state.phase === 'destroyed') return;
    this.lifetime = new AbortController();
    if (state.phase === 'choosing' || state.phase === 'filling') {
      if (state.phase === 'filling' && state.isEarly) this.dispatch({ type: 'press-dropped' });
      if (state.isProvisional) this.#refreshQuietly();
      else this.submission?.watchExpiry();
      if (state.pause) this.submission?.watchPause(state.pause.until - this.options.clock.now());
      if (state.phase === 'filling' && state.choice.kind === 'method')
        openForm(this, state.choice.method, state.session);
      this.settle();
    } else if (state.phase === 'awaitingAction' || state.phase === 'outcomeUnknown') {
      void this.track(this.#afterwards((submission) => submission.follow(state.payment)));
    } else if (state.phase === 'loading' || state.phase === 'processing') {
      this.dispatch({ type: 'loading' });
      void this.#load();
    }
  }

  submit(): Outcome {
    if (this.submitting) return this.submitting;
    // The promise must be tracked before the step runs, since the step calls the host, which may submit again.
    let begin!: (outcome: Outcome) => void;
    const submission = this.track(new Promise((resolve) => (begin = resolve)));
    begin(this.#submitStep());
    return submission;
  }

  /**
   * Applies the changes of `update`. A new locale also fetches the mandate in that language. Form entries are not lost.
   */
  configure(config: ParsedConfig): void {
    const localeChanged = config.locale !== this.config.locale;
    this.config = config;
    this.settle();
    if (localeChanged && 'session' in this.state) this.#refreshQuietly();
  }

  /**
   * Merges in new customer fields of the host. They replace what the person typed into the same fields; other entries
   * stay.
   */
  updateCustomerFields(fields: CustomerFields): void {
    const given = new Set(
      this.form?.fields.flatMap(({ definition: { name, customerField: source } }) =>
        source && customerField(fields, source) ? name : [],
      ),
    );
    this.config = {
      ...this.config,
      customerFields: mergeCustomerFields(this.config.customerFields, fields),
    };
    this.change((form) => ({
      ...form,
      texts: Object.fromEntries(Object.entries(form.texts).filter(([name]) => !given.has(name))),
    }));
    this.settle();
  }

  /** Ends everything immediately. No callback fires afterwards. It may be called again. */
  destroy(): void {
    this.suspend();
    this.listeners.clear();
    this.state = transition(this.state, { type: 'destroyed' });
    this.form = undefined;
  }

  async #load(prefetched?: Session): Promise<void> {
    const { signal } = this;
    try {
      const session = prefetched ?? (await this.options.gateway.getSession(signal));
      const pending = await this.#recall(session);
      signal.throwIfAborted();
      const form = pending ? undefined : await this.#onlyForm(session);
      signal.throwIfAborted();
      this.dispatch({ type: 'loaded', session, isProvisional: prefetched !== undefined });
      if (prefetched) this.options.afterPaint(() => isProvisional(this.state) && this.#refreshQuietly());
      else this.submission?.watchExpiry();
      if (pending) this.#follow(pending);
      else if (!this.#chooseOnly(form)) this.expectSubmission();
    } catch (thrown) {
      if (!signal.aborted) this.fail(thrown);
    }
  }

  async #recall({ pendingPayment }: Session): Promise<Payment | undefined> {
    return pendingPayment && (await this.fetchSubmission()).recall(pendingPayment);
  }

  #follow(pending: Payment): void {
    void this.track(this.#afterwards((submission) => submission.follow(pending)));
  }

  /** Chooses the method for the person if there is only one way to pay. @returns whether there is. */
  #chooseOnly(form?: MethodForm): boolean {
    const { state } = this;
    if (!('session' in state)) return false;
    const only = this.#only(state.session);
    if (only) this.#choose(only, state.session, form);
    return only !== undefined;
  }

  #choose(method: PaymentMethodDefinition, session: Session, form?: MethodForm): void {
    const secured = method.flow === 'frames' ? ({ secured: 'loading' } as const) : {};
    this.dispatch({ type: 'chosen', choice: { kind: 'method', method, form, ...secured } });
    openForm(this, method, session);
  }

  #only(session: Session): PaymentMethodDefinition | undefined {
    const [only, ...others] = offeredMethods(session, this.options.methods);
    return others.length === 0 && session.paymentInstruments.length === 0 ? only : undefined;
  }

  /**
   * Loads the form of the only way to pay. It is usually loaded already, so it can be shown immediately, without a
   * skeleton. A loading error is reported when the form is chosen. Forms with provider fields are excluded, since their
   * own place shows that they are loading.
   */
  async #onlyForm(session: Session): Promise<MethodForm | undefined> {
    const only = this.#only(session);
    return only && only.flow !== 'frames' ? fetchForm(this, only, session).catch(() => undefined) : undefined;
  }

  /**
   * Refreshes the session in the background. If that fails, a mandate stays in the language in which it was shown, and
   * is accepted in that language; a prefetched session is confirmed when the button is pressed.
   */
  #refreshQuietly(): void {
    this.#refresh().catch(() => undefined);
  }

  /**
   * Requests the session that is shown again and corrects what differs. A later request replaces an earlier one.
   *
   * @throws PaymentWidgetError when it fails. It has been reported only if a prefetched session cannot be used.
   */
  #refresh(): Promise<void> {
    const refreshing: Promise<void> = this.#applyCurrent(() => this.#refreshing === refreshing).finally(
      () => {
        if (this.#refreshing === refreshing) this.#refreshing = undefined;
      },
    );
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #applyCurrent(isLatest: () => boolean): Promise<void> {
    const { signal } = this;
    try {
      const { gateway } = this.options;
      const [session, submission] = await Promise.all([gateway.getSession(signal), this.fetchSubmission()]);
      const wasProvisional = isProvisional(this.state);
      const pending = wasProvisional ? await this.#recall(session) : undefined;
      await this.#prepareChosen(session);
      const { state } = this;
      if (signal.aborted || !isLatest() || (state.phase !== 'choosing' && state.phase !== 'filling')) return;
      const changes = submission.compare(state.session, session);
      this.dispatch({ type: 'refreshed', session, changes });
      if (changes.providers.length > 0) {
        // Whatever is in progress for a former provider ends.
        this.suspend();
        this.resume();
      } else if (wasProvisional) submission.watchExpiry();
      if (pending) this.#follow(pending);
      else if (!changes.isSame && this.state.phase === 'choosing') this.#chooseOnly();
    } catch (thrown) {
      const error = toPaymentWidgetError(thrown);
      if (isProvisional(this.state) && isPermanent(error)) this.fail(error);
      throw error;
    }
  }

  /** Loads the elements that the chosen form needs in addition if its method is now offered differently. */
  async #prepareChosen(session: Session): Promise<void> {
    const { state } = this;
    if (state.phase === 'filling' && state.choice.kind === 'method')
      await fetchForm(this, state.choice.method, session);
  }

  /**
   * Waits until the gateway has confirmed the session.
   *
   * @throws PaymentWidgetError when it does not.
   */
  async #confirmed(): Promise<void> {
    // A later request may replace the awaited one.
    while (isProvisional(this.state)) await (this.#refreshing ?? this.#refresh());
  }

  /** Reports that the gateway has not confirmed the session. An error that ends the session has been reported. */
  #failUnconfirmed(thrown: unknown): PaymentWidgetError {
    return this.state.phase === 'failed' ? this.state.error : this.failAttempt(thrown);
  }

  /**
   * Performs the action of the current step's main button, until the submission takes over.
   *
   * @throws PaymentWidgetError that has already been reported to the host.
   */
  async #submitStep(): Outcome {
    const { state, submission } = this;
    switch (state.phase) {
      case 'filling':
        return this.#submitForm(state);
      case 'downloadingMandate':
        return submission?.succeed(state.result, state.payment.paymentMethod);
      case 'succeeded':
        return state.result;
      case 'failed':
        throw state.error;
      default:
        throw submission?.late ?? this.host.fail(nothingToSubmit(state.phase));
    }
  }

  async #submitForm({ choice, step, session, pause }: Filling): Outcome {
    if (pause && !pause.isOver) throw pause.error;
    const { signal } = this;
    if (choice.kind === 'instrument') return this.#payConfirmed(choice, session);
    const { method } = choice;
    const { paymentMethod } = method;
    if (choice.secured === 'failed') void openSecuredFields(this, paymentMethod);
    if (isFormLoading(this.state)) return this.#submitLoaded(method);
    if (!this.form) return undefined;
    // Validation must start before anything else is awaited: a provider may require the person's own click.
    const saves = session.scope === 'MEMBER_ACCOUNT' || this.form.save === true;
    const secured = await this.#validate(this.secured.get(paymentMethod), saves);
    if (signal.aborted || !this.hasChosen(method)) return undefined;
    if (secured) this.change((form) => ({ ...form, secured }));
    const { invalid } = this.form;
    const [first] = Object.keys(secured ?? {}) as SecuredField[];
    if (first && invalid.length === 1) this.focusSecured(first);
    if (invalid.length > 0) {
      this.dispatch({ type: 'rejected' });
      throw this.host.fail(wrongFields(invalid));
    }
    if (method.hasReview && step === 'form') {
      this.dispatch({ type: 'reviewing' });
      return undefined;
    }
    return this.#payConfirmed(choice, session);
  }

  /**
   * Pays once the gateway has confirmed the session and the submission has loaded, with what the form contains by then.
   */
  async #payConfirmed(choice: Choice, session: Session): Outcome {
    const { submission } = this;
    if (submission && !isProvisional(this.state)) return this.#pay(submission, choice, session);
    this.dispatch({ type: 'pressed-early' });
    const { signal } = this;
    try {
      await Promise.all([this.fetchSubmission(), this.#confirmed()]);
    } catch (thrown) {
      if (signal.aborted) return undefined;
      throw this.#failUnconfirmed(thrown);
    }
    const isStillChosen = this.isChosen((now) => isSameChoice(now, choice));
    return signal.aborted || !isStillChosen ? undefined : this.#submitStep();
  }

  /** Handles a press before the form has loaded: submits once it has, unless the person has chosen something else. */
  async #submitLoaded(method: PaymentMethodDefinition): Outcome {
    this.dispatch({ type: 'pressed-early' });
    const { signal } = this;
    await new Promise<void>((resolve) => {
      const listener = (): void => {
        if (isFormLoading(this.state) && this.hasChosen(method)) return;
        this.listeners.delete(listener);
        resolve();
      };
      this.listeners.add(listener);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (signal.aborted) return undefined;
    // The loading error has already been reported.
    if ('error' in this.state && this.state.error) throw this.state.error;
    return this.hasChosen(method) ? this.#submitStep() : undefined;
  }

  /**
   * Validates the provider's fields.
   *
   * @returns the errors of the invalid ones; undefined for a form without provider fields.
   */
  async #validate(fields: ProviderFields | undefined, saves: boolean): Promise<SecuredErrors | undefined> {
    try {
      return await fields?.validate({ saves });
    } catch (thrown) {
      throw this.failAttempt(thrown);
    }
  }

  #pay(submission: SubmissionSteps, choice: Choice, session: Session): Outcome {
    const { form } = this;
    this.dispatch({ type: 'processing' });
    return submission.pay(choice, session, form);
  }

  /** Runs a step of the submission once its code has loaded. If it cannot be loaded, the attempt fails. */
  async #afterwards(step: (submission: SubmissionSteps) => Outcome): Outcome {
    const { signal } = this;
    let submission;
    try {
      submission = await this.fetchSubmission();
    } catch (thrown) {
      if (signal.aborted) return undefined;
      throw this.failAttempt(thrown);
    }
    return signal.aborted ? undefined : step(submission);
  }
}

/** Returns whether two choices are the same method or stored instrument. Their forms may have loaded in between. */
function isSameChoice(one: Choice, other: Choice): boolean {
  return one.kind === 'method'
    ? other.kind === 'method' && one.method === other.method
    : other.kind === 'instrument' && one.token === other.token;
}

function nothingToSubmit(phase: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `There is nothing to submit: the widget is ${phase}.`);
}

function wrongFields(names: readonly string[]): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `Fields are missing or wrong: ${names.join(', ')}.`);
}

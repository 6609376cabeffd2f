import type { PaymentMethod, Session } from '@upc/contract/gateway';
import type { CustomerFields, ParsedConfig } from '../config/config.js';
import { sessionExpired } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { customerField, mergeCustomerFields } from '../forms/customer-fields.js';
import type { SecuredField } from '../forms/form.js';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';
import type { ProviderFields } from '../providers/provider.js';
import { FlowCore, type SubmissionSteps } from './flow-core.js';
import type { Choice, Filling, Outcome } from './flow-state.js';
import type { FlowStore } from './flow-store.js';
import { fetchForm, openForm, openSecuredFields } from './open-form.js';
import { isFormLoading, methodOf, offeredMethods, usableInstruments } from './selectors.js';
import { transition } from './transitions.js';
import { watchExpiry } from './watch-expiry.js';

/**
 * The single source of truth of one widget, without DOM: elements read snapshots of it and ask it for actions,
 * the host hears from it through its callbacks.
 */
export class PaymentFlow extends FlowCore implements FlowStore {
  #submitting: Outcome | undefined;

  /** Asks the gateway what may be paid, and continues a payment that is pending. Called once. */
  start(): void {
    void this.#load();
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
    this.fetchSubmission()
      .then((submission) => submission.remove(token))
      .then(
        (isGone) => isGone && this.state.phase === 'choosing' && this.#chooseOnly(),
        (thrown: unknown) => this.signal.aborted || this.failAttempt(thrown),
      );
  }

  changeField(name: string, text: string): void {
    this.change((form) => ({ ...form, texts: { ...form.texts, [name]: text } }));
  }

  leaveField(name: string): void {
    this.change((form) => ({ ...form, visited: { ...form.visited, [name]: true } }));
  }

  /** A field of the provider's is right by now. */
  completeSecured(paymentMethod: PaymentMethod, field: SecuredField): void {
    if (!this.isChosen((choice) => methodOf(choice) === paymentMethod)) return;
    this.change((form) =>
      form.secured.includes(field)
        ? { ...form, secured: form.secured.filter((name) => name !== field) }
        : form,
    );
  }

  changeConsent(name: string, accepted: boolean): void {
    this.change((form) => ({ ...form, consents: { ...form.consents, [name]: accepted } }));
  }

  changeSaving(save: boolean): void {
    // It changes the mandate from recurrent to one-off, or back: what was accepted or signed was the other one.
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

  override suspend(): void {
    super.suspend();
    this.#submitting = undefined;
  }

  resume(): void {
    const { state } = this;
    if (!this.signal.aborted || state.phase === 'destroyed') return;
    this.lifetime = new AbortController();
    if (state.phase === 'choosing' || state.phase === 'filling') {
      this.#watchExpiry(state.session);
      if (state.pause) this.submission?.watchPause(state.pause.until - this.options.clock.now());
      if (state.phase === 'filling' && state.choice.kind === 'method')
        openForm(this, state.choice.method, state.session);
    } else if (state.phase === 'awaitingAction' || state.phase === 'outcomeUnknown') {
      void this.#track(this.#afterwards((submission) => submission.follow(state.payment)));
    } else if (state.phase === 'loading' || state.phase === 'processing') {
      this.dispatch({ type: 'loading' });
      void this.#load();
    }
  }

  submit(): Outcome {
    if (this.#submitting) return this.#submitting;
    // Known before the step runs, since the step calls the host back, which may submit again.
    let begin!: (outcome: Outcome) => void;
    const submission = this.#track(new Promise((resolve) => (begin = resolve)));
    begin(this.#submitStep());
    return submission;
  }

  /** The changes of `update`. Another locale fetches the mandate in it; nothing typed is lost. */
  configure(config: ParsedConfig): void {
    const localeChanged = config.locale !== this.config.locale;
    this.config = config;
    this.settle();
    if (localeChanged && 'session' in this.state) void this.#refresh();
  }

  /** Replaces the host's customer fields; what the person typed into these fields gives way, the rest stays. */
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

  /** Ends everything at once; no callback fires afterwards. May be called again. */
  destroy(): void {
    this.suspend();
    this.listeners.clear();
    this.state = transition(this.state, { type: 'destroyed' });
    this.form = undefined;
  }

  async #load(): Promise<void> {
    const { signal } = this;
    try {
      const [session] = await Promise.all([this.options.gateway.getSession(signal), this.#prepareTexts()]);
      const { pendingPayment } = session;
      const pending = pendingPayment && (await (await this.fetchSubmission()).recall(pendingPayment));
      signal.throwIfAborted();
      const form = pending ? undefined : await this.#onlyForm(session);
      signal.throwIfAborted();
      this.dispatch({ type: 'loaded', session });
      this.#watchExpiry(session);
      if (pending) {
        void this.#track(this.#afterwards((submission) => submission.follow(pending)));
        return;
      }
      if (!this.#chooseOnly(form)) this.expectSubmission();
    } catch (thrown) {
      if (!signal.aborted) this.fail(thrown);
    }
  }

  /** The only way to pay is chosen for the person. @returns whether there is just one. */
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
   * The form of the only way to pay, which is mostly there: so it is shown at once, and not first a skeleton of it. What
   * does not come is reported when it is chosen; a provider's fields are waited for where they will be.
   */
  async #onlyForm(session: Session): Promise<MethodForm | undefined> {
    const only = this.#only(session);
    return only && only.flow !== 'frames' ? fetchForm(this, only, session).catch(() => undefined) : undefined;
  }

  /** Loaded beside the session, so that nobody waits longer than for that. */
  async #prepareTexts(): Promise<void> {
    try {
      await this.options.prepareTexts();
    } catch (cause) {
      throw new PaymentWidgetError('NETWORK_ERROR', 'The texts of the widget could not be loaded.', {
        cause,
      });
    }
  }

  #watchExpiry({ tokenValidUntil }: Session): void {
    const { gateway, clock } = this.options;
    void watchExpiry({
      end: Date.parse(tokenValidUntil),
      now: () => gateway.now(),
      clock,
      signal: this.signal,
      onSoon: () => {
        // With it comes what shows the end, which may find no network.
        this.expectSubmission();
        this.dispatch({ type: 'expiring' });
      },
      // A payment that is under way continues: the gateway knows the outcome.
      onEnd: () => {
        if (this.state.phase === 'choosing' || this.state.phase === 'filling') this.fail(sessionExpired());
      },
    });
  }

  async #refresh(): Promise<void> {
    try {
      const session = await this.options.gateway.getSession(this.signal);
      this.dispatch({ type: 'refreshed', session });
    } catch {
      // The mandate stays in the language it was shown in, and is accepted in it.
    }
  }

  /**
   * Does what the main button of the present step does, up to where the submission goes on.
   * @throws PaymentWidgetError which the host has been told.
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
    if (choice.kind === 'instrument') return this.#pay(choice, session);
    const { method } = choice;
    const { paymentMethod } = method;
    if (choice.secured === 'failed') void openSecuredFields(this, paymentMethod);
    if (isFormLoading(this.state)) return this.#submitLoaded(method);
    if (!this.form) return undefined;
    // Asked before anything is awaited: a provider may need the person's own click.
    const saves = session.scope === 'MEMBER_ACCOUNT' || this.form.save === true;
    const secured = await this.#validate(this.secured.get(paymentMethod), saves);
    if (signal.aborted || !this.hasChosen(method)) return undefined;
    if (secured) this.change((form) => ({ ...form, secured }));
    const { invalid } = this.form;
    if (secured?.[0] && invalid.length === 1) this.focusSecured(secured[0]);
    if (invalid.length > 0) {
      this.dispatch({ type: 'rejected' });
      throw this.host.fail(wrongFields(invalid));
    }
    if (method.hasReview && step === 'form') {
      this.dispatch({ type: 'reviewing' });
      return undefined;
    }
    return this.#pay(choice, session);
  }

  /** Pressed early: submits once the form is there, unless the person has chosen something else by then. */
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
    // Code that did not load was reported when it failed.
    if ('error' in this.state) throw this.state.error;
    return this.hasChosen(method) ? this.#submitStep() : undefined;
  }

  /** @returns what is wrong in the provider's fields; undefined for a form of ours alone. */
  async #validate(
    fields: ProviderFields | undefined,
    saves: boolean,
  ): Promise<readonly SecuredField[] | undefined> {
    try {
      return await fields?.validate({ saves });
    } catch (thrown) {
      throw this.failAttempt(thrown);
    }
  }

  #pay(choice: Choice, session: Session): Outcome {
    const { form } = this;
    this.dispatch({ type: 'processing' });
    return this.#afterwards((submission) => submission.pay(choice, session, form));
  }

  /** Goes on with what comes after the button, once that is there; an attempt fails without it. */
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

  /** One submission at a time; a host that does not await it sees no unhandled rejection. */
  #track(submission: Outcome): Outcome {
    const end = (): void => {
      if (this.#submitting === submission) this.#submitting = undefined;
    };
    this.#submitting = submission;
    submission.then(end, end);
    return submission;
  }
}

function nothingToSubmit(phase: string): PaymentWidgetError {
  return new PaymentWidgetError('VALIDATION_ERROR', `There is nothing to submit: the widget is ${phase}.`);
}

function wrongFields(names: readonly string[]): PaymentWidgetError {
  return new PaymentWidgetError(
    'VALIDATION_ERROR',
    `These fields are missing or wrong: ${names.join(', ')}.`,
  );
}

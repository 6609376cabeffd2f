import type { CustomerFields, ParsedConfig, PaymentState } from '../config/config.js';
import { isPermanent, isSessionEnded, sessionExpired } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { RefusedFieldError } from '../errors/refused-field-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import { customerField, mergeCustomerFields } from '../forms/customer-fields.js';
import { emptyForm, type FormContext, type FormState, type SecuredField } from '../forms/form.js';
import { describeForm, type FormView } from '../forms/form-view.js';
import type { OfferedPaymentMethod, Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { Gateway } from '../gateway/gateway.js';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';
import type { ProviderFields } from '../ports/provider.js';
import type { Clock } from '../platform/clock.js';
import { HostCallbacks } from './host-callbacks.js';
import type { AttemptOptions, FollowOptions, Paid, PaymentAttempts } from './payment-attempts.js';
import type { SecuredFieldsHost } from '../ports/secured-fields.js';
import {
  isFormLoading,
  type MethodRegistry,
  offeredMethods,
  paymentState,
  usableInstruments,
} from './selectors.js';
import type { AwaitingAction, Choice, Filling, PaymentResult, FlowState } from './flow-state.js';
import type { FlowStore } from './flow-store.js';
import { type FlowEvent, transition } from './transitions.js';
import { watchExpiry } from './watch-expiry.js';

export interface PaymentFlowOptions {
  readonly config: ParsedConfig;
  readonly gateway: Gateway & { now(): number };
  readonly methods: MethodRegistry;
  readonly securedFields: SecuredFieldsHost;
  /** Loads what every text needs; rejects when it does not load. */
  readonly prepareTexts: () => Promise<void>;
  /** Loads what only some forms show, such as the signature; rejects when it does not load. */
  readonly prepareForm: (method: PaymentMethodDefinition, offer: OfferedPaymentMethod) => Promise<void>;
  /** Fetches what comes after the button: the attempts, and the elements that show how one ended. */
  readonly prepareSubmission: () => Promise<PaymentAttempts>;
  readonly clock: Clock;
  /** The address that a redirect returns to: the page itself. */
  readonly returnUrl: () => string;
  /** Leaves the page, for an address that the session allows. @throws PaymentWidgetError PSP_ERROR for another. */
  readonly redirect: (payment: Payment, session: Session) => Promise<void>;
  /** Takes what a callback of the host threw. */
  readonly reportHostError: (error: unknown) => void;
}

/** The field of a card that a decline is about. */
const declined: Readonly<Record<string, SecuredField>> = { EXPIRED_CARD: 'expiry', INCORRECT_CVC: 'cvc' };

type OwnOptions = Omit<AttemptOptions, keyof FollowOptions>;
type Outcome = Promise<PaymentResult | undefined>;

/**
 * The single source of truth of one widget, without DOM: elements read snapshots of it and ask it for actions,
 * the host hears from it through its callbacks.
 */
export class PaymentFlow implements FlowStore {
  readonly #options: PaymentFlowOptions;
  /** Aborts what is under way; replaced when a widget that was taken off the page is back. */
  #lifetime = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #fields = new Map<PaymentMethod, ProviderFields>();
  readonly #host: HostCallbacks;
  /** Ends the wait between two questions to the gateway, by an event `ask`. */
  readonly #asks = new EventTarget();
  #config: ParsedConfig;
  #state: FlowState = Object.freeze({ phase: 'loading' });
  #form: FormView | undefined;
  #submission: Outcome | undefined;
  #attempts: Promise<PaymentAttempts> | undefined;
  /** POLLING_TIMEOUT of the payment that is still asked for: told once, whenever the widget is put back on the page. */
  #late: PaymentWidgetError | undefined;

  constructor(options: PaymentFlowOptions) {
    const { config, reportHostError } = options;
    this.#options = options;
    this.#config = config;
    this.#host = new HostCallbacks({
      callbacks: () => this.#config,
      reportHostError,
      isMuted: () => this.#lifetime.signal.aborted,
    });
  }

  /** Asks the gateway what may be paid, and continues a payment that is pending. Called once. */
  start(): void {
    void this.#load();
  }

  getSnapshot(): FlowState {
    return this.#state;
  }

  getForm(): FormView | undefined {
    return this.#form;
  }

  getPaymentState(): PaymentState {
    return paymentState(this.#state, this.#form);
  }

  shows(error: PaymentWidgetError): boolean {
    return this.#host.shows(error);
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
    if (!method || this.#hasChosen(method)) return;
    const secured = method.flow === 'frames' ? ({ secured: 'loading' } as const) : {};
    this.#dispatch({ type: 'chosen', choice: { kind: 'method', method, form: undefined, ...secured } });
    this.#open(method, this.#state.session);
  }

  chooseInstrument(token: string): void {
    if (!('session' in this.#state)) return;
    const instrument = usableInstruments(this.#state.session).find((stored) => stored.token === token);
    if (!instrument || this.#isChosen((choice) => choice.kind === 'instrument' && choice.token === token))
      return;
    const { paymentMethod } = instrument;
    this.#dispatch({ type: 'chosen', choice: { kind: 'instrument', token, paymentMethod } });
    this.#prepareSubmission().catch(() => undefined);
  }

  removeInstrument(token: string): void {
    void this.#remove(token);
  }

  changeField(name: string, text: string): void {
    this.#change((form) => ({ ...form, texts: { ...form.texts, [name]: text } }));
  }

  leaveField(name: string): void {
    this.#change((form) => ({ ...form, visited: { ...form.visited, [name]: true } }));
  }

  focusSecured(field: SecuredField): void {
    const state = this.#state;
    if (state.phase === 'filling') this.#fields.get(methodOf(state.choice))?.focus(field);
  }

  /** A field of the provider's is right by now. */
  completeSecured(paymentMethod: PaymentMethod, field: SecuredField): void {
    const state = this.#state;
    if (state.phase !== 'filling' || methodOf(state.choice) !== paymentMethod) return;
    this.#change((form) =>
      form.secured.includes(field)
        ? { ...form, secured: form.secured.filter((name) => name !== field) }
        : form,
    );
  }

  changeConsent(name: string, accepted: boolean): void {
    this.#change((form) => ({ ...form, consents: { ...form.consents, [name]: accepted } }));
  }

  changeSaving(save: boolean): void {
    // It changes the mandate from recurrent to one-off, or back: what was accepted or signed was the other one.
    this.#change((form) => ({ ...form, save, consents: {}, signature: undefined }));
  }

  changeSignature(svg: string | undefined): void {
    this.#change((form) => ({ ...form, signature: svg }));
  }

  back(): void {
    const state = this.#state;
    this.#dispatch({ type: 'back' });
    if (state.phase === 'awaitingAction') void this.#cancel(state);
  }

  retry(): void {
    const state = this.#state;
    this.#asks.dispatchEvent(new Event('ask'));
    if (state.phase === 'failed' && state.retryable) {
      this.#dispatch({ type: 'loading' });
      void this.#load();
    } else if (
      state.phase === 'filling' &&
      state.choice.kind === 'method' &&
      state.choice.secured === 'failed'
    ) {
      void this.#openSecuredFields(state.choice.method.paymentMethod);
    }
  }

  suspend(): void {
    this.#lifetime.abort();
    this.#submission = undefined;
    this.#fields.forEach((fields) => fields.destroy());
    this.#fields.clear();
  }

  resume(): void {
    const state = this.#state;
    if (!this.#lifetime.signal.aborted || state.phase === 'destroyed') return;
    this.#lifetime = new AbortController();
    if (state.phase === 'choosing' || state.phase === 'filling') {
      this.#watchExpiry(state.session);
      if (state.pause) this.#watchPause(state.pause.until - this.#options.clock.now());
      if (state.phase === 'filling' && state.choice.kind === 'method')
        this.#open(state.choice.method, state.session);
    } else if (state.phase === 'awaitingAction' || state.phase === 'outcomeUnknown') {
      void this.#track(this.#follow(state.payment));
    } else if (state.phase === 'loading' || state.phase === 'processing') {
      this.#dispatch({ type: 'loading' });
      void this.#load();
    }
  }

  submit(): Outcome {
    if (this.#submission) return this.#submission;
    // Known before the step runs, since the step calls the host back, which may submit again.
    let begin!: (outcome: Outcome) => void;
    const submission = this.#track(new Promise((resolve) => (begin = resolve)));
    begin(this.#submitStep());
    return submission;
  }

  /** What `update` changed. Another locale fetches the mandate in it; nothing typed is lost. */
  configure(config: ParsedConfig): void {
    const localeChanged = config.locale !== this.#config.locale;
    // Customer fields have a call of their own.
    this.#config = { ...config, customerFields: this.#config.customerFields };
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
    this.suspend();
    this.#listeners.clear();
    this.#state = transition(this.#state, { type: 'destroyed' });
    this.#form = undefined;
  }

  async #load(): Promise<void> {
    const { gateway } = this.#options;
    const { signal } = this.#lifetime;
    try {
      const [session] = await Promise.all([gateway.getSession(signal), this.#prepareTexts()]);
      const pending = await this.#recall(session);
      signal.throwIfAborted();
      this.#dispatch({ type: 'loaded', session });
      this.#watchExpiry(session);
      if (pending) {
        void this.#track(this.#follow(pending));
        return;
      }
      if (!this.#chooseOnly()) this.#prepareSubmission().catch(() => undefined);
    } catch (thrown) {
      if (!signal.aborted) this.#fail(thrown);
    }
  }

  async #remove(token: string): Promise<void> {
    const { signal } = this.#lifetime;
    try {
      await this.#options.gateway.removeInstrument(token, signal);
    } catch (thrown) {
      if (!signal.aborted) this.#failAttempt(thrown);
      return;
    }
    if (this.#isChosen((choice) => choice.kind === 'instrument' && choice.token === token))
      this.#dispatch({ type: 'back' });
    if (!('session' in this.#state)) return;
    const { session } = this.#state;
    const left = session.paymentInstruments.filter((stored) => stored.token !== token);
    this.#dispatch({ type: 'refreshed', session: { ...session, paymentInstruments: left } });
    if (this.#state.phase === 'choosing') this.#chooseOnly();
  }

  /** Where there is one way to pay, nobody has to choose it. @returns whether that is so. */
  #chooseOnly(): boolean {
    if (!('session' in this.#state)) return false;
    const { session } = this.#state;
    const [only, ...others] = offeredMethods(session, this.#options.methods);
    const isOnly = only && others.length === 0 && session.paymentInstruments.length === 0;
    if (isOnly) this.chooseMethod(only.paymentMethod);
    return isOnly ?? false;
  }

  /** Loaded beside the session, so that nobody waits longer than for that. */
  async #prepareTexts(): Promise<void> {
    try {
      await this.#options.prepareTexts();
    } catch (cause) {
      throw new PaymentWidgetError('NETWORK_ERROR', 'The texts of the widget could not be loaded.', {
        cause,
      });
    }
  }

  /** What is pending in the session and continues by itself. */
  async #recall({ pendingPayment: pending }: Session): Promise<Payment | undefined> {
    if (!pending) return undefined;
    const attempts = await this.#prepareSubmission();
    const { methods } = this.#options;
    const hasFrames = methods.get(pending.paymentMethod)?.flow === 'frames';
    return attempts.recall(pending, hasFrames, this.#followOptions());
  }

  #watchExpiry({ tokenValidUntil }: Session): void {
    const { gateway, clock } = this.#options;
    void watchExpiry({
      end: Date.parse(tokenValidUntil),
      now: () => gateway.now(),
      clock,
      signal: this.#lifetime.signal,
      onSoon: () => {
        // With it comes what shows the end, which may find no network.
        this.#prepareSubmission().catch(() => undefined);
        this.#dispatch({ type: 'expiring' });
      },
      onEnd: () => this.#expire(),
    });
  }

  #open(method: PaymentMethodDefinition, session: Session): void {
    void this.#openForm(method, session);
    if (method.flow === 'frames') void this.#openSecuredFields(method.paymentMethod);
  }

  async #openForm(method: PaymentMethodDefinition, session: Session): Promise<void> {
    const { paymentMethod } = method;
    const offer = offerOf(session, paymentMethod);
    if (!offer) return;
    try {
      const [form] = await Promise.all([method.load(), this.#options.prepareForm(method, offer)]);
      this.#dispatch({ type: 'form-loaded', paymentMethod, form });
      this.#prepareSubmission().catch(() => undefined);
    } catch (cause) {
      const message = `The form of ${paymentMethod} could not be loaded.`;
      const error = new PaymentWidgetError('NETWORK_ERROR', message, { cause });
      // Something else may have been chosen, or be on its way, by now.
      if (this.#dispatch({ type: 'form-failed', paymentMethod, error })) this.#host.fail(error);
    }
  }

  /** Begun as soon as there is a form, so that nobody waits for it; repeated when it is needed and has failed. */
  async #prepareSubmission(): Promise<PaymentAttempts> {
    this.#attempts ??= this.#options.prepareSubmission();
    try {
      return await this.#attempts;
    } catch (cause) {
      this.#attempts = undefined;
      const message = 'What comes after the button could not be loaded; nothing was sent.';
      throw new PaymentWidgetError('NETWORK_ERROR', message, { cause });
    }
  }

  async #openSecuredFields(paymentMethod: PaymentMethod): Promise<void> {
    const session = 'session' in this.#state ? this.#state.session : undefined;
    const offer = session && offerOf(session, paymentMethod);
    if (!session || !offer) return;
    this.#dispatch({ type: 'secured-changed', paymentMethod, secured: 'loading' });
    const { signal } = this.#lifetime;
    try {
      const fields = await this.#options.securedFields.open(offer, session, signal);
      if (signal.aborted) {
        fields.destroy();
        return;
      }
      this.#fields.set(paymentMethod, fields);
      this.#dispatch({ type: 'secured-changed', paymentMethod, secured: 'ready' });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toPaymentWidgetError(thrown);
      if (this.#dispatch({ type: 'secured-changed', paymentMethod, secured: 'failed', error }))
        this.#host.fail(error);
    }
  }

  async #refresh(): Promise<void> {
    try {
      const session = await this.#options.gateway.getSession(this.#lifetime.signal);
      this.#dispatch({ type: 'refreshed', session });
    } catch {
      // The mandate stays in the language it was shown in, and is accepted in it.
    }
  }

  /** A payment that is under way continues: the gateway knows the outcome. */
  #expire(): void {
    if (this.#state.phase === 'choosing' || this.#state.phase === 'filling') this.#fail(sessionExpired());
  }

  async #submitStep(): Outcome {
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
        throw this.#late ?? this.#host.fail(nothingToSubmit(state.phase));
    }
  }

  async #submitForm(state: Filling): Outcome {
    const { choice, step, session, pause } = state;
    if (pause && !pause.isOver) throw pause.error;
    const { signal } = this.#lifetime;
    if (choice.kind === 'instrument') return this.#pay(choice, session);
    if (choice.secured === 'failed') this.retry();
    if (isFormLoading(this.#state)) return this.#submitLoaded(choice.method);
    const fields = this.#fields.get(choice.method.paymentMethod);
    if (!this.#form) return undefined;
    // Asked before anything is awaited: a provider may need the person's own click.
    const saves = session.scope === 'MEMBER_ACCOUNT' || this.#form.save === true;
    const secured = await this.#validate(fields, saves);
    if (signal.aborted || !this.#hasChosen(choice.method)) return undefined;
    if (secured) this.#change((form) => ({ ...form, secured }));
    const { invalid } = this.#form;
    if (secured?.[0] && invalid.length === 1) this.focusSecured(secured[0]);
    if (invalid.length > 0) throw this.#reject(invalid);
    if (choice.method.hasReview && step === 'form') {
      this.#dispatch({ type: 'reviewing' });
      return undefined;
    }
    return this.#pay(choice, session, fields);
  }

  /** @returns what is wrong in the provider's fields; undefined for a form of ours alone. */
  async #validate(
    fields: ProviderFields | undefined,
    saves: boolean,
  ): Promise<readonly SecuredField[] | undefined> {
    try {
      return await fields?.validate({ saves });
    } catch (thrown) {
      throw this.#failAttempt(thrown);
    }
  }

  /** Pressed early: submits once the form is there, unless the person has chosen something else by then. */
  async #submitLoaded(method: PaymentMethodDefinition): Outcome {
    this.#dispatch({ type: 'pressed-early' });
    const { signal } = this.#lifetime;
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (isFormLoading(this.#state) && this.#hasChosen(method)) return;
        stop();
        resolve();
      });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (signal.aborted) return undefined;
    // What did not load was told when it failed.
    if ('error' in this.#state) throw this.#state.error;
    return this.#hasChosen(method) ? this.#submitStep() : undefined;
  }

  #pay(choice: Choice, session: Session, fields?: ProviderFields): Outcome {
    const submitted = { choice, form: this.#form, returnUrl: this.#options.returnUrl };
    const options = this.#attemptOptions(session, fields);
    this.#dispatch({ type: 'processing' });
    return this.#finish((attempts, following) => attempts.run(submitted, { ...following, ...options }));
  }

  #follow(payment: Payment): Outcome {
    return this.#finish((attempts, options) => attempts.follow(payment, options));
  }

  /**
   * Takes a payment to where the person and the host learn its outcome. Whoever waits for it hears when the deadline of
   * the method is over; the outcome may come all the same.
   */
  #finish(follow: (attempts: PaymentAttempts, options: FollowOptions) => Promise<Paid>): Outcome {
    return new Promise((resolve, reject) => {
      if (this.#late) reject(this.#late);
      const options = this.#followOptions((error) => {
        this.#late = error;
        reject(this.#host.fail(error));
      });
      this.#conclude(async () => follow(await this.#prepareSubmission(), options)).then(resolve, reject);
    });
  }

  async #conclude(follow: () => Promise<Paid>): Outcome {
    const { signal } = this.#lifetime;
    try {
      const paid = await follow();
      signal.throwIfAborted();
      this.#late = undefined;
      return this.#accept(paid);
    } catch (thrown) {
      if (signal.aborted) return undefined;
      this.#late = undefined;
      throw this.#failAttempt(thrown);
    }
  }

  #accept({ payment, result }: Paid): PaymentResult | undefined {
    if (payment.nextAction?.type === 'MANDATE_DOWNLOAD' && this.#config.featureFlags.enableMandateDownload) {
      this.#dispatch({ type: 'download', payment, url: payment.nextAction.url, result });
      return undefined;
    }
    return this.#succeed(result, payment.paymentMethod);
  }

  #succeed(result: PaymentResult, paymentMethod: PaymentMethod): PaymentResult {
    this.#dispatch({ type: 'succeeded', result, paymentMethod });
    this.#host.succeed(result);
    return result;
  }

  #failAttempt(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    if (isSessionEnded(error)) return this.#fail(error);
    if (error.retryAfter !== undefined) return this.#pause(error, error.retryAfter);
    this.#dispatch({ type: 'attempt-failed', error });
    if (error instanceof RefusedFieldError && this.#form?.fields.some(isNamed(error.field)))
      this.#refuse(error);
    const field = declined[error.reason ?? ''];
    if (field) this.focusSecured(field);
    return this.#host.fail(error);
  }

  /** Too many attempts have failed; the button works again by itself. */
  #pause(error: PaymentWidgetError, seconds: number): PaymentWidgetError {
    const until = this.#options.clock.now() + seconds * 1000;
    this.#dispatch({ type: 'paused', pause: { error, seconds, until, isOver: false } });
    this.#watchPause(seconds * 1000);
    return this.#host.fail(error);
  }

  #watchPause(milliseconds: number): void {
    this.#options.clock.sleep(milliseconds, this.#lifetime.signal).then(
      () => this.#dispatch({ type: 'resumed' }),
      () => undefined,
    );
  }

  /** Errors of the gateway are shown at the field, like those of the form itself. */
  #refuse({ field, fieldMessage }: RefusedFieldError): void {
    const text = this.#form?.fields.find(isNamed(field))?.text ?? '';
    const refusal = { text, error: { code: 'error.refused', params: { message: fieldMessage } } } as const;
    this.#change((form) => ({ ...form, refused: { ...form.refused, [field]: refusal } }));
    this.#dispatch({ type: 'rejected' });
  }

  #reject(invalid: readonly string[]): PaymentWidgetError {
    this.#dispatch({ type: 'rejected' });
    return this.#host.fail(wrongFields(invalid));
  }

  /** Nothing can be paid in this state; a retry remains possible where it makes sense. */
  #fail(thrown: unknown): PaymentWidgetError {
    const error = toPaymentWidgetError(thrown);
    const retryable = !isPermanent(error);
    if (!retryable) this.#prepareSubmission().catch(() => undefined);
    this.#dispatch({ type: 'failed', error, retryable });
    return this.#host.fail(error);
  }

  async #cancel({ payment }: AwaitingAction): Promise<void> {
    await (await this.#prepareSubmission()).cancel(payment, this.#followOptions());
    this.#asks.dispatchEvent(new Event('ask'));
  }

  #followOptions(onOverdue: FollowOptions['onOverdue'] = () => undefined): FollowOptions {
    const { gateway, clock } = this.#options;
    return {
      gateway,
      clock,
      asks: this.#asks,
      signal: this.#lifetime.signal,
      onAwaiting: (payment) => this.#dispatch({ type: 'awaiting', payment }),
      onUnknown: (payment) => this.#dispatch({ type: 'unknown', payment }),
      isOverdue: this.#late !== undefined,
      onOverdue,
    };
  }

  #attemptOptions(session: Session, fields: ProviderFields | undefined): OwnOptions {
    const { returnUrl, redirect } = this.#options;
    const cardHolder = this.#form?.values.cardHolder ?? '';
    return {
      redirect: (payment) => redirect(payment, session),
      confirm: async (action) => fields?.confirm(action, { cardHolder, returnUrl: returnUrl() }),
    };
  }

  #hasChosen(method: PaymentMethodDefinition): boolean {
    return this.#isChosen((choice) => choice.kind === 'method' && choice.method === method);
  }

  #isChosen(test: (choice: Choice) => boolean): boolean {
    return this.#state.phase === 'filling' && test(this.#state.choice);
  }

  #change(change: (form: FormState) => FormState): void {
    this.#dispatch({ type: 'form-changed', change });
  }

  /** One submission at a time; a host that does not await it sees no unhandled rejection. */
  #track(submission: Outcome): Outcome {
    const end = (): void => {
      if (this.#submission === submission) this.#submission = undefined;
    };
    this.#submission = submission;
    submission.then(end, end);
    return submission;
  }

  /** @returns whether it changed anything. */
  #dispatch(event: FlowEvent): boolean {
    if (this.#lifetime.signal.aborted) return false;
    const next = transition(this.#state, event);
    if (next === this.#state) return false;
    this.#state = Object.freeze(next);
    this.#settle();
    return true;
  }

  /** Derives the form, notifies the elements, and notifies the host when its payment state has changed. */
  #settle(): void {
    this.#form = this.#describeForm();
    for (const listener of [...this.#listeners]) listener();
    this.#host.changeState(this.getPaymentState());
  }

  #describeForm(): FormView | undefined {
    const state = this.#state;
    if (!('choice' in state) || state.choice.kind !== 'method' || !state.choice.form) return undefined;
    const { method, form } = state.choice;
    const offer = offerOf(state.session, method.paymentMethod);
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
}

function methodOf(choice: Choice): PaymentMethod {
  return choice.kind === 'method' ? choice.method.paymentMethod : choice.paymentMethod;
}

function offerOf(session: Session, paymentMethod: PaymentMethod): OfferedPaymentMethod | undefined {
  return session.paymentMethods.find((offered) => offered.paymentMethod === paymentMethod);
}

function isNamed(name: string): (field: FormView['fields'][number]) => boolean {
  return (field) => field.definition.name === name;
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

import type { Payment, PaymentMethod, PaymentRequest, Session } from '@upc/contract/gateway';
import { isSessionEnded, sessionExpired } from '../errors/payment-errors.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { RefusedFieldError } from '../errors/refused-field-error.js';
import { toPaymentWidgetError } from '../errors/to-payment-widget-error.js';
import type { SecuredField } from '../forms/form.js';
import type { FormView } from '../forms/form-view.js';
import type { FlowCore, SubmissionSteps } from './flow-core.js';
import type { Choice, Outcome, PaymentResult } from './flow-state.js';
import type { ProviderFields, WalletApproval } from '../providers/provider.js';
import { isProvisional } from './selectors.js';
import { sessionChanges } from './session-changes.js';
import {
  type AttemptOptions,
  type AttemptsPage,
  type FollowOptions,
  type Paid,
  PaymentAttempts,
} from './payment-attempts.js';
import { paymentRequest, walletRequest } from './payment-request.js';
import { watchExpiry } from './watch-expiry.js';

/** Card fields that a decline finds wrong, by its reason. For other reasons, the entries are right. */
const declined: Readonly<Record<string, SecuredField>> = {
  EXPIRED_CARD: 'expiry',
  INCORRECT_CVC: 'cvc',
};

/** Takes a payment from the button to its outcome, and reports it to the person and the host. */
export class Submission implements SubmissionSteps {
  readonly compare = sessionChanges;
  late: PaymentWidgetError | undefined;
  /** Target of the `ask` event, which ends the wait between two polls. */
  readonly #asks = new EventTarget();
  readonly #core: FlowCore;
  readonly #attempts: PaymentAttempts;

  constructor(core: FlowCore, page: AttemptsPage) {
    this.#core = core;
    this.#attempts = new PaymentAttempts(page);
    this.watchExpiry();
  }

  pay(choice: Choice, session: Session, form: FormView | undefined): Outcome {
    const { options, secured } = this.#core;
    const { returnUrl } = options;
    // Details typed for another method do not belong to a stored instrument.
    const fields = choice.kind === 'method' ? secured.get(choice.method.paymentMethod) : undefined;
    const values = form?.values ?? {};
    return this.#run(
      paymentRequest(choice, form, returnUrl),
      session,
      async (action) => fields?.confirm(action, { values, returnUrl: returnUrl() }),
      fields,
    );
  }

  payByWallet({ wallet, confirm }: WalletApproval, session: Session): Outcome {
    const core = this.#core;
    const returnUrl = core.options.returnUrl();
    core.dispatch({ type: 'processing' });
    return core.track(
      this.#run(walletRequest(wallet, session, returnUrl), session, (action) => confirm(action, returnUrl)),
    );
  }

  follow(payment: Payment): Outcome {
    return this.#finish((options) => this.#attempts.follow(payment, options));
  }

  recall(pending: Payment): Promise<Payment | undefined> {
    const hasFrames = this.#core.options.methods.get(pending.paymentMethod)?.flow === 'frames';
    return this.#attempts.recall(pending, hasFrames, this.#followOptions());
  }

  ask(): void {
    this.#asks.dispatchEvent(new Event('ask'));
  }

  async cancel(payment: Payment): Promise<void> {
    await this.#attempts.cancel(payment, this.#followOptions());
    this.ask();
  }

  async remove(token: string): Promise<boolean> {
    const { options, signal } = this.#core;
    try {
      await options.gateway.removeInstrument(token, signal);
    } catch (thrown) {
      if (!signal.aborted) this.#failAttempt(thrown);
      return false;
    }
    const core = this.#core;
    if (core.isChosen((choice) => choice.kind === 'instrument' && choice.token === token))
      core.dispatch({ type: 'back' });
    if (!('session' in core.state)) return false;
    const { session } = core.state;
    const paymentInstruments = session.paymentInstruments.filter((stored) => stored.token !== token);
    core.dispatch({ type: 'refreshed', session: { ...session, paymentInstruments } });
    return true;
  }

  succeed(result: PaymentResult, paymentMethod: PaymentMethod): PaymentResult {
    this.#core.dispatch({ type: 'succeeded', result, paymentMethod });
    this.#core.host.succeed(result);
    return result;
  }

  watchPause(milliseconds: number): void {
    const { options, signal } = this.#core;
    options.clock.sleep(milliseconds, signal).then(
      () => this.#core.dispatch({ type: 'resumed' }),
      () => undefined,
    );
  }

  watchExpiry(): void {
    const core = this.#core;
    const { state, signal, options } = core;
    // Only the gateway knows until when a session is valid.
    if (!('session' in state) || isProvisional(state)) return;
    void watchExpiry({
      end: Date.parse(state.session.tokenValidUntil),
      now: () => options.gateway.now(),
      clock: options.clock,
      signal,
      onSoon: () => core.dispatch({ type: 'expiring' }),
      // A payment in progress continues, since the gateway has its outcome.
      onEnd: () => {
        if (core.state.phase === 'choosing' || core.state.phase === 'filling') core.fail(sessionExpired());
      },
    });
  }

  /** @param fields secured fields whose entries are used. If the bank finds one of them wrong, it is marked. */
  #run(
    request: PaymentRequest,
    session: Session,
    confirm: AttemptOptions['confirm'],
    fields?: ProviderFields,
  ): Outcome {
    const { redirect } = this.#core.options;
    return this.#finish(
      (following) =>
        this.#attempts.run(request, {
          ...following,
          confirm,
          redirect: (payment) => redirect(payment, session),
        }),
      fields,
    );
  }

  /**
   * Settles with the outcome of a payment, or rejects when the method's deadline passes. The outcome may still follow.
   */
  #finish(follow: (options: FollowOptions) => Promise<Paid>, fields?: ProviderFields): Outcome {
    return new Promise((resolve, reject) => {
      if (this.late) reject(this.late);
      const options = this.#followOptions((error) => {
        this.late = error;
        reject(this.#core.host.fail(error));
      });
      this.#conclude(follow(options), fields).then(resolve, reject);
    });
  }

  async #conclude(paying: Promise<Paid>, fields: ProviderFields | undefined): Outcome {
    const { signal } = this.#core;
    try {
      const paid = await paying;
      signal.throwIfAborted();
      this.late = undefined;
      return this.#accept(paid);
    } catch (thrown) {
      if (signal.aborted) return undefined;
      this.late = undefined;
      throw this.#failAttempt(thrown, fields);
    }
  }

  #accept({ payment, result }: Paid): PaymentResult | undefined {
    const { nextAction, paymentMethod } = payment;
    if (nextAction?.type === 'MANDATE_DOWNLOAD' && this.#core.config.featureFlags.enableMandateDownload) {
      this.#core.dispatch({ type: 'download', payment, url: nextAction.url, result });
      return undefined;
    }
    return this.succeed(result, paymentMethod);
  }

  #failAttempt(thrown: unknown, fields?: ProviderFields): PaymentWidgetError {
    const core = this.#core;
    const error = toPaymentWidgetError(thrown);
    if (isSessionEnded(error)) return core.fail(error);
    if (error.retryAfter !== undefined) return this.#pause(error, error.retryAfter);
    core.dispatch({ type: 'attempt-failed', error });
    if (error instanceof RefusedFieldError) this.#refuse(error);
    const field = declined[error.reason ?? ''];
    if (field) {
      fields?.showRefusal(field);
      fields?.focus(field);
    }
    return core.host.fail(error);
  }

  /** Blocks the button after too many failed attempts. It is unblocked automatically. */
  #pause(error: PaymentWidgetError, seconds: number): PaymentWidgetError {
    const core = this.#core;
    const until = core.options.clock.now() + seconds * 1000;
    core.dispatch({ type: 'paused', pause: { error, seconds, until, isOver: false } });
    this.watchPause(seconds * 1000);
    return core.host.fail(error);
  }

  /** Shows a gateway error at the field, like those of the form itself. */
  #refuse({ field, fieldMessage }: RefusedFieldError): void {
    const core = this.#core;
    const refused = core.form?.fields.find(({ definition }) => definition.name === field);
    if (!refused) return;
    const refusal = {
      text: refused.text,
      error: { code: 'error.refused', params: { message: fieldMessage } },
    } as const;
    core.change((form) => ({ ...form, refused: { ...form.refused, [field]: refusal } }));
    core.dispatch({ type: 'rejected' });
  }

  #followOptions(onOverdue: FollowOptions['onOverdue'] = () => undefined): FollowOptions {
    const { options, signal } = this.#core;
    return {
      gateway: options.gateway,
      clock: options.clock,
      asks: this.#asks,
      signal,
      onAwaiting: (payment) => this.#core.dispatch({ type: 'awaiting', payment }),
      onUnknown: (payment) => this.#core.dispatch({ type: 'unknown', payment }),
      isOverdue: this.late !== undefined,
      onOverdue,
    };
  }
}

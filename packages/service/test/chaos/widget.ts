import { isOfFlow, type DebitMethod } from '@upc/contract/catalogue';
import type { NextAction, Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { Answer, RetryingClient } from './retrying-client.js';
import { accountOfPayer } from './payer-accounts.js';
import {
  answerPage,
  confirmCard,
  isRequestPage,
  type PageOutcome,
  signRequest,
} from './person-at-provider.js';
import type { Story } from './story.js';

const RETURN_URL = 'http://localhost:5173/';
const TIRED_AFTER = 60;

/** Choices of the person who pays. */
export interface Behaviour {
  /** Action of the person on the provider's page, or at the card's bank. */
  readonly outcome?: PageOutcome;
  /** Whether the person pays with an account that has no money (SEPA). */
  readonly isBroke?: boolean;
}

/** Sends the widget's requests for one session, in one tab or in several. */
export class Widget {
  constructor(
    private readonly story: Story,
    readonly token: string,
  ) {}

  /**
   * Pays with a method until the payment is decided. @returns null if there is no payment, or if it stays undecided.
   */
  async pay(method: PaymentMethod, behaviour: Behaviour = {}): Promise<Payment | null> {
    const made = await this.start(method, behaviour);
    return made && this.finish(made, behaviour);
  }

  /** Starts an attempt. @returns null if it is refused. */
  async start(method: PaymentMethod, { isBroke = false }: Behaviour = {}): Promise<Payment | null> {
    this.story.attempts.count(method);
    const mandate = isOfFlow(method, 'debit') ? await this.#mandate(method) : undefined;
    if (mandate === null) return null;
    const details = isOfFlow(method, 'debit')
      ? accountOfPayer(this.story, method, isBroke)
      : isOfFlow(method, 'frames')
        ? { cardHolder: 'Jonas Okafor' }
        : undefined;
    const answer = await this.#send('POST', 'payments', {
      paymentMethod: method,
      ...(details && { details }),
      ...(mandate && { mandate }),
      ...(!mandate && !isOfFlow(method, 'none') && { returnUrl: RETURN_URL }),
    });
    return answer.status === 201 ? this.#paymentOf(answer) : null;
  }

  /** Continues an attempt until it is decided. */
  async finish(made: Payment, { outcome = 'approve' }: Behaviour = {}): Promise<Payment | null> {
    let payment: Payment | null = made;
    let isActed = false;
    for (let rounds = 0; rounds < TIRED_AFTER; rounds += 1) {
      if (payment === null || isDecided(payment)) return payment;
      const { nextAction } = payment;
      if (nextAction !== undefined && !isActed) {
        if (outcome === 'never') return this.#forget(nextAction);
        // A person acts once, however often the widget polls.
        isActed = true;
        await this.#act(this.story.client, nextAction, outcome);
      }
      if (rounds > 1) await this.story.client.pause(Math.min(100 * rounds, 2_000));
      const isAsked = payment.status === 'CREATED';
      const answer: Answer = isAsked
        ? await this.#send('PUT', `payments/${payment.id}/authentication`, {})
        : await this.#send('GET', `payments/${payment.id}`);
      payment = answer.status === 200 ? this.#paymentOf(answer) : null;
    }
    return null;
  }

  /** Cancels a payment. @returns whether the service reports it as cancelled. */
  async cancel(paymentId: string): Promise<boolean> {
    const answer = await this.#send('DELETE', `payments/${paymentId}`);
    return answer.status === 200 && this.#paymentOf(answer).status === 'CANCELLED';
  }

  async #act(client: RetryingClient, nextAction: NextAction, outcome: PageOutcome): Promise<void> {
    const { studio } = this.story;
    if (nextAction.type === 'REDIRECT') {
      const { url } = nextAction;
      await (isRequestPage(url)
        ? signRequest(client, url, outcome, accountOfPayer(this.story, 'BECS', false))
        : answerPage(client, url, outcome));
    }
    if (nextAction.type === 'PROVIDER_CONFIRM' && nextAction.clientSecret !== undefined) {
      await confirmCard(client, nextAction.clientSecret, studio.publicKey, outcome);
    }
  }

  /** Lets the person leave, and find the tab again when everything is over. */
  #forget(nextAction: NextAction): null {
    this.story.forgotten.push((client) => this.#act(client, nextAction, 'approve'));
    return null;
  }

  /** Returns the acceptance of the offered mandate, or null if the session has ended. */
  async #mandate(method: DebitMethod): Promise<object | null> {
    const answer = await this.#send('GET', 'session');
    if (answer.status !== 200) return null;
    const { paymentMethods } = answer.body as unknown as Session;
    const offered = paymentMethods.find(({ paymentMethod }) => paymentMethod === method)?.mandate;
    if (!offered) throw new Error(`The session of a ${this.story.name} does not offer ${method}.`);
    const { reference, version, language } = offered;
    return { reference, version, language, accepted: true };
  }

  #paymentOf({ body }: Answer): Payment {
    const payment = body as unknown as Payment;
    const { id, status } = payment;
    if (status === 'CANCELLED' || status === 'FAILED') this.story.history.ended.set(id, status);
    return payment;
  }

  #send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const headers = {
      'x-user-payment-session-token': this.token,
      ...(body && { 'idempotency-key': this.story.newKey() }),
    };
    return this.story.client.send({ to: 'service', method, path: `/api/v1/${path}`, headers, body });
  }
}

const isDecided = ({ status }: Payment): boolean =>
  status === 'PREAUTHED' || status === 'FAILED' || status === 'CANCELLED';

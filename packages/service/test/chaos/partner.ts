import type { Scope } from '@upc/contract/gateway';
import type { Answer, Request } from './retrying-client.js';
import { mustSucceed, type Story } from './story.js';
import { contract, person } from './sold.js';
import type { Intended } from './client-history.js';
import { Widget } from './widget.js';

/** A token that a widget returned, and the payment it belongs to. */
export interface TokenOfWidget {
  readonly paymentId: string;
  readonly token: string;
  /** Amount of the session in minor units. */
  readonly amount: number;
}

export interface OpenedSession {
  readonly widget: Widget;
  /** The person's id at the payment service. */
  readonly person: string;
  /** Amount in minor units. */
  readonly amount: number;
}

/** Sends the requests of a partner's backend in a story. Each POST keeps its Idempotency-Key when it is repeated. */
export class Partner {
  constructor(private readonly story: Story) {}

  /** Opens a session with its own statement text, by which the books identify it. */
  async session(
    scope: Scope,
    amount: number,
    whose: { customerId: number } | { paymentServiceCustomerId: string } | object = {},
  ): Promise<OpenedSession> {
    const { story } = this;
    const referenceText = `Chaos ${story.number} ${story.sessions.length}`;
    const { body, status, code } = await this.post('/v1/payments/user-session', {
      scope,
      amount: amount / 100,
      referenceText,
      ...whose,
    });
    if (status !== 200) throw new Error(`user-session answered ${status} ${code}`);
    const token = String(body.token);
    story.sessions.push(token);
    return { widget: new Widget(story, token), person: String(body.paymentServiceCustomerId), amount };
  }

  /** Creates a customer without a contract, who pays in CASH. */
  async customer(): Promise<number> {
    const { status, code, body } = await this.post('/v1/customers/create', this.#somebodyNew());
    if (status !== 200) throw new Error(`customers/create answered ${status} ${code}`);
    return this.#made(body);
  }

  /** Pays open fees with a token. */
  account(
    customerId: number,
    { paymentId, token }: TokenOfWidget,
    amount: number,
    claims: number[] = [],
  ): Promise<Answer> {
    const { history, studio } = this.story;
    const request = this.post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken: token,
      amount: { amount: amount / 100, currency: studio.currency },
      ...(claims.length > 0 && { debtClaimIds: claims }),
    });
    return history.usage(() => [{ paymentId, customerId, amount }], [paymentId], request);
  }

  /** Sets the instrument of a token as the one for payment runs. */
  instrument(customerId: number, { paymentId, token, amount }: TokenOfWidget): Promise<Answer> {
    const path = `/v1/customers/${customerId}/account/payment-instrument`;
    const request = this.post(path, { paymentRequestToken: token });
    return this.story.history.usage(() => [{ paymentId, customerId, amount }], [paymentId], request);
  }

  /** Signs up a new person, which nothing should prevent. @returns the customer's id, or null if it is refused. */
  async signUp(
    term: number,
    instrument: TokenOfWidget | null,
    initial: TokenOfWidget | null,
  ): Promise<number | null> {
    const { history } = this.story;
    const request = this.#clicked('/v1/memberships/signup', {
      contract: contract(term, initial),
      customer: { ...this.#somebodyNew(), ...(instrument && { paymentRequestToken: instrument.token }) },
    });
    const uses = (customerId: number): Intended[] => [
      ...(instrument ? [{ paymentId: instrument.paymentId, customerId, amount: instrument.amount }] : []),
      ...(initial ? [{ paymentId: initial.paymentId, customerId, amount: initial.amount }] : []),
    ];
    const tokens = [instrument, initial].flatMap((used) => (used ? [used.paymentId] : []));
    const answer = await history.usage(uses, tokens, request);
    mustSucceed(this.story, answer);
    if (answer.status !== 200) return null;
    const customerId = this.#made(answer.body);
    history.contract(customerId);
    return customerId;
  }

  /** Sells another membership to a customer. */
  async addMembership(customerId: number, term: number, initial: TokenOfWidget | null): Promise<Answer> {
    const { history } = this.story;
    const path = `/v1/memberships/customers/${customerId}/add-membership`;
    const request = this.post(path, contract(term, initial));
    const uses = () =>
      initial ? [{ paymentId: initial.paymentId, customerId, amount: initial.amount }] : [];
    const answer = await history.usage(uses, initial ? [initial.paymentId] : [], request);
    if (answer.status === 200) history.contract(customerId);
    return answer;
  }

  /** Returns the amount due when a term is signed, in minor units. */
  async dueOnSigning(term: number): Promise<number> {
    const { body } = await this.post('/v1/memberships/signup/preview', {
      contract: contract(term, null),
      customer: person('Chaos-preview', this.story.studio.country),
    });
    const { paymentPreview } = body as { paymentPreview?: { dueOnSigningAmount: { amount: number } } };
    if (!paymentPreview) throw new Error('The preview does not say what is due on signing.');
    return Math.round(paymentPreview.dueOnSigningAmount.amount * 100);
  }

  /** Returns the claims that fall due later, with their amounts in minor units. */
  async upcomingClaims(customerId: number): Promise<{ id: number; amount: number }[]> {
    const path = `/v1/customers/${customerId}/account/transactions/upcoming`;
    const { body } = await this.story.client.send({
      to: 'service',
      method: 'GET',
      path,
      headers: this.#headers(),
    });
    const { result = [] } = body as { result?: { id: number; amount: { amount: number } }[] };
    return result.map(({ id, amount }) => ({ id, amount: Math.round(amount.amount * 100) }));
  }

  /** Makes up a new person with a unique name, so that creating one twice is noticed. */
  #somebodyNew(): object {
    this.#people += 1;
    const lastName = `Chaos-${this.story.number}-${this.#people}`;
    this.story.history.persons.add(lastName);
    return person(lastName, this.story.studio.country);
  }

  #people = 0;

  /**
   * Sends a request, at times twice simultaneously, as when a person clicks twice. @returns the response with 200, if
   * there is one.
   */
  async #clicked(path: string, body: object): Promise<Answer> {
    const request = this.#requestOf(path, body);
    const clicks = this.story.random.chance(0.25) ? [request, request] : [request];
    const answers = await Promise.all(clicks.map((click) => this.story.client.send(click)));
    const [first] = answers;
    if (!first) throw new Error('No request was sent.');
    return answers.find(({ status }) => status === 200) ?? first;
  }

  post(path: string, body: object): Promise<Answer> {
    return this.story.client.send(this.#requestOf(path, body));
  }

  #requestOf(path: string, body: object): Request {
    const headers = { ...this.#headers(), 'idempotency-key': this.story.newKey() };
    return { to: 'service', method: 'POST', path, headers, body };
  }

  #headers(): Record<string, string> {
    return { 'x-api-key': this.story.studio.key };
  }

  #made({ customerId }: Answer['body']): number {
    this.story.history.customers.add(Number(customerId));
    return Number(customerId);
  }
}

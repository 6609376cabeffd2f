import type { ErrorBody } from './refusal.js';

/** Ways in which a call can go wrong, beside a refusal that its own parameters lead to. */
export type Fault =
  | 'card_declined'
  | 'payment_required'
  | 'lock_timeout'
  | 'rate_limit'
  | 'api_error'
  /** It is done, and then 500. */
  | 'api_error_after'
  /** The connection ends before anything is done. */
  | 'dropped'
  /** It is done, and the connection ends. */
  | 'answer_lost'
  /** It is done, and no answer comes. */
  | 'silent'
  /** It is done, and the answer is no JSON. */
  | 'malformed';

/** Faults that are answered instead of doing anything. */
export const ANSWERED: Partial<Record<Fault, { readonly status: number; readonly body: ErrorBody }>> = {
  card_declined: {
    status: 402,
    body: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    },
  },
  payment_required: {
    status: 402,
    body: { type: 'invalid_request_error', message: 'The parameters were valid but the request failed.' },
  },
  lock_timeout: {
    status: 409,
    body: {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message: 'This object cannot be accessed right now.',
    },
  },
  rate_limit: {
    status: 429,
    body: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
  },
  api_error: { status: 500, body: { type: 'api_error', message: 'Something went wrong on our end.' } },
};

/** Done first, then lost on the way. */
export const isAfterwards = (fault: Fault): boolean =>
  ['api_error_after', 'answer_lost', 'silent', 'malformed'].includes(fault);

/** The faults that were ordered, in the order in which calls meet them. */
export class Faults {
  #orders: { readonly fault: Fault; readonly where: RegExp; times: number }[] = [];

  /** @param where what the method and path must fit, such as `POST /v1/refunds` */
  order(fault: Fault, where: RegExp, times: number): void {
    this.#orders.push({ fault, where, times });
  }

  mend(): void {
    this.#orders = [];
  }

  /** The fault of a call, which is used up by it. */
  take(call: string): Fault | null {
    const found = this.#orders.find(({ where, times }) => times > 0 && where.test(call));
    if (!found) return null;
    found.times -= 1;
    return found.fault;
  }
}

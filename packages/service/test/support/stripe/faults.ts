import type { ErrorBody } from './refusal.js';

/** Ways in which a call can fail, besides a refusal caused by its own parameters. */
export type Fault =
  | 'card_declined'
  | 'payment_required'
  | 'lock_timeout'
  | 'rate_limit'
  | 'api_error'
  /** The call takes effect and returns 500. */
  | 'api_error_after'
  /** The connection ends before the call takes effect. */
  | 'dropped'
  /** The call takes effect, then the connection ends. */
  | 'answer_lost'
  /** The call takes effect, but no response arrives. */
  | 'silent'
  /** The call takes effect, but the response is not JSON. */
  | 'malformed';

/** Responses of the faults that keep a call from taking effect. */
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

/** Whether the call takes effect before the fault. */
export const isAfterwards = (fault: Fault): boolean =>
  ['api_error_after', 'answer_lost', 'silent', 'malformed'].includes(fault);

/** Stores the faults that were ordered, in the order in which calls meet them. */
export class Faults {
  #orders: { readonly fault: Fault; readonly where: RegExp; times: number }[] = [];

  /** Orders a fault. @param where pattern for method and path, such as `POST /v1/refunds` */
  order(fault: Fault, where: RegExp, times: number): void {
    this.#orders.push({ fault, where, times });
  }

  mend(): void {
    this.#orders = [];
  }

  /** Returns the fault of a call and uses it up. */
  take(call: string): Fault | null {
    const found = this.#orders.find(({ where, times }) => times > 0 && where.test(call));
    if (!found) return null;
    found.times -= 1;
    return found.fault;
  }
}

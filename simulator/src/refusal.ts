import type { ErrorView } from '@upc/contract/simulator-api';

/**
 * The provider refuses a request; nothing has happened. The message names what was wrong and what is allowed,
 * and never repeats numbers, names or secrets.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  private constructor(
    readonly status: number,
    readonly type: ErrorView['error']['type'],
    readonly code: string,
    message: string,
    readonly param?: string,
  ) {
    super(message);
  }

  /** 400: the request itself is wrong. @param param the parameter at fault */
  static invalid(code: string, message: string, param?: string): Refusal {
    return new Refusal(400, 'invalid_request', code, message, param);
  }

  /** 401 or 403: who asks may not. */
  static authentication(status: 401 | 403, code: string, message: string): Refusal {
    return new Refusal(status, 'authentication', code, message);
  }

  /** 404: there is no such thing for this account. */
  static missing(what: string, param: string): Refusal {
    return new Refusal(404, 'invalid_request', 'resource_missing', `There is no such ${what}.`, param);
  }

  /** 409: the key was used for something else. */
  static keyReused(): Refusal {
    return new Refusal(
      409,
      'idempotency',
      'idempotency_key_reused',
      'This Idempotency-Key was used with another path or body. Use a new key for a new request.',
    );
  }

  toBody(): ErrorView {
    const { type, code, message, param } = this;
    return { error: { type, code, message, ...(param !== undefined && { param }) } };
  }
}

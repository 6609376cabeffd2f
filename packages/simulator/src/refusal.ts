import type { ErrorView } from '@upc/contract/simulator-api';

/**
 * Reports that the provider refuses a request; nothing has happened. The message names what was wrong and what is
 * allowed, and never repeats numbers, names or secrets.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  readonly #error: ErrorView['error'];

  private constructor(
    readonly status: number,
    error: ErrorView['error'],
  ) {
    super(error.message);
    this.#error = error;
  }

  get param(): string | undefined {
    return this.#error.param;
  }

  /**
   * Makes a refusal with status 400: the request itself is wrong.
   *
   * @param param the parameter at fault
   */
  static invalid(code: string, message: string, param?: string): Refusal {
    return new Refusal(400, {
      type: 'invalid_request',
      code,
      message,
      ...(param !== undefined && { param }),
    });
  }

  /** Makes a refusal with status 401 or 403: the caller is not authorised. */
  static authentication(status: 401 | 403, code: string, message: string): Refusal {
    return new Refusal(status, { type: 'authentication', code, message });
  }

  /** Makes a refusal with status 404: the account has no such resource. */
  static missing(what: string, param: string): Refusal {
    const message = `There is no such ${what}.`;
    return new Refusal(404, { type: 'invalid_request', code: 'resource_missing', message, param });
  }

  /** Makes a refusal with status 409: the key was used for another request. */
  static keyReused(): Refusal {
    return new Refusal(409, {
      type: 'idempotency',
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used with another path or body. Use a new key for a new request.',
    });
  }

  toBody(): ErrorView {
    return { error: this.#error };
  }
}

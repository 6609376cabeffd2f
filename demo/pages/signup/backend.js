import { learnTime } from '../clock.js';

/**
 * The reason why the studio's backend did not carry out a request. `status` 0 means that no answer arrived. The outcome
 * of the request is then unknown.
 */
export class BackendError extends Error {
  /**
   * @param {number} status
   * @param {{ message?: string, reference?: string, traceId?: string, errorCode?: string }} [body]
   */
  constructor(status, body = {}) {
    super(body.message ?? '');
    this.status = status;
    /** Field that caused the error, such as `customer.email`. */
    this.reference = body.reference ?? '';
    this.traceId = body.traceId;
    this.errorCode = body.errorCode;
  }

  /** Whether the service refused the request. It would refuse the same request again. */
  get isRefusal() {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/**
 * Sends a request to the studio's own backend, which holds the API key.
 *
 * @param {string} action `/api/signup/<action>`
 * @param {object} body
 * @returns {Promise<any>} see `backend/signup/routes.ts`
 * @throws {BackendError} when it refuses or does not answer within 40 seconds
 */
export async function ask(action, body) {
  let response;
  let answer;
  try {
    response = await fetch(`/api/signup/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(40_000),
    });
    learnTime(response);
    answer = await response.json();
  } catch {
    throw new BackendError(0);
  }
  if (!response.ok) throw new BackendError(response.status, answer ?? {});
  return answer;
}

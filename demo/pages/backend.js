import { learnTime } from './clock.js';

/**
 * @typedef {{ customerId: number, name: string, openFees: number }} Customer
 * @typedef {{ id: string, studioId: number, name: string, currency: string, countryCode: string, language: string, customers: Customer[] }} Studio
 * @typedef {{ token: string, tokenValidUntil: string, paymentServiceCustomerId: string, session: object | undefined }} OpenedSession
 */

/** The backend gives up on the service earlier. */
const TIMEOUT_MS = 40_000;

/** A refusal by the studio's own backend, with the trace id for looking it up on the studio page. */
export class BackendError extends Error {
  /**
   * @param {number} status
   * @param {{ message?: string, validationStatus?: string, traceId?: string } | null} [answer]
   */
  constructor(status, answer) {
    super(answer?.message ?? answer?.validationStatus ?? `Status ${status}`);
    this.status = status;
    this.traceId = answer?.traceId;
  }
}

/** @returns {Promise<Studio[]>} */
export function loadStudios() {
  return answerOf(fetch('/api/studios', { signal: AbortSignal.timeout(TIMEOUT_MS) }));
}

/**
 * Sends a request to the studio's own backend, which holds the API key.
 *
 * @param {string} action `session`, `payment-instrument`, `pay` or `member/…`, see `backend/app.ts`
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 * @throws {BackendError} when it refuses
 * @throws {Error} when no answer arrives within 40 seconds; the outcome of the request is then unknown
 */
export function ask(action, body) {
  return answerOf(
    fetch(`/api/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
}

/** @param {Promise<Response>} request */
async function answerOf(request) {
  const response = await request;
  learnTime(response);
  const answer = await response.json();
  if (!response.ok) throw new BackendError(response.status, answer);
  return answer;
}

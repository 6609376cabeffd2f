import { Challenge, withCard } from './three-d-secure.js';

/**
 * Intercepts the widget's requests to the gateway, and answers some of them with the chosen faults. The widget does not
 * notice this, because it calls the page's `fetch`.
 */
export class GatewayTap {
  /** @type {Set<FaultName>} */
  #faults = new Set();
  #challenge = new Challenge();
  #fetch = window.fetch.bind(window);
  /** Called when a fault has been chosen, or has happened. */
  onChange = () => {};

  /**
   * @param {string} gateway origin
   * @param {(line: string) => void} log
   */
  constructor(gateway, log) {
    this.gateway = gateway;
    this.log = log;
    window.fetch = (...request) => this.#pass(...request);
  }

  /** @param {FaultName} name */
  has(name) {
    return this.#faults.has(name);
  }

  /**
   * @param {FaultName} name
   * @param {boolean} isOn
   */
  set(name, isOn) {
    if (isOn) this.#faults.add(name);
    else this.#faults.delete(name);
    this.onChange();
  }

  /**
   * @param {RequestInfo | URL} input
   * @param {RequestInit} [init]
   */
  async #pass(input, init) {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== this.gateway || !url.pathname.startsWith('/api/')) return this.#fetch(input, init);
    const method = init?.method ?? 'GET';
    const token = new Headers(init?.headers).get('x-user-payment-session-token') ?? tokenInBody(url, init);
    const line = `${method} ${url.pathname}${token === null ? '' : ` (token ${shortened(token)})`}`;
    const begun = performance.now();
    try {
      const response = await this.#answer(method, url, init, () => this.#fetch(input, init));
      this.log(`${line} → ${response.status}, ${Math.round(performance.now() - begun)} ms`);
      return response;
    } catch (error) {
      this.log(`${line} → no response`);
      throw error;
    }
  }

  /**
   * @param {string} method
   * @param {URL} url
   * @param {RequestInit | undefined} init
   * @param {() => Promise<Response>} send
   * @returns {Promise<Response>}
   */
  async #answer(method, url, init, send) {
    if (this.has('slow')) await new Promise((resolve) => setTimeout(resolve, 3000));
    if (this.has('offline')) throw new TypeError('Offline');
    const isPayment = method === 'POST' && url.pathname.endsWith('/payments');
    if (this.has('ended')) return problem(401, 'errormessage.payment.session.expired');
    if (isPayment && this.#once('500')) return problem(500, 'errormessage.internal');
    if (isPayment && this.#once('429')) return problem(429, 'errormessage.payment.attempts.exceeded');
    if (isPayment && this.#once('declined')) return json(201, declinedPayment(init));
    if (isPayment && this.has('secure')) return json(201, this.#challenge.begin());
    const answered = this.#challenge.answerTo(method, url.pathname);
    if (answered !== undefined) return json(200, answered);
    const response = await send();
    if (!response.ok || !url.pathname.endsWith('/session')) return response;
    if (this.has('secure')) return json(200, withCard(await response.json()));
    return this.has('blocked') ? withoutProvider(response) : response;
  }

  /** @param {FaultName} name */
  #once(name) {
    const isDue = this.#faults.delete(name);
    if (isDue) this.onChange();
    return isDue;
  }
}

/** @typedef {'slow' | 'offline' | 'ended' | '500' | '429' | 'declined' | 'secure' | 'blocked'} FaultName */

/**
 * Returns the token that the widget sends as the body of its request for the session.
 * @param {URL} url
 * @param {RequestInit} [init]
 */
function tokenInBody({ pathname }, init) {
  return pathname.endsWith('/session') && typeof init?.body === 'string' ? init.body : null;
}

/** Shortens a token for display, so that it can be recognised but not used. @param {string} token */
export function shortened(token) {
  return `${token.slice(0, 4)}…`;
}

/** @param {number} status @param {unknown} body @param {Record<string, string>} [headers] */
export function json(status, body, headers = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString(), ...headers },
  });
}

/** @param {number} status @param {string} errorCode */
export function problem(status, errorCode) {
  const message = 'Simulated by the styling page.';
  const body = { errorCode, errorMessage: message, message, traceId: 'styling-page' };
  return json(status, body, status === 429 ? { 'retry-after': '20' } : {});
}

/** Returns the requested payment as declined. @param {RequestInit} [init] */
function declinedPayment({ body } = {}) {
  return {
    id: crypto.randomUUID(),
    paymentMethod: JSON.parse(/** @type {string} */ (body)).paymentMethod,
    status: 'FAILED',
    failure: { code: 'DECLINED', message: 'Declined.' },
    traceId: 'styling-page',
  };
}

/** Makes the provider's fields load from an address that does not respond. @param {Response} response */
async function withoutProvider(response) {
  const session = await response.json();
  for (const { provider } of session.paymentMethods) {
    if (provider?.frameUrl !== undefined) provider.frameUrl = 'http://localhost:9/blocked';
  }
  return json(response.status, session);
}

/**
 * Simulates 3-D Secure without a card. The card decides whether 3-D Secure is required, but only the provider's fields
 * see it. So a page of this site (`styling-card`) replaces those fields, and another one (`styling-bank`) replaces the
 * bank's page.
 */

const id = '00000000-0000-4000-8000-000000000003';
/** Message from the bank's page to the page around it, where the card fields listen too. */
export const CONFIRMED = 'styling-bank-confirmed';

/**
 * Returns a session that offers only cards, with the fields that replace the provider's.
 *
 * @template {object} Session
 * @param {Session} session
 */
export function withCard(session) {
  const provider = { name: 'SIMULATOR', publicKey: 'gallery', frameUrl: `${location.origin}/styling-card` };
  const offer = { paymentMethod: 'CREDIT_CARD', canBeSaved: false, provider, requiredFields: [] };
  return { ...session, paymentInstruments: [], paymentMethods: [offer], pendingPayment: undefined };
}

/** Returns a payment that waits for the bank. */
export function challenged() {
  return payment('CREATED', {
    nextAction: { type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret: 'x' },
  });
}

/** Answers the gateway's requests about a challenged payment, depending on whether the bank's page has confirmed it. */
export class Challenge {
  #isConfirmed = false;

  constructor() {
    addEventListener('message', ({ data, origin }) => {
      if (origin === location.origin && data === CONFIRMED) this.#isConfirmed = true;
    });
  }

  begin() {
    this.#isConfirmed = false;
    return challenged();
  }

  /**
   * @param {string} method
   * @param {string} path
   * @returns {object | undefined} the answer, if the request is about that payment
   */
  answerTo(method, path) {
    if (!path.includes(id)) return undefined;
    if (method === 'DELETE') {
      return payment('CANCELLED', { failure: { code: 'CANCELLED_BY_PAYER', message: 'Cancelled.' } });
    }
    if (!this.#isConfirmed) return challenged();
    const creditCard = { cardNumber: '•••• 4242', cardHolder: 'Mara Lindner', brand: 'visa' };
    return payment('PREAUTHED', {
      paymentRequestToken: 'a-token-that-the-styling-page-has-made-up',
      paymentInstrumentDetails: { creditCard },
    });
  }
}

/**
 * @param {string} status
 * @param {object} [more]
 */
function payment(status, more = {}) {
  return { id, paymentMethod: 'CREDIT_CARD', status, traceId: 'styling-page', ...more };
}

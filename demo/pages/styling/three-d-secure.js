/**
 * 3-D Secure without a card: what is typed into the provider's fields decides about it, and is known to them alone.
 * So fields of this site stand in for theirs (`styling-card`), and a page of this site for the bank's (`styling-bank`).
 */

const id = '00000000-0000-4000-8000-000000000003';
/** Messages of the bank's page to the page around it, where the card fields listen too. */
export const CONFIRMED = 'styling-bank-confirmed';

/**
 * A session that offers cards alone, with the fields that stand in for the provider's.
 *
 * @template {object} Session
 * @param {Session} session
 */
export function withCard(session) {
  const provider = { name: 'SIMULATOR', publicKey: 'gallery', frameUrl: `${location.origin}/styling-card` };
  const offer = { paymentMethod: 'CREDIT_CARD', canBeSaved: false, provider, requiredFields: [] };
  return { ...session, paymentInstruments: [], paymentMethods: [offer], pendingPayment: undefined };
}

/** A payment that waits for the bank. */
export function challenged() {
  return payment('CREATED', {
    nextAction: { type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret: 'x' },
  });
}

/** The outcome: answers of the gateway after the bank has said something. */
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
   * @returns {object | undefined} the answer, where it is about that payment
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

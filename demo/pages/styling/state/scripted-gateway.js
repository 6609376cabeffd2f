import { challenged, withCard } from '../three-d-secure.js';
import { json, problem } from '../tap.js';

/**
 * Answers everything that the widget requests from the gateway, so that the widget reaches a state and stays there.
 * Nothing is sent. The sessions contain what the session of the styling page offers.
 */

const id = '00000000-0000-4000-8000-000000000001';
const token = 'a-token-that-the-gallery-has-made-up';
const never = new Promise(() => undefined);

/** A stored instrument of a returning member. */
const stored = {
  token: 'stored-in-the-gallery',
  paymentMethod: 'SEPA',
  expired: false,
  details: {
    sepa: {
      bankAccountDetails: { accountHolder: 'Mara Lindner', iban: 'DE89 •••• 3000', bankName: 'Commerzbank' },
    },
  },
};

/**
 * @typedef {{ paymentMethods: { paymentMethod: string, provider?: object, requiredFields?: string[] }[], [name: string]: unknown }} Session
 * @typedef {object} Script
 * @property {(session: Session) => Session} [session] changes the session
 * @property {() => Response | Promise<Response>} [begin] answers in place of the session
 * @property {() => unknown} [create] answers when a payment is created
 * @property {() => unknown} [cancel] answers when a payment is cancelled
 * @property {() => unknown} [payment] answers when the status of a payment is requested
 * @property {'submit' | 'choose-stored' | 'cancel'} [act] what the person has done
 */

/** @type {Readonly<Record<string, Script>>} */
export const scripts = {
  list: { session: withStored },
  form: { session: only(isDebit) },
  errors: { session: only(isDebit), act: 'submit' },
  busy: { session: withStored, act: 'choose-stored', create: () => never },
  secure: { session: withCard, act: 'submit', create: challenged, payment: challenged },
  waiting: pending('ACTION_REQUIRED'),
  unknown: { ...pending('UNKNOWN'), payment: () => problem(503, 'errormessage.internal') },
  success: pending('PREAUTHED', { paymentRequestToken: token, paymentInstrumentDetails: stored.details }),
  cancelled: cancelledByPerson(),
  ended: { begin: () => problem(401, 'errormessage.payment.session.expired') },
};

/**
 * @param {Script} script
 * @param {string} gateway origin
 * @param {() => Promise<Session>} offered returns what the session of the styling page offers
 */
export function answerFor(script, gateway, offered) {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== gateway || !url.pathname.startsWith('/api/')) return send(input, init);
    const answer = await answerTo(init?.method ?? 'GET', url.pathname, script, offered);
    return answer instanceof Response ? answer : json(200, answer);
  };
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Script} script
 * @param {() => Promise<Session>} offered
 */
async function answerTo(method, path, script, offered) {
  if (path.endsWith('/session')) {
    if (script.begin !== undefined) return script.begin();
    const session = { ...(await offered()), pendingPayment: undefined };
    return script.session?.(session) ?? session;
  }
  if (path.endsWith('/bank-lookup')) return {};
  if (method === 'POST') return script.create?.() ?? payment('CREATED');
  if (method === 'DELETE' && script.cancel !== undefined) return script.cancel();
  return script.payment?.() ?? payment('CREATED');
}

/**
 * @param {string} status
 * @param {object} [more]
 */
function payment(status, more = {}) {
  return { id, paymentMethod: 'SEPA', status, traceId: '4bf92f3577b34da6', ...more };
}

/**
 * @param {string} status
 * @param {object} [more]
 * @returns {Script}
 */
function pending(status, more) {
  const found = payment(status, more);
  return { session: (session) => ({ ...withStored(session), pendingPayment: found }), payment: () => found };
}

/** @returns {Script} */
function cancelledByPerson() {
  const waiting = pending('ACTION_REQUIRED');
  const failure = { code: 'CANCELLED_BY_PAYER', message: 'Cancelled.' };
  let isCancelled = false;
  return {
    ...waiting,
    act: 'cancel',
    cancel: () => {
      isCancelled = true;
      return payment('CANCELLED', { failure });
    },
    payment: () => (isCancelled ? payment('CANCELLED', { failure }) : waiting.payment?.()),
  };
}

/** @param {Session} session */
function withStored(session) {
  return { ...session, paymentInstruments: [stored] };
}

/**
 * @param {(offer: Session['paymentMethods'][number]) => boolean} isWanted
 * @returns {(session: Session) => Session}
 */
function only(isWanted) {
  return (session) => ({
    ...session,
    paymentInstruments: [],
    paymentMethods: [session.paymentMethods.find(isWanted) ?? session.paymentMethods[0]].flatMap(
      (one) => one ?? [],
    ),
  });
}

/** @param {Session['paymentMethods'][number]} offer */
function isDebit({ paymentMethod }) {
  return ['SEPA', 'CH_DD', 'LSV', 'BACS', 'ACH'].includes(paymentMethod);
}

import { ask, BackendError, loadStudios } from './backend.js';
import { forget, recall, remember } from './session-memory.js';
import { fillSettings, readSettings } from './settings.js';
import { Timeline } from './timeline.js';

/**
 * @typedef {import('./backend.js').Studio} Studio
 * @typedef {import('./session-memory.js').Purpose} Purpose
 */

const serviceUrl = new URL(find('script[src*="/widget/"]', HTMLScriptElement).src).origin;
const timeline = new Timeline(find('#timeline', HTMLElement));
const settings = find('#settings', HTMLFormElement);
const studios = await loadStudios();

/** @type {{ destroy(): void } | undefined} */
let widget;

settings.addEventListener('submit', (event) => {
  event.preventDefault();
  timeline.clear();
  void open(readSettings(settings));
});
fillSettings(settings, studios);
showTestValues();

const kept = recall();
if (kept === undefined) await open(readSettings(settings));
else {
  timeline.add({
    state: 'done',
    title: 'Session found again',
    text: 'The page was loaded anew; its session goes on.',
  });
  mount(kept.token, kept.purpose);
}

/**
 * Step one: the backend opens a session, the page gets its token.
 * @param {Purpose} purpose
 */
async function open(purpose) {
  forget();
  try {
    const answer = await ask('session', {
      ...purpose,
      referenceText: `${studioOf(purpose).name} membership`,
    });
    const { token, tokenValidUntil } = /** @type {import('./backend.js').OpenedSession} */ (answer);
    remember({ token, validUntil: tokenValidUntil, purpose });
    timeline.add({
      state: 'done',
      title: 'The backend opened a payment session',
      text: `POST /v1/payments/user-session with scope ${purpose.scope} and amount ${purpose.amount}. The page got a session token.`,
    });
    mount(token, purpose);
  } catch (error) {
    showFailure('The session was refused', error);
  }
}

/**
 * Step two: the widget, with nothing but the session token.
 * @param {string} userSessionToken
 * @param {Purpose} purpose
 */
function mount(userSessionToken, purpose) {
  widget?.destroy();
  showPurpose(purpose);
  const { paymentWidget } = /** @type {{ paymentWidget?: { init(config: object): { destroy(): void } } }} */ (
    /** @type {unknown} */ (window)
  );
  if (paymentWidget === undefined) {
    showNotice(`The widget's script did not load from ${serviceUrl}.`);
    return;
  }
  widget = paymentWidget.init({
    userSessionToken,
    environment: 'test',
    baseUrl: serviceUrl,
    countryCode: studioOf(purpose).countryCode,
    locale: document.documentElement.lang,
    container: 'upc-container',
    onSuccess: (/** @type {string} */ paymentRequestToken) => {
      timeline.add({
        state: 'done',
        title: 'The widget gave a paymentRequestToken',
        text: 'It can be used once, by the backend, for this customer.',
        token: paymentRequestToken,
        button: { label: 'Hand it to the backend', onClick: () => void use(paymentRequestToken, purpose) },
      });
    },
  });
}

/**
 * Step three: the backend uses the token. Then a second session, in which the instrument is listed.
 * @param {string} paymentRequestToken
 * @param {Purpose} purpose
 */
async function use(paymentRequestToken, purpose) {
  const { studio, customerId, amount } = purpose;
  const collecting = purpose.scope === 'MEMBER_ACCOUNT';
  try {
    await ask(collecting ? 'payment-instrument' : 'pay', { studio, customerId, amount, paymentRequestToken });
    forget();
    timeline.add({
      state: 'done',
      title: collecting ? 'The payment method is set' : 'The open fees are paid',
      text: `POST /v1/customers/${customerId}/account/${collecting ? 'payment-instrument' : 'payment'} answered 200.`,
      link: { label: 'See it on the studio page', href: `${serviceUrl}/studio` },
    });
    showNotice(
      collecting ? 'Thank you. Your payment method is set.' : 'Thank you. Your payment is on its way.',
    );
    if (collecting) await open({ ...purpose, scope: 'ECOM', amount: openFees(purpose) });
  } catch (error) {
    showFailure('The token was refused', error);
  }
}

/**
 * @param {string} title
 * @param {unknown} error
 */
function showFailure(title, error) {
  const traceId = error instanceof BackendError ? error.traceId : undefined;
  timeline.add({
    state: 'failed',
    title,
    text: error instanceof Error ? error.message : String(error),
    ...(traceId === undefined
      ? {}
      : {
          link: {
            label: `Look up ${traceId}`,
            href: `${serviceUrl}/studio?trace=${encodeURIComponent(traceId)}`,
          },
        }),
  });
}

/** @param {Purpose} purpose */
function showPurpose(purpose) {
  const { name, currency, customers } = studioOf(purpose);
  const customer = customers.find(({ customerId }) => customerId === purpose.customerId);
  const money = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency });
  find('#studio-name', HTMLElement).textContent = name;
  find('#greeting', HTMLElement).textContent = `Hello, ${customer?.name.split(' ')[0] ?? 'member'}.`;
  find('#payment-title', HTMLElement).textContent =
    purpose.scope === 'ECOM' ? `Pay ${money.format(purpose.amount)}` : 'How you pay';
  find('#payment-intro', HTMLElement).textContent =
    purpose.scope === 'ECOM'
      ? 'Your open fees, paid now.'
      : 'Your monthly fee is paid with this from now on. Nothing is charged today.';
  document.title = `${find('#payment-title', HTMLElement).textContent} – ${name}`;
}

function showTestValues() {
  const rows = [
    ['DE89 3704 0044 0532 0130 00', 'Success'],
    ['DE62 3704 0044 0532 0130 01', 'The bank refuses'],
    ['DE65 3704 0044 0002 2222 27', 'Accepted; refused for lack of funds when it is charged'],
    ['DE89 3704 0044 0532 0130 01', 'Wrong check digits: an error at the field'],
  ];
  for (const cells of rows) {
    const row = find('#test-values', HTMLTableSectionElement).insertRow();
    for (const text of cells) row.insertCell().textContent = text;
  }
}

/** @param {string} text */
function showNotice(text) {
  const notice = find('#page-notice', HTMLElement);
  notice.hidden = false;
  notice.textContent = text;
}

/** @param {Purpose} purpose */
function openFees(purpose) {
  return (
    studioOf(purpose).customers.find(({ customerId }) => customerId === purpose.customerId)?.openFees ?? 1
  );
}

/**
 * @param {Purpose} purpose
 * @returns {Studio}
 */
function studioOf(purpose) {
  const studio = studios.find(({ id }) => id === purpose.studio);
  if (studio === undefined) throw new Error(`There is no studio ${purpose.studio}.`);
  return studio;
}

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
function find(selector, type) {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`The page has no ${selector}.`);
  return element;
}

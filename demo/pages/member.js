import { ask, BackendError, loadStudios } from './backend.js';
import { forget, recall, remember } from './session-memory.js';
import { fillSettings, readSettings } from './settings.js';
import { localise, locale, text } from './texts.js';
import { Timeline } from './timeline.js';

/**
 * @typedef {import('./backend.js').Studio} Studio
 * @typedef {import('./session-memory.js').Purpose} Purpose
 */

localise();
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
    title: text('sessionFound'),
    text: text('sessionFoundText'),
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
      title: text('sessionOpened'),
      text: text('sessionOpenedText', { scope: purpose.scope, amount: purpose.amount }),
    });
    mount(token, purpose);
  } catch (error) {
    showFailure(text('sessionRefused'), error);
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
    showNotice(text('noScript', { url: serviceUrl }));
    return;
  }
  widget = paymentWidget.init({
    userSessionToken,
    environment: 'test',
    baseUrl: serviceUrl,
    countryCode: studioOf(purpose).countryCode,
    locale,
    container: 'upc-container',
    onSuccess: (/** @type {string} */ paymentRequestToken) => {
      timeline.add({
        state: 'done',
        title: text('token'),
        text: text('tokenText'),
        token: paymentRequestToken,
        button: { label: text('handOver'), onClick: () => void use(paymentRequestToken, purpose) },
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
      title: text(collecting ? 'instrumentSet' : 'feesPaid'),
      text: text('answered', {
        path: `/v1/customers/${customerId}/account/${collecting ? 'payment-instrument' : 'payment'}`,
      }),
      link: { label: text('seeIt'), href: `${serviceUrl}/studio` },
    });
    showNotice(text(collecting ? 'methodSet' : 'paid'));
    if (collecting) await open({ ...purpose, scope: 'ECOM', amount: openFees(purpose) });
  } catch (error) {
    showFailure(text('tokenRefused'), error);
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
            label: text('lookUp', { traceId }),
            href: `${serviceUrl}/studio?trace=${encodeURIComponent(traceId)}`,
          },
        }),
  });
}

/** @param {Purpose} purpose */
function showPurpose(purpose) {
  const { name, currency, customers } = studioOf(purpose);
  const customer = customers.find(({ customerId }) => customerId === purpose.customerId);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  find('#studio-name', HTMLElement).textContent = name;
  find('#greeting', HTMLElement).textContent = text('hello', {
    name: customer?.name.split(' ')[0] ?? text('member'),
  });
  find('#payment-title', HTMLElement).textContent =
    purpose.scope === 'ECOM' ? text('pay', { amount: money.format(purpose.amount) }) : text('paymentMethod');
  find('#payment-intro', HTMLElement).textContent = text(
    purpose.scope === 'ECOM' ? 'payIntro' : 'collectIntro',
  );
  document.title = `${find('#payment-title', HTMLElement).textContent} – ${name}`;
}

function showTestValues() {
  const rows = [
    ['DE89 3704 0044 0532 0130 00', text('success')],
    ['DE62 3704 0044 0532 0130 01', text('refused')],
    ['DE65 3704 0044 0002 2222 27', text('insufficientFunds')],
    ['DE89 3704 0044 0532 0130 01', text('checkDigits')],
  ];
  for (const cells of rows) {
    const row = find('#test-values', HTMLTableSectionElement).insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
}

/** @param {string} message */
function showNotice(message) {
  const notice = find('#page-notice', HTMLElement);
  notice.hidden = false;
  notice.textContent = message;
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

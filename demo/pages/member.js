import { ask, BackendError, loadStudios } from './backend.js';
import { forget, recall, remember } from './session-memory.js';
import { failed, showMemberships } from './memberships.js';
import { fillSettings, readSettings } from './settings.js';
import { localise, locale, text } from './texts.js';
import { h } from './signup/dom.js';
import { formatDate, formatMoney } from './signup/format.js';
import { isGerman } from './language.js';
import { showTestData } from './show-test-data.js';
import { takeTurn } from './take-turn.js';
import { testData } from './test-data.js';
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
 * Performs step one: the backend opens a session, and the page receives its token.
 * @param {Purpose} purpose
 * @param {(token: string) => Promise<void>} [onToken] called with the token, in place of the purpose's own use
 */
async function open(purpose, onToken) {
  forget();
  const isLatest = takeTurn(find('#payment', HTMLElement));
  try {
    const answer = await ask('session', {
      ...purpose,
      referenceText: `${studioOf(purpose).name} membership`,
    });
    if (!isLatest()) return;
    const { token, tokenValidUntil } = /** @type {import('./backend.js').OpenedSession} */ (answer);
    remember({ token, validUntil: tokenValidUntil, purpose });
    timeline.add({
      state: 'done',
      title: text('sessionOpened'),
      text: text('sessionOpenedText', { scope: purpose.scope, amount: purpose.amount }),
    });
    mount(token, purpose, onToken);
  } catch (error) {
    if (isLatest()) showFailure(text('sessionRefused'), error);
  }
}

/**
 * Performs step two: shows the widget, which only needs the session token.
 * @param {string} userSessionToken
 * @param {Purpose} purpose
 * @param {(token: string) => Promise<void>} [onToken]
 */
function mount(userSessionToken, purpose, onToken = (token) => use(token, purpose)) {
  widget?.destroy();
  showPurpose(purpose);
  void showAccount(purpose);
  void showMemberships(
    find('#memberships', HTMLElement),
    { studio: purpose.studio, customerId: purpose.customerId },
    (amount, done) => {
      // A switch is paid for in a session of its own. Its token is sent with the switch.
      const finish = async (/** @type {string} */ token) => {
        try {
          await done(token);
          forget();
          showSettled(purpose, text('switched'));
        } catch (error) {
          showFailure(text('tokenRefused'), error);
        }
      };
      void open({ ...purpose, scope: 'ECOM', amount }, finish);
      find('#payment', HTMLElement).scrollIntoView();
    },
  );
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
        button: { label: text('handOver'), onClick: () => void onToken(paymentRequestToken) },
      });
    },
  });
}

/**
 * Performs step three: the backend uses the token. If fees are open after an instrument was set, a second session lists
 * that instrument, so that the member can pay them.
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
      link: { label: text('seeIt'), href: `${serviceUrl}/studio?customer=${customerId}` },
    });
    const owed = await showAccount(purpose);
    if (collecting && owed > 0) {
      await open({ ...purpose, scope: 'ECOM', amount: owed });
      showNotice(text('methodSet'));
    } else {
      showSettled(purpose, text(collecting ? 'methodSet' : 'paid'));
    }
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
  const amount = money.format(purpose.amount);
  find('#payment-title', HTMLElement).textContent =
    purpose.scope === 'ECOM' ? text('pay', { amount }) : text('paymentMethod');
  const collectIntro = purpose.amount > 0 ? 'collectPaidIntro' : 'collectIntro';
  find('#payment-intro', HTMLElement).textContent = text(
    purpose.scope === 'ECOM' ? 'payIntro' : collectIntro,
    { amount },
  );
  find('#lead', HTMLElement).textContent = text(purpose.scope === 'ECOM' ? 'leadPay' : 'leadCollect');
  find('#page-notice', HTMLElement).hidden = true;
  find('#upc-container', HTMLElement).replaceChildren();
  showTestData(find('#test-data', HTMLElement), testData(studioOf(purpose).countryCode, purpose), isGerman);
  const query = new URLSearchParams({ studio: purpose.studio, member: String(purpose.customerId) });
  find('#add-membership', HTMLAnchorElement).href = `/signup?${query.toString()}`;
  document.title = `${find('#payment-title', HTMLElement).textContent} – ${name}`;
}

/**
 * Shows the open amount on the account, with a button to pay it.
 *
 * @param {Purpose} purpose
 * @returns {Promise<number>} in units of the currency; 0 when nothing is open, or when the request failed
 */
async function showAccount(purpose) {
  const place = find('#account', HTMLElement);
  const isLatest = takeTurn(place);
  const { studio, customerId } = purpose;
  try {
    const { balances, items } = await ask('member/account', { studio, customerId });
    const { amount, currency } = balances.accountBalance;
    const owed = Math.max(0, -amount);
    if (!isLatest()) return owed;
    /** @type {{ description: string, dueDate: string, openAmount: import('./signup/types').Money }[]} */
    const openItems = items.result.filter((/** @type {any} */ item) => item.openAmount.amount > 0);
    const rows = openItems.map(({ description, dueDate, openAmount }) =>
      h(
        'li',
        {},
        h('span', {}, description),
        h(
          'span',
          { className: 'due-date' },
          text('dueOn', { date: formatDate(dueDate, { dateStyle: 'medium' }) }),
        ),
        h('strong', {}, formatMoney(openAmount)),
      ),
    );
    const sum = formatMoney({ amount: owed, currency });
    const onclick = () => void open({ ...purpose, scope: 'ECOM', amount: owed });
    const button = h(
      'button',
      { type: 'button', className: 'button quiet', onclick },
      text('payThis', { amount: sum }),
    );
    place.replaceChildren(
      ...(owed > 0
        ? [
            h('p', {}, text('balance', { amount: sum })),
            h('ul', { className: 'open-items' }, ...rows),
            ...(purpose.scope === 'ECOM' ? [] : [button]),
          ]
        : [h('p', {}, text('nothingOpen'))]),
    );
    return owed;
  } catch (error) {
    if (isLatest()) place.replaceChildren(failed(error, async () => void (await showAccount(purpose))));
    return 0;
  }
}

/**
 * Shows that the purpose is settled: removes the form and the open amount, and offers the next steps.
 *
 * @param {Purpose} purpose
 * @param {string} message
 */
function showSettled(purpose, message) {
  widget?.destroy();
  widget = undefined;
  find('#payment-title', HTMLElement).textContent = text(
    purpose.scope === 'ECOM' ? 'settled' : 'paymentMethod',
  );
  find('#payment-intro', HTMLElement).textContent = message;
  find('#lead', HTMLElement).textContent = text('leadSettled');
  document.title = `${find('#payment-title', HTMLElement).textContent} – ${studioOf(purpose).name}`;
  const onclick = () => void open({ ...purpose, scope: 'MEMBER_ACCOUNT', amount: 0 });
  const button = h('button', { type: 'button', className: 'button quiet', onclick }, text('newMethod'));
  find('#upc-container', HTMLElement).replaceChildren(button);
  void showAccount({ ...purpose, scope: 'MEMBER_ACCOUNT' });
}

/** @param {string} message */
function showNotice(message) {
  const notice = find('#page-notice', HTMLElement);
  notice.hidden = false;
  notice.textContent = message;
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

import { ask, BackendError, loadStudios } from './backend.js';
import { failure, goTo, isRefusal, load, showLoading } from './load.js';
import { forget, recall, remember } from './session-memory.js';
import { showMemberships } from './memberships.js';
import { offerPaymentLink } from './payment-link.js';
import { fillSettings, readSettings } from './settings.js';
import { localise, locale, text } from './texts.js';
import { find, h } from './signup/dom.js';
import { formatDate, formatMoney } from './signup/format.js';
import { isGerman } from './language.js';
import { showTestData } from './show-test-data.js';
import { takeTurn } from './take-turn.js';
import { testData } from './test-data.js';
import { Timeline } from './timeline.js';

/**
 * @typedef {import('./backend.js').Studio} Studio
 * @typedef {import('./backend.js').OpenedSession} OpenedSession
 * @typedef {import('./session-memory.js').Purpose} Purpose
 *
 * @typedef {object} Use what a token is for, if not for the purpose of its session
 * @property {string} intro
 * @property {(token: string, isLatest: () => boolean) => Promise<void>} onToken
 */

localise();
const serviceUrl = new URL(find('script[src*="/widget/"]', HTMLScriptElement).src).origin;
const container = find('#upc-container', HTMLElement);
const title = find('#payment-title', HTMLElement);
const intro = find('#payment-intro', HTMLElement);
const account = find('#account', HTMLElement);
const memberships = find('#memberships', HTMLElement);
const changeMethod = find('#change-method', HTMLButtonElement);
const next = find('#next-step', HTMLElement);
const settings = find('#settings', HTMLFormElement);
const timeline = new Timeline(find('#timeline', HTMLElement));

/** @type {readonly Studio[]} */
let studios = [];
/** @type {{ destroy(): void } | undefined} */
let widget;

settings.addEventListener('submit', (event) => {
  event.preventDefault();
  timeline.clear();
  openAndShow(readSettings(settings));
});
for (const place of [account, memberships]) showLoading(place, 1);
void load(container, loadStudios, begin, { failed: unreachable });

/** @param {readonly Studio[]} found */
function begin(found) {
  studios = found;
  fillSettings(settings, studios);
  const kept = recall();
  if (kept === undefined) {
    open(readSettings(settings));
    return undefined;
  }
  timeline.add({ state: 'done', title: text('sessionFound'), text: text('sessionFoundText') });
  showPurpose(kept.purpose);
  return mount({ token: kept.token, session: undefined }, kept.purpose);
}

/**
 * Performs step one: the backend opens a session, and the page receives its token.
 * @param {Purpose} purpose
 * @param {Use} [use]
 */
function open(purpose, use) {
  forget();
  showPurpose(purpose, use);
  const referenceText = text('reference', { studio: studioOf(purpose).name });
  const request = () => ask('session', { ...purpose, referenceText, prefetch: { locale } });
  /** @param {OpenedSession} session */
  const show = ({ token, tokenValidUntil, session }) => {
    find('main', HTMLElement).removeAttribute('data-unreachable');
    remember({ token, validUntil: tokenValidUntil, purpose });
    timeline.add({
      state: 'done',
      title: text('sessionOpened'),
      text: text('sessionOpenedText', { scope: purpose.scope, amount: purpose.amount }),
    });
    return mount({ token, session }, purpose, use);
  };
  const failed = (/** @type {unknown} */ error, /** @type {() => void} */ retry) => {
    addFailure(text('sessionRefused'), error);
    return unreachable(error, retry);
  };
  void load(container, request, show, { failed });
}

/**
 * Opens a session that the member asks for. The focus moves to its title, because it appears in another place than the
 * button that was pressed.
 * @param {Purpose} purpose
 * @param {Use} [use]
 */
function openAndShow(purpose, use) {
  open(purpose, use);
  goTo(title);
}

/**
 * Performs step two: shows the widget, which only needs the session token. The prefetched session makes it faster.
 * @param {Pick<OpenedSession, 'token' | 'session'>} opened
 * @param {Purpose} purpose
 * @param {Use} [other]
 */
function mount({ token: userSessionToken, session }, purpose, other) {
  const { paymentWidget } = /** @type {{ paymentWidget?: { init(config: object): { destroy(): void } } }} */ (
    /** @type {unknown} */ (window)
  );
  // The script is part of the page, so only a new page loads it.
  if (paymentWidget === undefined) return [failure(undefined, () => location.reload())];
  container.replaceChildren();
  widget = paymentWidget.init({
    userSessionToken,
    session,
    environment: 'test',
    baseUrl: serviceUrl,
    countryCode: studioOf(purpose).countryCode,
    locale,
    container: 'upc-container',
    onSuccess: (/** @type {string} */ token) => {
      timeline.add({ state: 'done', title: text('token'), text: text('tokenText'), token });
      offerHandOver(
        (isLatest) => (other ? other.onToken(token, isLatest) : use(token, purpose, isLatest)),
        () => openAndShow(purpose, other),
      );
    },
  });
  return undefined;
}

/**
 * Offers to hand the token to the backend. A partner's page does so by itself; the demo waits, to show the step.
 * @param {(isLatest: () => boolean) => Promise<void>} handOver told whether the page still shows the same session
 * @param {() => void} startAgain
 */
function offerHandOver(handOver, startAgain) {
  const isLatest = takeTurn(next);
  const attempt = async () => {
    button.setAttribute('aria-busy', 'true');
    try {
      await handOver(isLatest);
    } catch (error) {
      addFailure(text('tokenRefused'), error);
      if (!isLatest()) return;
      // A refused token is of no more use. Without an answer, the same token may be sent again: it counts only once.
      const message = failure(error, isRefusal(error) ? startAgain : () => void attempt());
      next.replaceChildren(message);
      message.focus();
    }
  };
  const onclick = () => button.hasAttribute('aria-busy') || void attempt();
  const button = h('button', { type: 'button', className: 'button', onclick }, text('handOver'));
  next.replaceChildren(h('p', {}, text('nextStep')), button);
}

/**
 * Performs step three: the backend uses the token. If fees are open after an instrument was set, a second session lists
 * that instrument, so that the member can pay them.
 * @param {string} paymentRequestToken
 * @param {Purpose} purpose
 * @param {() => boolean} isLatest
 */
async function use(paymentRequestToken, purpose, isLatest) {
  const { studio, customerId, amount } = purpose;
  const collecting = purpose.scope === 'MEMBER_ACCOUNT';
  await ask(collecting ? 'payment-instrument' : 'pay', { studio, customerId, amount, paymentRequestToken });
  if (isLatest()) forget();
  timeline.add({
    state: 'done',
    title: text(collecting ? 'instrumentSet' : 'feesPaid'),
    text: text('answered', {
      path: `/v1/customers/${customerId}/account/${collecting ? 'payment-instrument' : 'payment'}`,
    }),
    link: { label: text('seeIt'), href: `${serviceUrl}/studio?customer=${customerId}` },
  });
  if (!isLatest()) return;
  const owed = await showAccount(purpose);
  if (!isLatest()) return;
  if (collecting && owed > 0) {
    openAndShow({ ...purpose, scope: 'ECOM', amount: owed });
    next.replaceChildren(h('p', { className: 'done' }, text('methodSet')));
  } else {
    showSettled(purpose, text(collecting ? 'methodSet' : 'paid'));
  }
}

/**
 * Adds a failure to the list of what has happened, with a link to look it up by.
 * @param {string} what
 * @param {unknown} error
 */
function addFailure(what, error) {
  const traceId = error instanceof BackendError ? error.traceId : undefined;
  const href = `${serviceUrl}/studio?trace=${encodeURIComponent(traceId ?? '')}`;
  timeline.add({
    state: 'failed',
    title: what,
    text: error instanceof Error ? error.message : String(error),
    ...(traceId === undefined ? {} : { link: { label: text('lookUp', { traceId }), href } }),
  });
}

/**
 * Shows a failure in place of the form. If nothing can be reached, it is the only message on the page.
 * @param {unknown} error
 * @param {() => void} retry
 */
function unreachable(error, retry) {
  find('main', HTMLElement).toggleAttribute('data-unreachable', !isRefusal(error));
  return failure(error, retry);
}

/**
 * Shows what the session is for, and the member whom it concerns.
 * @param {Purpose} purpose
 * @param {Use} [use]
 */
function showPurpose(purpose, use) {
  const { name, currency, customers, countryCode, studioId } = studioOf(purpose);
  const { scope, studio, customerId } = purpose;
  const customer = customers.find((one) => one.customerId === customerId);
  find('#studio-name', HTMLElement).textContent = name;
  find('#greeting', HTMLElement).textContent = text('hello', {
    name: customer?.name.split(' ')[0] ?? text('member'),
  });
  widget?.destroy();
  widget = undefined;
  const amount = formatMoney({ amount: purpose.amount, currency });
  const introOf = scope === 'ECOM' ? 'payIntro' : purpose.amount > 0 ? 'collectPaidIntro' : 'collectIntro';
  setTitle(scope === 'ECOM' ? text('pay', { amount }) : text('paymentMethod'), purpose);
  intro.textContent = use?.intro ?? text(introOf, { amount });
  takeTurn(next);
  next.replaceChildren();
  offerMethod(purpose, scope === 'ECOM' ? text('payLater') : undefined);
  showTestData(find('#test-data', HTMLElement), testData(countryCode, purpose), isGerman);
  const query = new URLSearchParams({ studio, member: String(customerId) });
  find('#add-membership', HTMLAnchorElement).href = `/signup?${query.toString()}`;
  find('#cancel-contract', HTMLAnchorElement).href =
    `${serviceUrl}/contracts/cancel/${studioId}?lang=${locale}`;
  find('#withdraw-contract', HTMLAnchorElement).href =
    `${serviceUrl}/contracts/withdraw/${studioId}?lang=${locale}`;
  offerPaymentLink({ studio, customerId }, () => addPaymentLink(customerId));
  void showAccount(purpose);
  void showMemberships(memberships, { studio, customerId }, (due, done) => {
    // A switch is paid for in a session of its own. Its token is sent with the switch.
    const onToken = async (/** @type {string} */ token, /** @type {() => boolean} */ isLatest) => {
      await done(token);
      if (!isLatest()) return;
      forget();
      showSettled(purpose, text('switched'));
    };
    openAndShow({ ...purpose, scope: 'ECOM', amount: due }, { intro: text('switchIntro'), onToken });
  });
}

/**
 * Shows the account that is debited, and the open fees with a button to pay them.
 *
 * @param {Purpose} purpose
 * @returns {Promise<number>} what is owed, in units of the currency; 0 when nothing is open, or when the request failed
 */
async function showAccount(purpose) {
  const { studio, customerId } = purpose;
  const answer = await load(
    account,
    () => ask('member/account', { studio, customerId }),
    ({ balances, items, bankAccount }) => {
      const method = find('#current-method', HTMLElement);
      method.hidden = !bankAccount?.iban;
      method.textContent = text('currentMethod', { account: bankAccount?.iban ?? '' });
      const { amount, currency } = balances.accountBalance;
      if (amount >= 0) return [h('p', {}, text('nothingOpen'))];
      const sum = formatMoney({ amount: -amount, currency });
      const onclick = () => openAndShow({ ...purpose, scope: 'ECOM', amount: -amount });
      return [
        h('ul', { className: 'open-items' }, ...openItems(items.result)),
        h('p', { className: 'sum' }, h('span', {}, text('balance')), h('strong', {}, sum)),
        ...(purpose.scope === 'ECOM'
          ? []
          : [
              h('button', { type: 'button', className: 'button', onclick }, text('payThis', { amount: sum })),
            ]),
      ];
    },
    { rows: 1 },
  );
  return Math.max(0, -(answer?.balances.accountBalance.amount ?? 0));
}

/**
 * Adds to the list of what has happened that the backend has created a payment link.
 * @param {number} customerId
 */
function addPaymentLink(customerId) {
  timeline.add({
    state: 'done',
    title: text('linkCreated'),
    text: text('answered', { path: '/v1/payments/links' }),
    link: { label: text('seeIt'), href: `${serviceUrl}/studio/contracts?customer=${customerId}` },
  });
}

/** @param {{ description: string, dueDate: string, openAmount: import('./signup/types').Money }[]} items */
function openItems(items) {
  return items
    .filter(({ openAmount }) => openAmount.amount > 0)
    .map(({ description, dueDate, openAmount }) => {
      const date = formatDate(dueDate, { dateStyle: 'medium' });
      return h(
        'li',
        {},
        h('span', {}, description),
        h('span', { className: 'hint' }, text('dueOn', { date })),
        h('span', { className: 'amount' }, formatMoney(openAmount)),
      );
    });
}

/**
 * Shows that the purpose is settled, in place of the form.
 *
 * @param {Purpose} purpose
 * @param {string} message
 */
function showSettled(purpose, message) {
  widget?.destroy();
  widget = undefined;
  setTitle(text(purpose.scope === 'ECOM' ? 'settled' : 'paymentMethod'), purpose);
  intro.textContent = '';
  next.replaceChildren();
  container.replaceChildren(h('p', { className: 'done' }, message));
  offerMethod(purpose, text('newMethod'));
  void showAccount({ ...purpose, scope: 'MEMBER_ACCOUNT' });
  goTo(title);
}

/**
 * Shows a button that leads to the choice of the payment method, or none while the page shows that choice.
 * @param {Purpose} purpose
 * @param {string} [label]
 */
function offerMethod(purpose, label = '') {
  changeMethod.hidden = label === '';
  changeMethod.textContent = label;
  changeMethod.onclick = () => openAndShow({ ...purpose, scope: 'MEMBER_ACCOUNT', amount: 0 });
}

/**
 * @param {string} words
 * @param {Purpose} purpose
 */
function setTitle(words, purpose) {
  title.textContent = words;
  document.title = `${words} – ${studioOf(purpose).name}`;
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

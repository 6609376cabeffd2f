/*
 * The page that a payment link opens. The link's token is in the fragment of the address and travels only in bodies.
 * The service decides what the page shows: it answers with the next step, or says that the link has ended.
 *
 * The page never says that a payment has failed when it does not know: what it could not ask is asked again.
 */
const KEY = 'payment-link';
const TIMEOUT_MS = 30_000;
/** Pauses before the page asks again by itself; the last one repeats. */
const PAUSES_MS = [3000, 5000, 8000, 13_000, 21_000, 34_000, 60_000];
/** Where a sentence ends; the dot of an abbreviation follows fewer letters. */
const SENTENCE_END = /(?<=\p{Letter}{2}\.)\s+(?=\p{Uppercase})/u;

const root = document.documentElement;
const header = document.querySelector('header');
const main = document.querySelector('main');
const view = document.querySelector('#view');
const status = document.querySelector('#status');
const texts = JSON.parse(main.dataset.texts);
const { locale } = main.dataset;

/** The link, and what this page knows of it: whether something was paid or set here, and the purpose shown last. */
let link = { token: '', isUsedHere: false, purpose: undefined };
/** Ends with every new request, so that a late answer replaces nothing. */
let turn = {};
let widget;
let isFirstView = true;
/** Token of the session that has expired while its form was open. */
let expiredToken;
/** Text of the view that waits, and how often it has asked. */
let waiting = { text: undefined, count: 0 };

addEventListener('hashchange', begin);
addEventListener('pagehide', keep);
document.addEventListener('visibilitychange', () => {
  if (waiting.text !== undefined && !document.hidden) void open();
});
begin();

/** Opens the link in the address, or the one with which the person has left for a provider's page. */
function begin() {
  const kept = recall();
  const inAddress = location.hash.slice(1);
  const token = inAddress || kept?.token;
  setStudio(undefined);
  turn = {};
  waiting = { text: undefined, count: 0 };
  if (!token) {
    showMessage(texts.missing);
    return;
  }
  link = token === kept?.token ? { ...kept, isUsedHere: true } : { token, isUsedHere: false };
  // Reloading the page opens the link again.
  if (!inAddress) history.replaceState(history.state, '', `${location.search}#${token}`);
  void open();
}

/** Asks the service what is next, and shows it. */
async function open() {
  const own = {};
  turn = own;
  say(waiting.text === undefined ? texts.loading : '');
  const { httpStatus, body } = await ask(link.token);
  if (turn !== own) return;
  if (httpStatus === 200) {
    setStudio(body);
    if (body.status === 'OPEN') showStep(body);
    else showWaiting(texts.pending);
  } else if (httpStatus === 404 || httpStatus === 410) {
    const isDone = link.isUsedHere && body.errorCode === 'errormessage.payment.link.used';
    if (!isDone) setStudio(undefined);
    showMessage(isDone ? texts.done : body.message);
  } else if (link.isUsedHere) {
    showWaiting(waiting.text ?? texts.unconfirmed);
  } else if (waiting.text !== undefined) {
    showWaiting(waiting.text);
  } else {
    const problem = { 0: texts.offline, 429: texts.busy }[httpStatus] ?? texts.unavailable;
    showMessage(problem, button(texts.tryAgain, open));
  }
}

/** Sends the token. Without an answer, the status is 0. */
async function ask(token) {
  try {
    const response = await fetch('/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': locale },
      body: JSON.stringify({ token: token.slice(0, 100), locale }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { httpStatus: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return { httpStatus: 0, body: {} };
  }
}

/** Shows a step with its widget. */
function showStep({ step, claims, amount, problem, ...session }) {
  const { purpose, number, count } = step;
  const isPayment = purpose === 'ACCOUNT_PAYMENT';
  const hasMoved = link.purpose !== undefined && link.purpose !== purpose;
  const container = h('div', { className: 'payment' });
  link.purpose = purpose;
  show(
    isPayment ? texts.pay : texts.method,
    count > 1 && h('p', { className: 'step' }, fill(texts.step, { number, total: count })),
    [
      hasMoved && !problem && h('p', { className: 'notice good' }, texts.next),
      problem && h('p', { className: 'notice bad', role: 'alert' }, problem),
      ...(isPayment
        ? [h('ul', {}, ...claims.map(claimRow)), row('p', 'total', texts.total, amount)]
        : [h('p', {}, texts.methodText)]),
      container,
    ],
  );
  if (window.paymentWidget === undefined) {
    showMessage(
      texts.unavailable,
      button(texts.tryAgain, () => location.reload()),
    );
    return;
  }
  widget = window.paymentWidget.init({
    userSessionToken: session.token,
    session: session.session,
    environment: session.environment,
    region: session.region,
    countryCode: session.countryCode,
    locale,
    baseUrl: location.origin,
    returnUrl: `${location.origin}/pay?lang=${locale}`,
    container,
    featureFlags: { enableExpressCheckout: true },
    onSuccess: () => {
      link.isUsedHere = true;
      void open();
    },
    onError: ({ httpStatus }) => {
      // The session has expired while the page was open; the link opens another one.
      if (httpStatus !== 401 || expiredToken === session.token) return 'show';
      expiredToken = session.token;
      return void open();
    },
  });
}

function claimRow({ description, dueOn, amount }) {
  const due = h('span', { className: 'due' }, fill(texts.due, { date: dueOn }));
  return row('li', 'claim', h('span', {}, description, due), amount);
}

function row(tag, className, label, amount) {
  return h(tag, { className: `row ${className}` }, h('span', {}, label), h('strong', {}, amount));
}

/** Shows that nobody may pay now, and asks again until the service knows more. */
function showWaiting(text) {
  if (waiting.text === text) {
    waiting.count += 1;
    say(texts.stillPending);
  } else {
    showMessage(text, button(texts.check, open));
    waiting = { text, count: 0 };
  }
  const own = turn;
  const pause = PAUSES_MS[Math.min(waiting.count, PAUSES_MS.length - 1)];
  setTimeout(() => turn === own && void open(), pause);
}

/** Shows a message, whose first sentence is the title. */
function showMessage(message, ...more) {
  const [title, ...advice] = message.split(SENTENCE_END);
  show(title.replace(/\.$/, ''), null, [advice.length > 0 && h('p', {}, advice.join(' ')), ...more]);
}

/** Replaces the view. The focus moves to its title, except when the page has just been opened. */
function show(title, above, content) {
  widget?.destroy();
  widget = undefined;
  waiting = { text: undefined, count: 0 };
  const heading = h('h1', { tabIndex: -1 }, title);
  view.replaceChildren(...[above, heading, ...content].filter(Boolean));
  document.title = header.hidden ? title : `${title} – ${header.textContent}`;
  say('');
  if (!isFirstView) {
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  isFirstView = false;
}

function say(words) {
  status.textContent = words;
}

/** Shows the studio's name and theme, or removes both. */
function setStudio(shown) {
  header.hidden = shown === undefined;
  header.textContent = shown?.studio.name ?? '';
  applyTheme(shown?.theme ?? {});
}

/**
 * Applies the studio's colours to the page, from which the widget takes its own. Text that could not be read on the
 * background becomes black or white. A theme does not follow the device: its background decides whether the page is dark.
 */
function applyTheme(theme) {
  const { primaryColor, backgroundColor = '#ffffff', textColorMain, textColorSecondary } = theme;
  const isSet = Object.keys(theme).length > 0;
  const readable = (color, least, otherwise) =>
    color === undefined || contrast(color, backgroundColor) >= least ? color : otherwise;
  const text = readable(textColorMain, 4.5, textOn(backgroundColor));
  const properties = {
    '--brand': primaryColor,
    '--on-brand': primaryColor && textOn(primaryColor),
    '--ring': readable(primaryColor, 3, 'var(--ink)'),
    '--chosen': theme.secondaryColor,
    '--ink': text,
    '--ink-soft': readable(textColorSecondary, 4.5, text ?? textOn(backgroundColor)),
    '--border': theme.borderColor,
    '--surface': theme.backgroundColor,
    '--radius': theme.borderRadius === undefined ? undefined : `${theme.borderRadius}px`,
  };
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
  if (isSet) root.dataset.tone = textOn(backgroundColor) === '#ffffff' ? 'dark' : 'light';
  else delete root.dataset.tone;
}

function textOn(color) {
  return contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000';
}

/** Returns the contrast ratio of two colours such as #0a7d4f (WCAG 2.2). */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Keeps the link in this tab while the person is on a provider's page, from which an address without it leads back. */
function keep() {
  if (!widget?.getPaymentState().isProcessing) return;
  const { token, purpose } = link;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ token, purpose }));
  } catch {
    // Without storage, the person opens the link again to see the result.
  }
}

/** Returns the link that was kept, once. */
function recall() {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(kept) ?? undefined;
  } catch {
    return undefined;
  }
}

function button(label, onclick) {
  const made = h('button', { type: 'button' }, label);
  made.addEventListener('click', () => void onclick());
  return made;
}

/** Fills in the placeholders of a text. */
function fill(text, values) {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));
}

/** Creates an element. Text is never parsed as markup. */
function h(tag, { role, ...properties }, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  if (role !== undefined) element.setAttribute('role', role);
  element.append(...children);
  return element;
}

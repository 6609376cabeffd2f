import { BackendError } from './backend.js';
import { locale, translator } from './language.js';
import { h } from './signup/dom.js';
import { takeTurn } from './take-turn.js';

const text = translator(
  {
    loading: 'Loading…',
    stillLoading: 'Still loading…',
    unreachable: 'The studio cannot be reached',
    unreachableMore: 'Check your connection, then try again.',
    refused: 'That did not work',
    tryAgain: 'Try again',
  },
  {
    loading: 'Wird geladen …',
    stillLoading: 'Wird noch geladen …',
    unreachable: 'Das Studio ist nicht erreichbar',
    unreachableMore: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    refused: 'Das hat nicht geklappt',
    tryAgain: 'Erneut versuchen',
  },
);

/** Time after which a page says that it is still loading. */
const SLOW_MS = 8000;

/**
 * Shows that something loads, then what `show` makes of the answer, or else why it failed, with a button to try again.
 * Never rejects. A later call for the same place replaces an earlier one.
 *
 * @template T
 * @param {HTMLElement} place
 * @param {() => Promise<T>} request
 * @param {(answer: T) => readonly Node[] | undefined} show returns the new content, or nothing if it fills the place
 * itself
 * @param {object} [options]
 * @param {number} [options.rows] grey rows to show meanwhile; default 3
 * @param {(error: unknown, retry: () => void) => HTMLElement} [options.failed] builds the message
 * @returns {Promise<T | undefined>} the answer; undefined if it failed or came too late
 */
export async function load(place, request, show, options = {}) {
  const { rows = 3, failed = failure } = options;
  const isLatest = takeTurn(place);
  const retries = place.contains(document.activeElement);
  showLoading(place, rows);
  // The button that was pressed is gone. From here the next press of Tab reaches what replaces it.
  if (retries) {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
  const late = setTimeout(() => isLatest() && sayStillLoading(place), SLOW_MS);
  try {
    const answer = await request();
    if (!isLatest()) return undefined;
    const content = show(answer);
    if (content) place.replaceChildren(...content);
    return answer;
  } catch (error) {
    if (!isLatest()) return undefined;
    const message = failed(error, () => void load(place, request, show, options));
    place.replaceChildren(message);
    if (retries) message.focus();
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

/**
 * Shows grey rows in a place whose content is on its way.
 * @param {HTMLElement} place
 * @param {number} [rows]
 */
export function showLoading(place, rows = 3) {
  place.replaceChildren(
    ...Array.from({ length: rows }, () => h('div', { className: 'skeleton', 'aria-hidden': 'true' })),
    h('p', { className: 'loading visually-hidden', role: 'status' }, text('loading')),
  );
}

/** @param {HTMLElement} place */
function sayStillLoading(place) {
  const words = place.querySelector('.loading');
  if (words === null) return;
  words.textContent = text('stillLoading');
  words.classList.remove('visually-hidden');
}

/**
 * Builds the message for a failed request.
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failure(error, retry) {
  const [title, more] = isRefusal(error)
    ? [text('refused'), error.message]
    : [text('unreachable'), text('unreachableMore')];
  return h(
    'div',
    { className: 'problem', role: 'alert', tabIndex: -1, lang: locale },
    h('p', { className: 'problem-title' }, title),
    h('p', {}, more),
    h('button', { type: 'button', className: 'button quiet', onclick: retry }, text('tryAgain')),
  );
}

/**
 * Returns why a request failed, in one sentence, for a message beside the button that was pressed.
 * @param {unknown} error
 */
export function reasonOf(error) {
  return isRefusal(error) ? error.message : `${text('unreachable')}. ${text('unreachableMore')}`;
}

/**
 * Returns whether the studio has refused the request, with a reason. If not, it could not be reached: 502 is the
 * backend's answer when the service is unreachable.
 * @param {unknown} error
 * @returns {error is BackendError}
 */
export function isRefusal(error) {
  return error instanceof BackendError && error.status !== 502;
}

/**
 * Moves the focus to the title of what has opened, and scrolls there, since it may be far from the button that opened it.
 * @param {HTMLElement} title
 */
export function goTo(title) {
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  title.scrollIntoView();
}

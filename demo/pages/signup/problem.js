import { BackendError } from './backend.js';
import { h } from './dom.js';
import { text } from './words.js';

/**
 * Builds a message that states what happened, how to continue, and that no entries are lost.
 * @param {object} options
 * @param {string} options.title what happened
 * @param {string} [options.more] how to continue
 * @param {string | undefined} [options.traceId] id by which the studio can find the request
 * @param {{ label: string, onClick: () => void }} [options.action]
 */
export function problem({ title, more, traceId, action }) {
  const button = action
    ? h('button', { type: 'button', className: 'button quiet', onclick: action.onClick }, action.label)
    : null;
  return h(
    'div',
    { className: 'problem', role: 'alert', tabIndex: -1 },
    h('p', { className: 'problem-title' }, title),
    more ? h('p', {}, more) : null,
    button,
    traceId ? h('p', { className: 'hint' }, text('traceId', { traceId })) : null,
  );
}

/**
 * Builds the message for a failed request, unless a field shows the error.
 *
 * @param {unknown} error
 * @param {() => void} retry
 * @param {() => void} [payAgain] used if the backend has deleted the signup, and the collected payments with it
 */
export function failure(error, retry, payAgain = retry) {
  const { status, message, traceId } = error instanceof BackendError ? error : new BackendError(0);
  if (status === 410) {
    const action = { label: text('continue'), onClick: payAgain };
    return problem({ title: text('draftGone'), more: text('draftGoneMore'), action });
  }
  const action = { label: text('tryAgain'), onClick: retry };
  if (status === 0 || status === 502)
    return problem({ title: text('unreachable'), more: text('unreachableMore'), action });
  if (status === 429 || status >= 500) {
    return problem({ title: text('serviceBusy'), more: text('unreachableMore'), action, traceId });
  }
  return problem({ title: message || text('refused'), more: text('nothingLost'), action, traceId });
}

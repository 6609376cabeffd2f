import { ask } from './backend.js';
import { reasonOf } from './load.js';
import { find, h } from './signup/dom.js';
import { takeTurn } from './take-turn.js';
import { locale, text } from './texts.js';

/**
 * @typedef {{ studio: string, customerId: number }} Member
 * @typedef {{ url: string, qrCode: string, expiresAt: string }} PaymentLink
 */

const SVG = 'http://www.w3.org/2000/svg';

const form = find('#payment-link', HTMLFormElement);
const select = find('#payment-link select', HTMLSelectElement);
const button = find('#payment-link button', HTMLButtonElement);
const result = find('#created-link', HTMLElement);

/**
 * Lets the visitor create payment links for a member, as the studio would do to send them.
 * @param {Member} member
 * @param {() => void} created told when the backend has created a link
 */
export function offerPaymentLink(member, created) {
  takeTurn(result);
  result.replaceChildren();
  form.onsubmit = (event) => {
    event.preventDefault();
    const purposes = select.value.split(',');
    if (!button.hasAttribute('aria-busy')) void create({ ...member, purposes }, created);
  };
}

/**
 * @param {Member & { purposes: string[] }} request
 * @param {() => void} created
 */
async function create(request, created) {
  const isLatest = takeTurn(result);
  button.setAttribute('aria-busy', 'true');
  try {
    const link = await ask('member/payment-link', request);
    created();
    if (isLatest()) result.replaceChildren(...shown(link));
  } catch (error) {
    if (isLatest())
      result.replaceChildren(h('p', { className: 'field-error', role: 'alert' }, reasonOf(error)));
  } finally {
    button.removeAttribute('aria-busy');
  }
}

/** @param {PaymentLink} link */
function shown({ url, qrCode, expiresAt }) {
  const copied = h('span', { className: 'hint', role: 'status' });
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => (copied.textContent = text('linkCopied')),
      () => (copied.textContent = text('linkNotCopied')),
    );
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    h('p', { className: 'done', role: 'status' }, text('linkReady')),
    h('a', { href: url, target: '_blank', rel: 'noreferrer', className: 'token' }, url),
    h(
      'p',
      { className: 'copy' },
      h(
        'button',
        { type: 'button', className: 'button quiet', onclick: () => void copy() },
        text('copyLink'),
      ),
      copied,
    ),
    drawing(qrCode),
    h('p', { className: 'hint' }, text('linkValid', { time: format.format(new Date(expiresAt)) })),
  ];
}

/**
 * Draws the QR code anew from its path. Trusted Types forbid this page to parse markup, and the content security policy
 * allows images of its own origin only.
 * @param {string} markup
 */
function drawing(markup) {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', attribute(markup, 'viewBox'));
  svg.setAttribute('class', 'qr-code');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', text('qrCode'));
  path.setAttribute('d', attribute(markup, 'd'));
  svg.append(path);
  return svg;
}

/**
 * @param {string} markup
 * @param {string} name
 */
function attribute(markup, name) {
  const [, value = ''] = new RegExp(` ${name}="([^"]*)"`).exec(markup) ?? [];
  return value;
}

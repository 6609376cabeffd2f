import { create } from '../dom.js';
import { CONFIRMED } from '../three-d-secure.js';

/*
 * Replaces the provider's secured card fields, so that the page can show what follows once a card has been entered. The
 * fields contain a test card from the start and always require 3-D Secure. They use the messages of
 * packages/contract/src/frame-protocol.ts, and only pages of this origin can reach them.
 */
const fields = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };
const layout = new URLSearchParams(location.search).get('layout') ?? 'combined';
const shown = /** @type {(keyof typeof fields)[]} */ (layout === 'combined' ? Object.keys(fields) : [layout]);

/** Reports the status of the payment that is being confirmed. @type {(status: string) => void} */
let answer = () => {};
// The bank's page is a frame beside this one, and posts its message to the page that contains both.
window.parent.addEventListener('message', ({ data, origin }) => {
  if (origin === location.origin && data === CONFIRMED) answer('authorized');
});

window.addEventListener('message', ({ data, origin, ports: [port] }) => {
  if (origin !== location.origin || data?.type !== 'upc-sim-connect' || port === undefined) return;
  port.onmessage = ({ data: message }) => handle(port, message);
  port.postMessage({ type: 'ready', layout });
});

/**
 * @param {MessagePort} port
 * @param {{ type: string, id?: string, appearance?: Appearance, texts?: Record<string, string> }} message
 */
function handle(port, { type, id, appearance, texts = {} }) {
  if (type === 'configure' && appearance !== undefined) {
    draw(appearance, texts);
    port.postMessage({ type: 'height', height: document.documentElement.scrollHeight });
    const states = Object.fromEntries(shown.map((name) => [name, { empty: false, complete: true }]));
    port.postMessage({ type: 'change', complete: true, empty: false, brand: 'visa', fields: states });
  }
  if (type === 'validate') port.postMessage({ type: 'validated', id, complete: true, errors: [] });
  if (type === 'confirm') {
    port.postMessage({ type: 'action', id, display: 'modal', url: `${location.origin}/styling-bank` });
    answer = (status) => port.postMessage({ type: 'result', id, result: { outcome: 'answered', status } });
  }
  if (type === 'abandon') answer('requires_action');
}

/** @typedef {{ field: Record<string, string>, label?: Record<string, string>, colors: Record<string, string>, colorScheme?: string }} Appearance */

/**
 * @param {Appearance} appearance
 * @param {Record<string, string>} texts
 */
function draw({ field, label = {}, colors, colorScheme = '' }, texts) {
  // If the frame and the page have different schemes, browsers put a white sheet behind the frame.
  document.documentElement.style.colorScheme = colorScheme;
  document.body.replaceChildren(
    ...shown.map((name) => {
      const input = create('input', { id: name, value: fields[name], readOnly: true });
      const title = create('label', { htmlFor: name }, [texts[`card.${name}.label`] ?? name]);
      Object.assign(input.style, field, {
        background: colors['background'],
        borderColor: colors['border'],
        // The widget describes one side and one corner, which stand for all.
        borderRadius: field['borderTopLeftRadius'],
        borderWidth: field['borderTopWidth'],
        color: colors['text'],
        inlineSize: '100%',
      });
      Object.assign(title.style, label, { color: colors['label'] ?? colors['text'] });
      return create('div', { className: 'field' }, [title, input]);
    }),
  );
}

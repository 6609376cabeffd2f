import { CONFIRMED } from '../three-d-secure.js';

/* The bank's page in the 3-D Secure modal. Its button confirms the payment, but only after the widget has connected. */
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
window.addEventListener('message', ({ data, origin, ports: [port] }) => {
  if (origin !== location.origin || data?.type !== 'upc-sim-connect' || port === undefined) return;
  port.postMessage({ type: 'ready' });
  port.postMessage({ type: 'height', height: document.documentElement.offsetHeight });
  button.addEventListener('click', () => {
    window.parent.postMessage(CONFIRMED, location.origin);
    port.postMessage({ type: 'complete' });
  });
  button.disabled = false;
});

import { CONFIRMED } from '../three-d-secure.js';

/* The bank's page in the modal of 3-D Secure: its button confirms, once there is somebody to tell. */
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
window.addEventListener('message', ({ data, origin, ports: [port] }) => {
  if (origin !== location.origin || data?.type !== 'upc-sim-connect' || port === undefined) return;
  port.postMessage({ type: 'ready' });
  port.postMessage({ type: 'height', height: document.documentElement.scrollHeight });
  button.addEventListener('click', () => {
    window.parent.postMessage(CONFIRMED, location.origin);
    port.postMessage({ type: 'complete' });
  });
  button.disabled = false;
});

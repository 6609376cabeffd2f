/* The bank's page in the modal of 3-D Secure: there to be looked at. */
window.addEventListener('message', ({ data, origin, ports: [port] }) => {
  if (origin !== location.origin || data?.type !== 'upc-sim-connect' || port === undefined) return;
  port.postMessage({ type: 'ready' });
  port.postMessage({ type: 'height', height: document.documentElement.scrollHeight });
});

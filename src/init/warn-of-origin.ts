import type { FlowStore } from '../flow/flow-store.js';

/**
 * Tells a developer, once, that a gateway that seems out of reach may only have refused the page: a browser keeps an
 * answer without CORS headers back, and it reads as if there were no network.
 *
 * @param origin of the page.
 */
export function warnOfOrigin(store: Pick<FlowStore, 'getSnapshot' | 'subscribe'>, origin: string): void {
  const unsubscribe = store.subscribe(check);
  check();

  function check(): void {
    const state = store.getSnapshot();
    if (state.phase !== 'failed' || state.error.code !== 'NETWORK_ERROR') return;
    unsubscribe();
    // oxlint-disable-next-line no-console -- what devMode is for
    console.warn(
      `paymentWidget: no answer of the payment gateway reached this page. If there is a network, the origin "${origin}" may not be registered for the studio: then the browser keeps the answer back.`,
    );
  }
}

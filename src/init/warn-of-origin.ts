import type { FlowStore } from '../flow/flow-store.js';

/**
 * Warns a developer, once, that the gateway may have refused the page although it seems unreachable. Browsers withhold
 * a response without CORS headers, which looks like a network failure.
 *
 * @param origin origin of the page.
 */
export function warnOfOrigin(store: Pick<FlowStore, 'getSnapshot' | 'subscribe'>, origin: string): void {
  const unsubscribe = store.subscribe(check);
  check();

  function check(): void {
    const state = store.getSnapshot();
    if (state.phase !== 'failed' || state.error.code !== 'NETWORK_ERROR') return;
    unsubscribe();
    // oxlint-disable-next-line no-console -- devMode logs to the console
    console.warn(
      `paymentWidget: no response from the payment gateway reached this page. If the network works, the origin "${origin}" may not be registered for the studio; the browser then withholds the response.`,
    );
  }
}

import assert from 'node:assert/strict';

/**
 * Imports the package as tests of a partner's page do, which have the members of a window as globals.
 *
 * @param {Window} window
 */
export async function importIn(window) {
  // Globals that Node has itself stay, such as fetch and Event.
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { get: () => window[name] });
  const { init, PaymentWidgetError } = await import('upc-payment-widget');
  assert.throws(() => init({}), PaymentWidgetError);
  const { mockGateway } = await import('upc-payment-widget/testing');
  mockGateway().stop();
}

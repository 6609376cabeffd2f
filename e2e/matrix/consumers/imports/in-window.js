import assert from 'node:assert/strict';

/**
 * Imports the package as the tests of a partner's page do, with a window's members as globals.
 *
 * @param {Window} window
 */
export async function importIn(window) {
  // Node's own globals, such as fetch and Event, stay.
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { get: () => window[name] });
  const { init, PaymentWidgetError } = await import('upc-payment-widget');
  assert.throws(() => init({}), PaymentWidgetError);
  const { mockGateway } = await import('upc-payment-widget/testing');
  mockGateway().stop();
}

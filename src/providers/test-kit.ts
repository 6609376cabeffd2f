import type { Environment } from '../config/config.js';
import type { PaymentProvider } from './provider.js';

/** Replacements by the test kit (`upc-payment-widget/testing`) of the gateway, and of a provider's frames. */
export interface TestKit {
  readonly fetch: typeof fetch;
  readonly provider: PaymentProvider;
}

/** The page, once a test has started the kit in it; the symbol is the same in every copy of the widget. */
export interface PageWithTestKit {
  [testKitKey]?: TestKit;
}

export const testKitKey = Symbol.for('upc-payment-widget/testing');

/**
 * The test kit, where a test has started it. Only code can: nothing in a page's address or markup has a symbol.
 *
 * @throws in environment live.
 */
export function testKit(environment: Environment): TestKit | undefined {
  const kit = (globalThis as PageWithTestKit)[testKitKey];
  if (kit && environment === 'live')
    throw new Error('The test kit of the payment widget refuses environment "live".');
  return kit;
}

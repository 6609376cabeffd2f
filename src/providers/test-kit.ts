import type { Environment } from '../config/config.js';
import type { PaymentProvider } from './provider.js';

/** The test kit's (`upc-payment-widget/testing`) replacements for the gateway and a provider's frames. */
export interface TestKit {
  /** Undefined when another tool intercepts the requests of the page. */
  readonly fetch: typeof fetch | undefined;
  readonly provider: PaymentProvider;
}

/** A page in which a test may have started the kit. The symbol is the same in every copy of the widget. */
export interface PageWithTestKit {
  [testKitKey]?: TestKit;
}

export const testKitKey = Symbol.for('upc-payment-widget/testing');

/**
 * Returns the test kit if a test has started it. Only code can do that, since an address or markup cannot contain a
 * symbol.
 *
 * @throws in environment live.
 */
export function testKit(environment: Environment): TestKit | undefined {
  const kit = (globalThis as PageWithTestKit)[testKitKey];
  if (kit && environment === 'live')
    throw new Error('The test kit of the payment widget refuses environment "live".');
  return kit;
}

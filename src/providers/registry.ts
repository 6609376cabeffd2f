import type { Environment } from '../config/config.js';
import type { PaymentProvider } from './provider.js';
import { testKit } from './test-kit.js';

/** Loaders of the providers' code by provider name. */
type ProviderRegistry = ReadonlyMap<string, () => Promise<PaymentProvider>>;

const everywhere = [['STRIPE', async () => (await import('./stripe/stripe.js')).stripe]] as const;
/** The simulated provider moves no real money, so it does not exist in `live`. */
const exceptLive = (environment: Environment) =>
  [
    [
      'SIMULATOR',
      async () => testKit(environment)?.provider ?? (await import('./simulator/simulator.js')).simulator,
    ],
  ] as const;

/** Returns the providers that may be used in an environment. */
export function paymentProviders(environment: Environment): ProviderRegistry {
  return new Map<string, () => Promise<PaymentProvider>>([
    ...everywhere,
    ...(environment === 'live' ? [] : exceptLive(environment)),
  ]);
}

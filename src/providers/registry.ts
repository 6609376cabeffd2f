import type { Environment } from '../config/config.js';
import type { PaymentProvider } from './provider.js';
import { testKit } from './test-kit.js';

/** Loads a provider's code when a session offers it; one line each. */
type ProviderRegistry = ReadonlyMap<string, () => Promise<PaymentProvider>>;

const everywhere = [['STRIPE', async () => (await import('./stripe/stripe.js')).stripe]] as const;
/** Simulated money; a service with real money has none. */
const exceptLive = (environment: Environment) =>
  [
    [
      'SIMULATOR',
      async () => testKit(environment)?.provider ?? (await import('./simulator/simulator.js')).simulator,
    ],
  ] as const;

/** The providers that may be used in an environment. */
export function paymentProviders(environment: Environment): ProviderRegistry {
  return new Map<string, () => Promise<PaymentProvider>>([
    ...everywhere,
    ...(environment === 'live' ? [] : exceptLive(environment)),
  ]);
}

import type { Environment } from '../api/config.js';
import type { PaymentProvider } from './provider.js';

/** Loads a provider's code when a session offers it; one line each. */
type ProviderRegistry = ReadonlyMap<string, () => Promise<PaymentProvider>>;

const simulator: ProviderRegistry = new Map([
  ['SIMULATOR', async () => (await import('./simulator/simulator.js')).simulator],
]);

/** The providers that may be used in an environment; simulated money only where nobody can take it for real. */
export function paymentProviders(environment: Environment): ProviderRegistry {
  return environment === 'test' ? simulator : new Map();
}

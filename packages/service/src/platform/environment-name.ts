/** The service's environment: `test` has simulated money, `sandbox` the test mode of a provider, `live` real money. */
export type EnvironmentName = 'test' | 'sandbox' | 'live';

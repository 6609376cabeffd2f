/** Environments of the service: `test` has simulated money, `sandbox` the test mode of a provider, `live` real money. */
export const ENVIRONMENTS = ['test', 'sandbox', 'live'] as const;

export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** Environments of the service: `test` uses simulated money, `sandbox` a provider's test mode, `live` real money. */
export const ENVIRONMENTS = ['test', 'sandbox', 'live'] as const;

export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** A setting that is a whole number: its variable, what it is when it is not set, and the least that it may be. */
export interface NumberSetting {
  readonly variable: string;
  readonly usual: number;
  readonly least: number;
}

const MOST = 1_000_000;

/** @throws Error naming the variable, what was given and what is allowed. */
export function readNumber(variables: NodeJS.ProcessEnv, { variable, usual, least }: NumberSetting): number {
  const given = variables[variable];
  if (!given) return usual;
  const number = Number(given);
  if (Number.isInteger(number) && number >= least && number <= MOST) return number;
  throw new Error(`${variable} is "${given}"; allowed is a whole number from ${least} to ${MOST}.`);
}

/** The service's environment: `test` has simulated money, `sandbox` the test mode of a provider, `live` real money. */
export type EnvironmentName = 'test' | 'sandbox' | 'live';

import { readNumber } from '../../../core/settings.js';

/** Number of attempts that may fail before anything is done about it, and what is done about an attack. */
export interface AttemptLimitSettings {
  /** In a session, before its next attempt has to wait. */
  readonly session: number;
  /** Of a person, in all sessions of a day. */
  readonly person: number;
  /** From one address within a day, in all studios; while a studio is under attack, `session` holds for each address. */
  readonly address: number;
  /** In a studio within ten minutes, before it is under attack. */
  readonly studio: number;
  /** Attempts that a studio under attack takes in a minute, of members with a contract apart. */
  readonly attemptsUnderAttack: number;
}

/** @throws Error naming the variable, what was given and what is allowed. */
export function readAttemptLimitSettings(variables: NodeJS.ProcessEnv): AttemptLimitSettings {
  return {
    session: readNumber(variables, { variable: 'UPC_FREE_FAILURES_SESSION', usual: 4, least: 0 }),
    person: readNumber(variables, { variable: 'UPC_FREE_FAILURES_PERSON', usual: 9, least: 0 }),
    address: readNumber(variables, { variable: 'UPC_FREE_FAILURES_ADDRESS', usual: 29, least: 0 }),
    studio: readNumber(variables, { variable: 'UPC_FREE_FAILURES_STUDIO', usual: 29, least: 0 }),
    attemptsUnderAttack: readNumber(variables, {
      variable: 'UPC_ATTEMPTS_UNDER_ATTACK',
      usual: 6,
      least: 1,
    }),
  };
}

declare module '../../../core/context.js' {
  interface Context {
    readonly attemptLimits: AttemptLimitSettings;
  }
}

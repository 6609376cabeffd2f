import { type Settings, wholeNumber } from '@upc/server-kit/settings';

/** Numbers of attempts that may fail before anything is done about it, and what is done about an attack. */
export const ATTEMPT_LIMITS = {
  session: wholeNumber(
    'UPC_FREE_FAILURES_SESSION',
    'Failed attempts of a session after which the next one has to wait, longer each time.',
    { default: 4 },
  ),
  person: wholeNumber('UPC_FREE_FAILURES_PERSON', 'The same of a person, in all sessions of a day.', {
    default: 9,
  }),
  address: wholeNumber(
    'UPC_FREE_FAILURES_ADDRESS',
    `The same from one address, in all sessions of a day; an IPv6 network of 64 bits is one address. Behind proxies it needs
    UPC_TRUST_PROXY, or everybody has one address.`,
    { default: 29 },
  ),
  studio: wholeNumber(
    'UPC_FREE_FAILURES_STUDIO',
    `The same of a studio within ten minutes: with more it is under attack, which the log and the studio page say. New
    sessions are slowed down then, and UPC_FREE_FAILURES_SESSION holds for each address.`,
    { default: 29 },
  ),
  attemptsUnderAttack: wholeNumber(
    'UPC_ATTEMPTS_UNDER_ATTACK',
    'Attempts that a studio under attack takes in a minute; those of members with a contract are always taken.',
    { default: 6, minimum: 1 },
  ),
};

export type AttemptLimitSettings = Settings<typeof ATTEMPT_LIMITS>;

declare module '../../../core/context.js' {
  interface Context {
    readonly attemptLimits: AttemptLimitSettings;
  }
}

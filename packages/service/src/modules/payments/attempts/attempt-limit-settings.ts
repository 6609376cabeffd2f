import { type Settings, wholeNumber } from '@upc/server-kit/settings';

/** Settings for how many attempts may fail before waits begin, and for attempts during an attack. */
export const ATTEMPT_LIMITS = {
  session: wholeNumber(
    'UPC_FREE_FAILURES_SESSION',
    'Failed attempts of a session that cause no wait. After further failures, the next attempt has to wait, longer each time.',
    { default: 4 },
  ),
  person: wholeNumber('UPC_FREE_FAILURES_PERSON', 'The same for a person, in all sessions of a day.', {
    default: 9,
  }),
  address: wholeNumber(
    'UPC_FREE_FAILURES_ADDRESS',
    `The same for an address, in all sessions of a day. An IPv6 network of 64 bits counts as one address. Behind proxies, set
    UPC_TRUST_PROXY, or everyone has the same address.`,
    { default: 29 },
  ),
  studio: wholeNumber(
    'UPC_FREE_FAILURES_STUDIO',
    `Failed payments of a studio within ten minutes. With more, it counts as under attack, and the log and the studio page say so.
    During an attack, new sessions are slowed down, and UPC_FREE_FAILURES_SESSION applies to each address.`,
    { default: 29 },
  ),
  attemptsUnderAttack: wholeNumber(
    'UPC_ATTEMPTS_UNDER_ATTACK',
    'Attempts per minute that a studio under attack accepts. Attempts of members with a contract are always accepted.',
    { default: 6, minimum: 1 },
  ),
};

export type AttemptLimitSettings = Settings<typeof ATTEMPT_LIMITS>;

declare module '../../../core/context.js' {
  interface Context {
    readonly attemptLimits: AttemptLimitSettings;
  }
}

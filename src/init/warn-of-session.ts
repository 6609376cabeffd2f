import type { ParsedConfig } from '../config/config.js';
import type { Unusable } from './prefetched-session.js';

const reasons: Readonly<Record<Unusable, string>> = {
  malformed: 'it is not the "session" that POST /v1/payments/user-session returned',
  stale: 'it has expired',
  locale: 'it was requested for another locale',
  token: 'it belongs to another userSessionToken',
};

/** Warns a developer that the prefetched session is ignored. A promised token is compared when it arrives. */
export function warnOfSession({ session, userSessionToken }: ParsedConfig, reason?: Unusable): void {
  if (reason) warn(reason);
  else if (typeof userSessionToken !== 'string' && session !== undefined) {
    const { token: own } = session as { readonly token: string };
    userSessionToken.then(
      (token) => token === own || warn('token'),
      () => undefined,
    );
  }
}

function warn(reason: Unusable): void {
  // oxlint-disable-next-line no-console -- devMode logs to the console
  console.warn(`paymentWidget: ignored "session": ${reasons[reason]}.`);
}

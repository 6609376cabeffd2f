import type { OpenedSession, PartnerBackend, SessionRequest } from './open-api.js';

/** A session that offers SEPA only, so that its form shows at once whatever else the studio offers. */
export function openSepaSession(
  backend: PartnerBackend,
  request: Partial<SessionRequest> = {},
): Promise<OpenedSession> {
  return backend.openSession({ permittedPaymentChoices: ['SEPA'], ...request });
}

import type { OpenedSession, PartnerBackend, SessionRequest } from './open-api.js';

/** Opens a session that offers only SEPA, so that its form appears immediately whatever else the studio offers. */
export function openSepaSession(
  backend: PartnerBackend,
  request: Partial<SessionRequest> = {},
): Promise<OpenedSession> {
  return backend.openSession({ permittedPaymentChoices: ['SEPA'], ...request });
}

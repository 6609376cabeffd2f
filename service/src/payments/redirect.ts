import type { PaymentProvider, ProviderIntent } from '../providers/provider.js';

/** Whether an intent would send the person to a host that the configuration of the gateway does not allow. */
export function leadsAway(
  { redirectOrigins }: PaymentProvider,
  { status, redirectUrl }: ProviderIntent,
): boolean {
  if (status !== 'ACTION_REQUIRED' || redirectUrl === undefined) return false;
  return !URL.canParse(redirectUrl) || !redirectOrigins.includes(new URL(redirectUrl).origin);
}

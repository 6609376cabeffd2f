import type { Payment, Session } from '@upc/contract/gateway';

/**
 * Returns the address to which a payment sends the person, without side effects.
 *
 * @returns undefined when there is no redirect, or the gateway's configuration of the provider does not allow the
 * address. The person is not sent there.
 */
export function redirectUrl(
  { paymentMethods }: Session,
  { nextAction, paymentMethod }: Payment,
): string | undefined {
  if (nextAction?.type !== 'REDIRECT') return undefined;
  const offer = paymentMethods.find((offered) => offered.paymentMethod === paymentMethod);
  const allowed = offer?.provider?.redirectOrigins ?? [];
  const { url } = nextAction;
  return URL.canParse(url) && allowed.includes(new URL(url).origin) ? url : undefined;
}

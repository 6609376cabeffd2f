import type { Payment, Session } from '@upc/contract/gateway';

/**
 * The address that the person has to go to for a payment. Pure.
 *
 * @returns undefined when there is nothing to do, or the gateway's configuration of the provider does not allow
 * the address: nobody is sent there.
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

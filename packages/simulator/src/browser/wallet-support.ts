import type { WalletName } from '@upc/contract/frame-protocol';

/** Milliseconds that a browser has to find out about Google Pay, for which it may load files. */
const GOOGLE_PAY_MS = 3_000;

type Check = () => string | undefined | Promise<string | undefined>;

const CHECKS: Readonly<Record<Exclude<WalletName, 'LINK'>, Check>> = {
  APPLE_PAY: () => {
    const { ApplePaySession } = globalThis as {
      readonly ApplePaySession?: { canMakePayments(): boolean };
    };
    if (ApplePaySession === undefined) return 'This browser has no Apple Pay on this page.';
    return ApplePaySession.canMakePayments() ? undefined : 'This device has no Apple Pay.';
  },
  GOOGLE_PAY: async () => {
    if (typeof PaymentRequest === 'undefined') return 'This browser has no PaymentRequest on this page.';
    const total = { label: 'Total', amount: { currency: 'EUR', value: '0' } };
    const data = { apiVersion: 2, apiVersionMinor: 0 };
    const request = new PaymentRequest([{ supportedMethods: 'https://google.com/pay', data }], { total });
    const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), GOOGLE_PAY_MS));
    return (await Promise.race([request.canMakePayment(), isLate]))
      ? undefined
      : 'This browser has no Google Pay.';
  },
};

/** Returns why a wallet cannot be used in this frame; undefined if it can. */
export async function obstacleTo(wallet: WalletName, offersLink: boolean): Promise<string | undefined> {
  if (wallet === 'LINK') return offersLink ? undefined : 'Link is disabled.';
  try {
    return await CHECKS[wallet]();
  } catch (error) {
    const { name } = error as Partial<Error>;
    return name === 'SecurityError' || name === 'InvalidAccessError'
      ? 'The page may not use the permission "payment": see its Permissions-Policy, and allow="payment" of each frame around it.'
      : `The browser refused to say whether it can be used (${name ?? 'unknown error'}).`;
  }
}

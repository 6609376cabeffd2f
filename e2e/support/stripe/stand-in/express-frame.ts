import { ask } from './frame-api.js';
import type { FrameSettings, WalletType } from './protocol.js';

const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' } as const;

/** Returns those of the wallets that this browser, this frame and the page's domain support. */
export async function availableWallets(
  wallets: readonly WalletType[],
  { key, domain }: FrameSettings,
): Promise<readonly WalletType[]> {
  const registered = await ask('GET', '/test/payment_method_domains', { key, domain_name: domain });
  const supported = await Promise.all(
    wallets.map(async (wallet) =>
      (wallet === 'link' || registered[wallet]?.status === 'active') && (await isSupported(wallet))
        ? [wallet]
        : [],
    ),
  );
  return supported.flat();
}

/** A frame without the permission `payment` is refused by the browser. */
async function isSupported(wallet: WalletType): Promise<boolean> {
  try {
    switch (wallet) {
      case 'apple_pay': {
        const { ApplePaySession: session } = globalThis as {
          readonly ApplePaySession?: { canMakePayments(): boolean };
        };
        return session?.canMakePayments() ?? false;
      }
      case 'google_pay':
        return await new PaymentRequest([{ supportedMethods: 'https://google.com/pay' }], {
          total: { label: 'Total', amount: { currency: 'EUR', value: '1.00' } },
        }).canMakePayment();
      case 'link':
        return true;
    }
  } catch {
    return false;
  }
}

/** Adds a button for each wallet. */
export function showButtons(
  wallets: readonly WalletType[],
  height = 44,
  onPress: (wallet: WalletType) => void,
): void {
  for (const wallet of wallets) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = names[wallet];
    button.style.cssText = `flex: 1 1 160px; height: ${height}px; border-radius: var(--borderRadius, 4px)`;
    button.addEventListener('click', () => onPress(wallet));
    document.body.append(button);
  }
}

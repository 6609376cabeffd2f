import type { BrowserContext, Page } from '@playwright/test';

export interface StubbedWallets {
  readonly applePay?: boolean;
  readonly googlePay?: boolean;
}

/**
 * Makes Chromium report wallets as Safari and an Android phone do, in all frames of pages that are opened afterwards.
 * Everything else stays as the browser has it: a frame without the permission `payment` and a page that is not secure
 * are refused.
 */
export async function stubWallets(
  target: Page | BrowserContext,
  { applePay = false, googlePay = false }: StubbedWallets,
): Promise<void> {
  await target.addInitScript(replaceWalletApis, { applePay, googlePay });
}

/** Runs in the browser, so it uses nothing from this file. */
function replaceWalletApis({ applePay, googlePay }: Required<StubbedWallets>): void {
  if (!globalThis.isSecureContext) return;

  const { featurePolicy } = document as Document & {
    readonly featurePolicy?: { allowsFeature(name: string): boolean };
  };
  /** Safari refuses frames of another origin in the same way. */
  const requirePermission = (): void => {
    if (featurePolicy?.allowsFeature('payment') === false) {
      throw new DOMException('The frame lacks the permission "payment".', 'InvalidAccessError');
    }
  };
  if (applePay) {
    class ApplePaySession {
      static canMakePayments(): boolean {
        requirePermission();
        return true;
      }

      static supportsVersion(version: number): boolean {
        return version <= 14;
      }
    }
    Object.assign(globalThis, { ApplePaySession });
  }

  if (typeof PaymentRequest === 'undefined') return;
  /** The real constructor refuses a frame without the permission. */
  class StubbedPaymentRequest extends PaymentRequest {
    override canMakePayment(): Promise<boolean> {
      return Promise.resolve(googlePay);
    }
  }
  Object.assign(globalThis, { PaymentRequest: StubbedPaymentRequest });
}

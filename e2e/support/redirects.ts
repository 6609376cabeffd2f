import type { Locator, Page } from '@playwright/test';
import type { MethodOf } from '@upc/contract/catalogue';
import { customers, PartnerBackend, testKeys, type OpenedSession } from './open-api.js';
import type { Stack } from './stack.js';
import type { Widget } from './widget.js';

/** Methods that lead to a page of the provider, each with a studio that offers it. */
export const redirecting = {
  PAYPAL: { name: 'PayPal', key: testKeys.eur, currency: 'EUR', customerId: customers.mara },
  IDEAL: { name: 'iDEAL | Wero', key: testKeys.eur, currency: 'EUR', customerId: customers.mara },
  BANCONTACT: { name: 'Bancontact', key: testKeys.eur, currency: 'EUR', customerId: customers.mara },
  TWINT: { name: 'TWINT', key: testKeys.chf, currency: 'CHF', customerId: customers.reto },
  BECS: { name: 'BECS Direct Debit', key: testKeys.aud, currency: 'AUD', customerId: customers.ruby },
} as const satisfies Readonly<Record<MethodOf<'page'>, object>>;

type Redirecting = MethodOf<'page'>;

export function backendOf({ serviceUrl }: Stack, method: Redirecting): PartnerBackend {
  return new PartnerBackend(serviceUrl, redirecting[method].key);
}

/** Opens a session for 25.00 in the method's currency, which offers only this method unless others are given. */
export function openRedirectSession(
  stack: Stack,
  method: Redirecting,
  others: readonly string[] = [],
): Promise<OpenedSession> {
  return backendOf(stack, method).openSession({
    permittedPaymentChoices: [method, ...others],
    scope: 'ECOM',
    amount: 25,
    customerId: redirecting[method].customerId,
    showExistingPaymentInstruments: false,
  });
}

/** Finds the parts of a redirect method's form by their English texts. */
export class RedirectForm {
  constructor(
    private readonly widget: Widget,
    private readonly method: Redirecting,
  ) {}

  get button(): Locator {
    return this.widget.button(
      new RegExp(`^Pay .*25.00 with ${redirecting[this.method].name.replace('|', '\\|')}$`),
    );
  }

  /** Text that is shown until the outcome is known. */
  get waiting(): Locator {
    return this.widget.root.locator('upc-redirect');
  }

  get goOn(): Locator {
    return this.waiting.getByRole('link', { name: `Continue with ${redirecting[this.method].name}` });
  }

  get other(): Locator {
    return this.waiting.getByRole('button', { name: 'Choose another way to pay' });
  }
}

export type BankAnswer =
  | 'Approve'
  | 'The bank refuses'
  | 'Cancel'
  | 'Go back now, approve later'
  | 'Never go back';

/**
 * Acts on the provider's page, fills in what it requires, and waits until that page is gone. In Firefox, a form that is
 * still being submitted interrupts the test's next navigation.
 */
export async function answerBank(page: Page, answer: BankAnswer): Promise<void> {
  const button = page.getByRole('button', { name: answer, exact: true });
  await button.waitFor();
  const bsb = page.getByLabel('BSB');
  if ((await bsb.count()) > 0) {
    await page.getByLabel('Account name').fill('Ruby Campbell');
    await bsb.fill('000-000');
    await page.getByLabel('Account number').fill('000123456');
    await page.getByLabel('Email').fill('ruby@example.com');
  }
  await button.click();
  await button.waitFor({ state: 'hidden' });
}

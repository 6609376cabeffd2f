import type { Locator } from '@playwright/test';
import type { Widget } from './widget.js';

/** Test accounts of the simulated provider. */
export const usAccounts = {
  routingNumber: '110000000',
  success: '000123456789',
  none: '000111111116',
} as const;

export class AchForm {
  readonly holder: Locator;
  readonly routingNumber: Locator;
  readonly accountNumber: Locator;
  readonly accountType: Locator;
  readonly holderType: Locator;
  readonly authorization: Locator;
  readonly button: Locator;

  constructor({ root }: Widget) {
    this.holder = root.getByLabel('Account holder');
    this.routingNumber = root.getByLabel('Routing number');
    this.accountNumber = root.getByLabel('Account number');
    this.accountType = root.getByLabel('Type of account');
    this.holderType = root.getByLabel('Account use');
    this.authorization = root.getByRole('checkbox', { name: /I authorize/ });
    this.button = root.getByRole('button', { name: /^Authorize debits/ });
  }

  async fill(values: { accountNumber?: string } = {}): Promise<void> {
    await this.holder.fill('Dana Brooks');
    await this.routingNumber.fill(usAccounts.routingNumber);
    await this.accountNumber.fill(values.accountNumber ?? usAccounts.success);
    await this.authorization.check();
  }
}

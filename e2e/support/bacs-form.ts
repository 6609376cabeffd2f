import type { Locator } from '@playwright/test';
import { fillAddress } from './address.js';
import type { Widget } from './widget.js';

/** Test accounts of the simulated provider; the sort code is exempt from the modulus check. */
export const ukAccounts = {
  sortCode: '10-88-00',
  success: '00012345',
  invalid: '00044444',
} as const;

/** The Bacs form, its page to check, and the download after it. */
export class BacsForm {
  readonly holder: Locator;
  readonly sortCode: Locator;
  readonly accountNumber: Locator;
  readonly email: Locator;
  readonly soleAuthority: Locator;
  readonly check: Locator;
  readonly reviewTitle: Locator;
  readonly change: Locator;
  readonly sign: Locator;

  constructor(private readonly widget: Widget) {
    const { root } = widget;
    this.holder = root.getByLabel('Account holder');
    this.sortCode = root.getByLabel('Sort code');
    this.accountNumber = root.getByLabel('Account number');
    this.email = root.getByLabel('Email');
    this.soleAuthority = root.getByRole('checkbox', { name: /only person required/ });
    this.check = root.getByRole('button', { name: 'Check your details' });
    this.reviewTitle = root.getByText('Please check your details');
    this.change = root.getByRole('button', { name: 'Change details' });
    this.sign = root.getByRole('button', { name: /^Set up Direct Debit/ });
  }

  async fill(values: { holder?: string; accountNumber?: string } = {}): Promise<void> {
    await this.holder.fill(values.holder ?? 'Imogen Clarke');
    await this.sortCode.fill(ukAccounts.sortCode);
    await this.accountNumber.fill(values.accountNumber ?? ukAccounts.success);
    await this.email.fill('imogen.clarke@example.org');
    await fillAddress(this.widget, {
      line1: '12 Quay Street',
      postalCode: 'BS1 4DB',
      city: 'Bristol',
      country: 'United Kingdom',
    });
    await this.soleAuthority.check();
  }
}

import type { Locator } from '@playwright/test';
import { fillAddress } from './address.js';
import type { Widget } from './widget.js';

/** Test IBANs of the simulated provider. */
export const swissIbans = {
  postFinance: 'CH8309000000100012345',
  postFinanceRefused: 'CH0809000000100044444',
  postFinanceNoFunds: 'CH1909000000100022227',
  otherBank: 'CH9300762011623852957',
  liechtenstein: 'LI2608810000012345678',
  otherBankRefused: 'CH5400762011623844444',
} as const;

/** The forms of CH_DD and LSV, which differ in the accounts that they accept. */
export class SwissDebitForm {
  readonly holder: Locator;
  readonly iban: Locator;
  readonly mandate: Locator;
  readonly button: Locator;

  constructor(private readonly widget: Widget) {
    const { root } = widget;
    this.holder = root.getByLabel('Account holder');
    this.iban = root.getByRole('textbox', { name: 'IBAN' });
    this.mandate = root.getByRole('checkbox', { name: /I authorise/ });
    this.button = root.getByRole('button', { name: /^Authorise debits/ });
  }

  async fill(iban: string, holder = 'Reto Ammann'): Promise<void> {
    await this.holder.fill(holder);
    await this.iban.fill(iban);
    await fillAddress(this.widget, {
      line1: 'Seestrasse 4',
      postalCode: '8001',
      city: 'Zürich',
      country: 'Switzerland',
    });
    await this.mandate.check();
  }
}

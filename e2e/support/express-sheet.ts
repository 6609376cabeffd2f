import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

export type WalletLabel = 'Apple Pay' | 'Google Pay' | 'Link';

/** Test cards of the simulated wallets, by their numbers. */
export const walletCards = {
  success: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  error: '4000000000000119',
} as const;

/** The simulated provider's buttons of wallets, and the payment sheet that they open, in English. */
export class ExpressSheet {
  /** @param place the page, or the widget on it */
  constructor(private readonly place: Page | Locator) {}

  /** Frame with the buttons. */
  get row(): FrameLocator {
    return this.place.locator('iframe[title="Apple Pay, Google Pay, Link"]').contentFrame();
  }

  button(wallet: WalletLabel): Locator {
    return this.row.getByRole('button', { name: wallet });
  }

  /** Modal around the sheet. */
  get dialog(): Locator {
    return this.place.locator('dialog');
  }

  /** Document of the sheet. */
  get sheet(): FrameLocator {
    return this.dialog.locator('iframe').contentFrame();
  }

  /** Button with which the payer approves. */
  get approveButton(): Locator {
    return this.sheet.getByRole('button', { name: /^(Pay|Store)/ });
  }

  /** Presses a wallet's button and waits for the sheet. */
  async press(wallet: WalletLabel): Promise<void> {
    await this.button(wallet).click();
    await this.approveButton.waitFor();
  }

  async approve(card: string = walletCards.success): Promise<void> {
    await this.sheet.getByLabel('Card').selectOption(card);
    await this.approveButton.click();
  }

  /** @param country code of one of the wallet's addresses; cards from `AQ` are not accepted */
  async chooseAddress(country: 'DE' | 'CH' | 'AQ'): Promise<void> {
    await this.sheet.getByLabel('Billing address').selectOption(country);
  }

  cancel(): Promise<void> {
    return this.sheet.getByRole('button', { name: 'Cancel' }).click();
  }

  /** Approves, but the sheet does not wait for the page. */
  approveTooSlowly(): Promise<void> {
    return this.sheet.getByRole('button', { name: 'The merchant answers too late' }).click();
  }

  async expectClosed(): Promise<void> {
    await expect(this.dialog).toHaveCount(0);
  }

  /** Presses a wallet's button and approves, to the end of the sheet. */
  async pay(wallet: WalletLabel, card?: string): Promise<void> {
    await this.press(wallet);
    await this.approve(card);
    await this.expectClosed();
  }
}

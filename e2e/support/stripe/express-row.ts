import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { SheetRecord } from './stand-in/express-sheet.js';

/** The row with Stripe's buttons of wallets, and the sheet that a button opens. */
export class ExpressRow {
  readonly frame: Locator;
  readonly sheet: Locator;

  constructor(private readonly page: Page) {
    this.frame = page.locator('iframe[title*="expressCheckout"]');
    this.sheet = page.locator('#stripe-wallet-sheet');
  }

  button(name: 'Apple Pay' | 'Google Pay' | 'Link'): Locator {
    return this.#content.getByRole('button', { name });
  }

  /** Presses a button, and answers in the sheet. */
  async pay(
    name: 'Apple Pay' | 'Google Pay',
    answer: 'Approve' | 'Approve with a bad card' | 'Cancel' = 'Approve',
  ): Promise<void> {
    await this.button(name).click();
    await this.sheet.getByRole('button', { name: answer, exact: true }).click();
  }

  /** Expects that the sheets which were opened, or should have been, ended in these ways. @returns them. */
  async expectSheets(outcomes: readonly SheetRecord['outcome'][]): Promise<readonly SheetRecord[]> {
    const read = () =>
      this.page.evaluate(() => (window as { standInSheets?: readonly SheetRecord[] }).standInSheets ?? []);
    await expect.poll(async () => (await read()).map(({ outcome }) => outcome)).toEqual(outcomes);
    return read();
  }

  get #content(): FrameLocator {
    return this.frame.contentFrame();
  }
}

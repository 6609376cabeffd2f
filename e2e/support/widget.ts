import type { Locator, Page } from '@playwright/test';

/** Waits until the code has loaded that the first form does not need, such as its summary of errors. */
export async function waitForLaterCode(page: Page): Promise<void> {
  await page.waitForFunction(() => customElements.get('upc-error-summary') !== undefined);
}

/** The widget on a page, as a person sees it. Playwright searches open shadow roots automatically. */
export class Widget {
  readonly root: Locator;

  constructor(page: Page, container = '#payment') {
    this.root = page.locator(`${container} upc-payment-widget`);
  }

  /** Element that is shown after success. */
  get success(): Locator {
    return this.root.locator('upc-success');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  text(text: string | RegExp): Locator {
    return this.root.getByText(text);
  }

  /** Chooses a method by its whole name. If it is the only one, its form is open already. */
  async chooseMethod(name: string): Promise<void> {
    const row = this.root.getByRole('radio', { name, exact: true });
    // The list may be in English until its language has loaded.
    await this.root.locator('form').or(row).first().waitFor();
    if ((await row.count()) > 0) await row.check();
  }
}

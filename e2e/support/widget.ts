import type { Locator, Page } from '@playwright/test';

/** The widget on a page, as a person sees it. Playwright looks into open shadow roots by itself. */
export class Widget {
  readonly root: Locator;

  constructor(page: Page, container = '#payment') {
    this.root = page.locator(`${container} upc-payment-widget`);
  }

  /** The element that is shown once it is done. */
  get success(): Locator {
    return this.root.locator('upc-success');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  text(text: string | RegExp): Locator {
    return this.root.getByText(text);
  }

  /** Chooses a method by its whole name; the only one there is has its form open already. */
  async chooseMethod(name: string): Promise<void> {
    const row = this.root.getByRole('radio', { name, exact: true });
    // A list may speak English at first, until its language has come.
    await this.root.locator('form').or(row).first().waitFor();
    if ((await row.count()) > 0) await row.check();
  }
}

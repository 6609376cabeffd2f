import type { Locator, Page } from '@playwright/test';

/** The widget on a page, as a person sees it. Playwright looks into open shadow roots by itself. */
export class Widget {
  readonly root: Locator;

  constructor(page: Page, container = '#payment') {
    this.root = page.locator(`${container} upc-payment-widget`);
  }

  /** What stands there once it is done. */
  get success(): Locator {
    return this.root.locator('upc-success');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  text(text: string | RegExp): Locator {
    return this.root.getByText(text);
  }

  /** Chooses a method or a stored instrument in the list. */
  choose(name: string | RegExp): Promise<void> {
    return this.root.getByRole('radio', { name }).check();
  }
}

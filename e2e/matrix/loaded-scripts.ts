import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';

/**
 * Records the scripts that a page requests before the widget's form has a field. Scripts that load while the person
 * fills in the form do not count. Create the recorder before the page is opened.
 */
export class LoadedScripts {
  readonly #responses: Response[] = [];

  private constructor(private readonly page: Page) {
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') this.#responses.push(response);
    });
  }

  static async of(page: Page): Promise<LoadedScripts> {
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its original receiver
      const { attachShadow } = Element.prototype;
      Element.prototype.attachShadow = function (this: Element, options) {
        const root = attachShadow.call(this, options);
        new MutationObserver((_, observer) => {
          if (!root.querySelector('form input')) return;
          performance.mark('form');
          observer.disconnect();
        }).observe(root, { childList: true, subtree: true });
        return root;
      };
    });
    return new LoadedScripts(page);
  }

  /**
   * Returns the paths of the scripts requested before the form appeared, and their total size, each compressed
   * separately.
   */
  async untilForm(): Promise<{ readonly paths: readonly string[]; readonly gzipBytes: number }> {
    const early = await this.page.evaluate(() => {
      const form = performance.getEntriesByName('form')[0]?.startTime ?? 0;
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < form);
      return before.map(({ name }) => name);
    });
    const responses = this.#responses.filter((response) => early.includes(response.url()));
    const bodies = await Promise.all(responses.map((response) => response.body()));
    return {
      paths: responses.map((response) => new URL(response.url()).pathname),
      gzipBytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
    };
  }
}

import { expect, type Page } from '@playwright/test';

/**
 * Watches a page for what must never leave the widget's memory: whatever looks like it in an address, the
 * console, an error or a storage. Start it before the page is opened.
 */
export class Canaries {
  readonly #seen: { where: string; text: string }[] = [];
  readonly #policyReports: string[] = [];

  constructor(private readonly page: Page) {
    page.on('console', (message) => {
      this.#seen.push({ where: 'console', text: message.text() });
      if (/content security policy|trusted type/i.test(message.text()))
        this.#policyReports.push(message.text());
    });
    page.on('pageerror', (error) => this.#seen.push({ where: 'error', text: String(error.stack ?? error) }));
    page.on('request', (request) => {
      this.#seen.push({ where: 'address', text: request.url() });
      const referrer = request.headers().referer;
      if (referrer !== undefined) this.#seen.push({ where: 'referrer', text: referrer });
    });
  }

  /**
   * @param secrets session tokens, IBANs (with and without spaces), names.
   * @param options.butTo where a provider's own frames ask by addresses of theirs.
   */
  async expectNoTraceOf(
    secrets: readonly string[],
    { butTo }: { readonly butTo?: string } = {},
  ): Promise<void> {
    const stored = await this.page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        location.href,
        window.name,
      ]),
    );
    const seen = this.#seen.filter(
      ({ where, text }) => where !== 'address' || !butTo || !text.startsWith(butTo),
    );
    const everywhere = [...seen, { where: 'storage', text: stored }];
    for (const secret of secrets) {
      const traces = everywhere.filter(
        ({ text }) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
      );
      expect(traces, `a secret of ${secret.length} characters was found`).toEqual([]);
    }
  }

  /** Nothing on what every object has. */
  async expectPristinePrototypes(): Promise<void> {
    const names = (page: Page): Promise<readonly string[]> =>
      page.evaluate(() =>
        [Object, Array, String, Function, Promise].flatMap(({ name, prototype }) =>
          Object.getOwnPropertyNames(prototype).map((member) => `${name}.${member}`),
        ),
      );
    const untouched = await this.page.context().newPage();
    expect(await names(this.page)).toEqual(await names(untouched));
    await untouched.close();
  }

  /** Nothing that the page's content security policy had to stop, and no uncaught error. */
  expectQuiet(): void {
    expect(this.#policyReports).toEqual([]);
    expect(this.#seen.filter(({ where }) => where === 'error')).toEqual([]);
  }
}

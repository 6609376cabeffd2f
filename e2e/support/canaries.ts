import { expect, type Page } from '@playwright/test';

/**
 * Watches a page for data that must never leave the widget's memory, in addresses, the console, errors and storage.
 * Create it before the page is opened.
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
   * Expects that none of the secrets has been seen or stored.
   *
   * @param secrets session tokens, IBANs (with and without spaces), names.
   * @param options.butTo address prefix to which a provider's own frames may send them.
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

  /** Expects that nothing has been added to the built-in prototypes. */
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

  /** Expects that the page's content security policy blocked nothing and that no uncaught error occurred. */
  expectQuiet(): void {
    expect(this.#policyReports).toEqual([]);
    expect(this.#seen.filter(({ where }) => where === 'error')).toEqual([]);
  }
}

import { expect, type Locator, type Page } from '@playwright/test';
import { countLeftovers, leftovers } from '../support/leftovers.js';
import { answerBank } from '../support/redirects.js';
import { SepaForm } from '../support/sepa-form.js';
import { Widget } from '../support/widget.js';

const saved = 'Your payment method is set.';
/** Storage key under which every example remembers its session. */
const memory = 'payment-session';

/** Walks through an example's page as a member in a new tab, which remembers nothing yet. */
export class ExampleWalk {
  readonly #widget: Widget;
  /** Errors and warnings. The console also reports policy violations and failed requests. */
  readonly #complaints: string[] = [];
  /** Responses of the page's own backend, such as `/session 200`. */
  readonly #answers: string[] = [];

  constructor(private readonly page: Page) {
    this.#widget = new Widget(page);
    page.on('console', (message) => {
      // Lit logs this in every development build.
      if (message.text().startsWith('Lit is in dev mode.')) return;
      if (['error', 'warning'].includes(message.type())) this.#complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.#complaints.push(String(error.stack ?? error)));
    page.on('response', (response) => {
      if (response.request().method() !== 'POST') return;
      this.#answers.push(`${new URL(response.url()).pathname} ${response.status()}`);
    });
  }

  get #sessions(): number {
    return this.#answers.filter((answer) => answer === '/session 200').length;
  }

  /**
   * Closes the widget with its form open, while it loads and after payment. Opens it again each time and expects no
   * leftovers.
   */
  async leaveAndComeBack(url: string): Promise<void> {
    const { page } = this;
    await countLeftovers(page);
    await page.goto(url);
    await this.#form();
    await this.#press('Close');
    await this.#press('Open');
    await this.#press('Close');
    // Objects that are created once per page, such as element definitions and their shared styles, exist from here on.
    const clean = await this.#left();

    await this.#press('Open');
    await this.#form();
    expect(this.#sessions, 'the session that the tab began with').toBe(1);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await this.#paySepa();
    await expect(this.#result).toHaveText(saved);
    await expect.poll(() => this.#remembered()).toBeNull();
    await this.#press('Close');
    expect(await this.#left()).toEqual(clean);

    await this.#press('Open');
    await this.#form();
    expect(this.#sessions).toBe(2);
    await expect(page.locator('upc-payment-widget')).toHaveCount(1);
    expect(this.#complaints).toEqual([]);
  }

  /** Goes to a page of the provider and back, with the same session. */
  async redirect(url: string): Promise<void> {
    const { page } = this;
    await page.goto(url);
    // An account from an earlier visit has the same name and is listed first.
    await this.#widget.root.getByRole('radio', { name: 'PayPal', exact: true }).last().check();
    await this.#widget.button(/PayPal/).click();
    await answerBank(page, 'Approve');
    await expect(this.#result).toHaveText(saved);
    expect(this.#sessions).toBe(1);
    expect(this.#complaints).toEqual([]);
  }

  /** Lets the backend fail once, and then restores a used session. Neither may lock the member out. */
  async recover(url: string): Promise<void> {
    const { page } = this;
    await page.route('**/token', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.goto(url);
    await this.#paySepa();
    await expect(this.#result).toContainText('Please reload this page.');
    const session = await this.#remembered();
    expect(session).not.toBeNull();
    await page.reload();
    await expect(this.#result).toHaveText(saved);
    expect(this.#answers.filter((answer) => answer === '/token 200')).toHaveLength(1);

    await page.evaluate(([key, value]) => sessionStorage.setItem(key!, value!), [memory, session]);
    await page.reload();
    await expect(this.#widget.root.getByRole('alert')).toHaveText(
      'This payment session has already been used.',
    );
    await page.getByRole('button', { name: 'Start again' }).click();
    await this.#form();
    expect(this.#sessions).toBe(2);
    expect(await this.#remembered()).not.toBe(session);
  }

  /** Checks a framework that mounts twice in development: one widget appears, with the remembered session. */
  async mountTwice(url: string): Promise<void> {
    const { page } = this;
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/session' && request.method() === 'POST') asked += 1;
    });
    await page.goto(url);
    await this.#form();
    // The first mount has requested a session as well, but nothing waits for that response any more.
    expect(asked).toBe(2);
    await expect(page.locator('upc-payment-widget')).toHaveCount(1);
    await page.reload();
    await this.#form();
    expect(asked, 'the session is remembered').toBe(2);
    await this.#paySepa();
    await expect(this.#result).toHaveText(saved);
    expect(this.#complaints).toEqual([]);
  }

  get #result(): Locator {
    return this.page.locator('#result');
  }

  async #form(): Promise<void> {
    await expect(this.#widget.root.locator('form, input[type=radio]').first()).toBeVisible();
  }

  async #paySepa(): Promise<void> {
    await this.#widget.chooseMethod('SEPA Direct Debit');
    const form = new SepaForm(this.#widget);
    await form.fill();
    await form.button.click();
  }

  #press(name: 'Open' | 'Close'): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  #remembered(): Promise<string | null> {
    return this.page.evaluate((key) => sessionStorage.getItem(key), memory);
  }

  /** Returns the page's leftovers after the widget is gone and its requests and timers have ended. */
  async #left(): Promise<unknown> {
    await expect(this.page.locator('upc-payment-widget')).toHaveCount(0);
    await expect.poll(async () => (await leftovers(this.page)).requests).toBe(0);
    await expect.poll(async () => (await leftovers(this.page)).timers).toBe(0);
    return leftovers(this.page);
  }
}

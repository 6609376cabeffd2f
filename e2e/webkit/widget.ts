import { vi } from 'vitest';
import type { Browser, PageElement } from './browser.js';
import { waitOptions } from './wait-options.js';

const kinds = {
  field: 'input:not([type=checkbox], [type=radio]), select',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  button: 'button',
  link: 'a[href]',
} as const;

/** The widget on a page, found by its visible text. WebDriver itself does not search shadow roots. */
export class Widget {
  constructor(
    private readonly browser: Browser,
    private readonly container = 'payment',
  ) {}

  /** Waits for an element of a kind. @param name part of the label or the text. */
  async get(kind: keyof typeof kinds, name: string): Promise<PageElement> {
    return this.seek(kinds[kind], name);
  }

  /** Waits until an element that matches exists and is visible. */
  async seek(selector: string, name = ''): Promise<PageElement> {
    return vi.waitFor(async () => {
      const element = await this.browser.evaluate(findInWidget, {
        container: this.container,
        selector,
        name,
      });
      if (element === null)
        throw new Error(`The widget shows no "${name}" (${selector}):\n${await this.text()}`);
      return element;
    }, waitOptions);
  }

  async click(kind: keyof typeof kinds, name: string): Promise<void> {
    await this.browser.click(await this.get(kind, name));
  }

  async type(label: string, text: string): Promise<void> {
    await this.browser.type(await this.get('field', label), text);
  }

  async value(label: string): Promise<string> {
    const field = await this.get('field', label);
    return this.browser.evaluate((input) => (input as unknown as HTMLInputElement).value, field);
  }

  /** Returns the id of the focused element inside the widget. */
  async focused(): Promise<string | undefined> {
    return this.browser.evaluate(
      (id) => document.querySelector(`#${id} upc-payment-widget`)?.shadowRoot?.activeElement?.id,
      this.container,
    );
  }

  /** Returns all text that can be read. */
  async text(): Promise<string> {
    return this.browser.evaluate((id) => {
      const root = document.querySelector(`#${id} upc-payment-widget`)?.shadowRoot;
      return [...(root?.children ?? [])].map((child) => (child as HTMLElement).innerText).join('\n');
    }, this.container);
  }
}

/** Finds a visible element in the widget. It runs in the page. */
function findInWidget(sought: { container: string; selector: string; name: string }): PageElement | null {
  const root = document.querySelector(`#${sought.container} upc-payment-widget`)?.shadowRoot;
  const nameOf = (element: HTMLElement): string => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);
    return element.ariaLabel ?? (labels.length > 0 ? labels.join(' ') : element.textContent);
  };
  const found = [...(root?.querySelectorAll<HTMLElement>(sought.selector) ?? [])].find(
    (element) => element.getClientRects().length > 0 && nameOf(element).includes(sought.name),
  );
  return (found ?? null) as unknown as PageElement | null;
}

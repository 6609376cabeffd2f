import type { Page } from '@playwright/test';

/**
 * Presses Tab from stop to stop: types into fields, ticks boxes, and presses the form's button.
 *
 * @param values texts by the name of the field; the box `save` stays as it is, because it changes what is agreed to
 */
export async function walk(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, kind } = await focused(page);
    const value = values[name];
    if (kind === 'main') return page.keyboard.press('Enter');
    if (kind === 'checkbox' && name !== 'save') await page.keyboard.press('Space');
    else if (value !== undefined) await page.keyboard.type(value);
  }
  throw new Error('Tab led to no button.');
}

/** Returns the focused element, even inside the widget's shadow root. */
export function focused(page: Page): Promise<{ readonly name: string; readonly kind: string }> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    // This excludes the small copy buttons beside a fact.
    const isMain = element instanceof HTMLButtonElement && element.classList.contains('button');
    const kind = isMain ? 'main' : (element?.getAttribute('type') ?? '');
    return { name: element?.getAttribute('name') ?? '', kind };
  });
}

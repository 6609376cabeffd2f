import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openContactSheet, startContactSheetServer } from '../../scripts/lib/contact-sheet-page.mjs';

/*
 * These tests show every state in every language and region on the narrowest phone. Nothing may be cut off, nothing may
 * overflow sideways, and no word may break without a hyphen. A text that fits there fits anywhere.
 */
let server: Awaited<ReturnType<typeof startContactSheetServer>>;
test.beforeAll(async () => {
  server = await startContactSheetServer();
});
test.afterAll(() => server.close());

const languages = readdirSync(join(import.meta.dirname, '../../locales')).map((name) =>
  name.replace('.json', ''),
);

for (const language of languages) {
  test(`every state has room for its words: ${language}`, { tag: '@nightly' }, async ({ page }) => {
    // Pointer and keyboard states show the same words.
    const only = '^(?!.*(hover|focus)$)';
    await openContactSheet(page, server.address, { width: '320', tone: 'light', language, only });
    expect(await page.locator('.state').count()).toBeGreaterThan(50);
    expect(await squeezed(page)).toEqual([]);
  });
}

/**
 * Returns elements with too little room, each with its state: words that are broken, and elements that are cut off or
 * overflow.
 */
function squeezed(page: Page): Promise<readonly string[]> {
  return page.locator('.state upc-payment-widget').evaluateAll((widgets) => {
    const broken = (text: Text): string[] => {
      const range = document.createRange();
      // A line may end after a hyphen or a slash. Account numbers and references may break anywhere.
      return [...text.data.matchAll(/[^\s\u00a0\u202f\u00ad\-‑–/]+/g)].flatMap(({ 0: word, index }) => {
        if (/\d|@/.test(word)) return [];
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        return lines.size > 1 ? [word] : [];
      });
    };
    return widgets.flatMap((widget) => {
      const state = widget.closest<HTMLElement>('.state')?.dataset.name ?? '';
      const root = widget.shadowRoot;
      if (!root) throw new Error(`${state} has no shadow root.`);
      const right = widget.getBoundingClientRect().right + 1;
      const found: string[] = [];
      for (const element of root.querySelectorAll<HTMLElement>(
        '.upc *:not(.visually-hidden, .visually-hidden *, svg *, option)',
      )) {
        const { clientWidth, clientHeight, scrollWidth, scrollHeight, localName, className } = element;
        const name = `${state}: ${localName}.${className}`;
        const isCut =
          getComputedStyle(element).overflow !== 'visible' &&
          localName !== 'input' &&
          (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1);
        if (isCut || element.getBoundingClientRect().right > right) found.push(`${name} has no room`);
        const texts = [...element.childNodes].filter((node) => node instanceof Text);
        found.push(...texts.flatMap(broken).map((word) => `${name} breaks ${word}`));
      }
      return found;
    });
  });
}

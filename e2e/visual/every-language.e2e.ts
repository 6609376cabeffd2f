import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openContactSheet, startContactSheetServer } from '../../scripts/lib/contact-sheet-page.mjs';

/*
 * Every state in every language and region on the narrowest phone: nothing is cut off, nothing reaches out at the
 * side, and no word is broken where it has no hyphen. What fits there fits anywhere.
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
    // A pointer and the keyboard change no words.
    const only = '^(?!.*(hover|focus)$)';
    await openContactSheet(page, server.address, { width: '320', tone: 'light', language, only });
    expect(await page.locator('.state').count()).toBeGreaterThan(50);
    expect(await squeezed(page)).toEqual([]);
  });
}

/** Elements with too little room, each by its state: words that are broken, elements that are cut off or reach out. */
function squeezed(page: Page): Promise<readonly string[]> {
  return page.locator('.state upc-payment-widget').evaluateAll((widgets) => {
    const broken = (text: Text): string[] => {
      const range = document.createRange();
      // A line may end after a hyphen or a slash; numbers of accounts and references may end it anywhere.
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

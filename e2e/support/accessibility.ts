import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that axe finds nothing on the page and in its frames.
 *
 * @param options.transparent frames show the page's background, which axe assumes to be white, so contrast is not
 * checked
 */
export async function expectAccessible(
  page: Page,
  { within, transparent = false }: { readonly within?: string; readonly transparent?: boolean } = {},
): Promise<void> {
  // Colours read during a transition would be intermediate ones.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The types of axe's own copy of Playwright differ from ours only in parts that are not used.
  const builder = new AxeBuilder({ page: page as never }).withTags(tags);
  if (within !== undefined) builder.include(within);
  if (transparent) builder.disableRules(['color-contrast']);
  const { violations } = await builder.analyze();
  // A frame has no text of its own. Firefox writes out everything that `all` resets on it, which includes spacing.
  const isOfFrame = (id: string, html: string) => id === 'avoid-inline-spacing' && html.startsWith('<iframe');
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html).filter((html) => !isOfFrame(id, html)),
  }));
  expect(found.filter(({ nodes }) => nodes.length > 0)).toEqual([]);
}

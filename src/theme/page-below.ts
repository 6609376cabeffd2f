const transparent = 'rgba(0, 0, 0, 0)';

/**
 * Returns the colours that the page paints below an element, from bottom to top. No API reports what the screen shows
 * there, but background colours usually determine it.
 *
 * @returns undefined if a picture or a gradient is below.
 */
export function pageBelow(element: Element): readonly string[] | undefined {
  const styles = ancestors(element).map((ancestor) => getComputedStyle(ancestor));
  const nearestOpaque = styles.findIndex(({ backgroundColor }) => isOpaque(backgroundColor));
  const seen = nearestOpaque < 0 ? styles : styles.slice(0, nearestOpaque + 1);
  if (seen.some(({ backgroundImage }) => backgroundImage !== 'none')) return undefined;
  const painted = seen.map(({ backgroundColor }) => backgroundColor).filter((color) => color !== transparent);
  return [canvasColor(), ...painted.reverse()];
}

/** Returns whether a computed colour hides what is below it. */
export function isOpaque(computed: string): boolean {
  return !/^rgba|\//.test(computed);
}

/** Returns the elements that contain this one on the screen, across shadow trees and slots, nearest first. */
function ancestors(element: Element): readonly Element[] {
  const above = element.assignedSlot ?? element.parentNode;
  const parent = above instanceof ShadowRoot ? above.host : above;
  return parent instanceof Element ? [parent, ...ancestors(parent)] : [];
}

/** Returns the browser's background for a page that paints nothing. */
function canvasColor(): string {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark =
    colorScheme.includes('dark') &&
    (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? 'rgb(18, 18, 18)' : 'rgb(255, 255, 255)';
}

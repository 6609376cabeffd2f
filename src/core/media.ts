/**
 * A media query of the page. Documents without a screen, in which partners run their unit tests (jsdom), answer none, and
 * a stand-in of theirs perhaps only `matches`.
 *
 * @returns undefined where nothing answers.
 */
export function media(query: string): Partial<MediaQueryList> | undefined {
  return (globalThis as Partial<Pick<Window, 'matchMedia'>>).matchMedia?.(query);
}

/** Preferences that a page may follow. The widget's colours follow the page. */
export const COLOR_PREFERENCES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'] as const;

/**
 * Evaluates a media query of the page. Test environments such as jsdom have no `matchMedia`, and a partner's mock may
 * implement only `matches`.
 *
 * @returns undefined without `matchMedia`.
 */
export function media(query: string): Partial<MediaQueryList> | undefined {
  return (globalThis as Partial<Pick<Window, 'matchMedia'>>).matchMedia?.(query);
}

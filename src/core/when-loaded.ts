/**
 * Does something with code that is fetched when it is needed, and that a widget can do without: if it cannot be
 * fetched, nothing happens. What a widget cannot do without is awaited instead, and its failure shown.
 */
export function whenLoaded<Code>(code: Promise<Code>, use: (code: Code) => void): void {
  code.then(use, () => undefined);
}

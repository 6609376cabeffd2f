/**
 * Uses optional code once it has loaded. If it cannot be fetched, nothing happens. Code that the widget requires is
 * awaited instead, so that a failure is shown.
 */
export function whenLoaded<Code>(code: Promise<Code>, use: (code: Code) => void): void {
  code.then(use, () => undefined);
}

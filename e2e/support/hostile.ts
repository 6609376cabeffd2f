import { test as base } from './fixtures.js';
import { ibans } from './sepa-form.js';

/** Collects secrets whose traces a test of hostile input must not leave behind. */
export interface Unharmed {
  /** Adds texts that must not be found anywhere when the test ends: session tokens, names, accounts. */
  secret(...texts: string[]): void;
}

/**
 * Checks after each test, whatever input the widget received, that no policy violation was reported, no uncaught error
 * occurred, no prototype changed, and no canary is in an address, the console, an error or storage.
 */
export const test = base.extend<{ readonly unharmed: Unharmed }>({
  unharmed: [
    async ({ canaries }, use) => {
      const secrets: string[] = [ibans.success, ibans.success.replace(/(.{4})/g, '$1 ').trim()];
      await use({ secret: (...texts) => void secrets.push(...texts) });
      canaries.expectQuiet();
      await canaries.expectPristinePrototypes();
      await canaries.expectNoTraceOf(secrets);
    },
    { auto: true },
  ],
});

export { expect } from './fixtures.js';

/** Texts that would have an effect if they were treated as more than text. */
export const hostileTexts = {
  markup: '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
  svg: '<svg onload="window.pwned=1"></svg>',
  template: '{{constructor.constructor("window.pwned=1")()}} ${window.pwned=1} {{creditor}}',
  direction: 'safe\u202egnp.exe\u2066',
  nothing: 'a\u0000b',
} as const;

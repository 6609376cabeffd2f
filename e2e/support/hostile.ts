import { test as base } from './fixtures.js';
import { ibans } from './sepa-form.js';

/** Traces that a test of hostile input may not leave behind. */
export interface Unharmed {
  /** Must be found nowhere when the test ends: session tokens, names, accounts. */
  secret(...texts: string[]): void;
}

/**
 * After each test, whatever was fed to the widget: no report of the content security policy and no uncaught error, no
 * prototype changed, and no canary in an address, the console, an error or a storage.
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

/** Texts that would do something if anybody took them for more than text. */
export const hostileTexts = {
  markup: '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
  svg: '<svg onload="window.pwned=1"></svg>',
  template: '{{constructor.constructor("window.pwned=1")()}} ${window.pwned=1} {{creditor}}',
  direction: 'safe\u202egnp.exe\u2066',
  nothing: 'a\u0000b',
} as const;

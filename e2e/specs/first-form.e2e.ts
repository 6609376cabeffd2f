import type { Page } from '@playwright/test';
import { BacsForm } from '../support/bacs-form.js';
import { CardForm } from '../support/card-form.js';
import { builds, expect, test } from '../support/fixtures.js';
import { countLeftovers, leftovers } from '../support/leftovers.js';
import { PartnerBackend, testKeys } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/** Cost of the first form, up to the frame in which it appeared. */
interface Cost {
  /** Paths of the files that were fetched. */
  readonly files: readonly string[];
  /** Names of the Intl constructors that were called. */
  readonly formatters: readonly string[];
  readonly elements: number;
  /** Number of our own elements in the widget. */
  readonly own: number;
  /** Number of times that an element in the widget rendered. */
  readonly updates: number;
}

interface CountingWindow extends Window {
  /** Set when the form has appeared. */
  costOfForm?: Cost;
  readonly formattersSoFar: string[];
}

/** Counts from the start of the page. It uses no clock, so a busy machine counts the same. */
function count(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const formatters: string[] = [];
    const kinds = [
      'NumberFormat',
      'DateTimeFormat',
      'DisplayNames',
      'Collator',
      'ListFormat',
      'PluralRules',
    ] as const;
    for (const kind of kinds) {
      const counted = new Proxy(Intl[kind] as unknown as new () => object, {
        construct: (made, settings, target) => {
          formatters.push(kind);
          return Reflect.construct(made, settings, target) as object;
        },
      });
      Object.defineProperty(Intl, kind, { value: counted });
    }

    let updates = 0;
    const define = customElements.define.bind(customElements);
    let isWatched = false;
    customElements.define = (tag, element, options) => {
      let prototype = element.prototype as object;
      while (!isWatched && !Object.hasOwn(prototype, 'performUpdate')) {
        prototype = Object.getPrototypeOf(prototype) as object;
      }
      if (!isWatched) {
        isWatched = true;
        const watched = prototype as { performUpdate: (this: unknown) => unknown };
        const { performUpdate } = watched;
        watched.performUpdate = function () {
          updates += 1;
          return performUpdate.call(this);
        };
      }
      define(tag, element, options);
    };

    const look = (): void => {
      const root = document.querySelector('upc-payment-widget')?.shadowRoot;
      if (!root?.querySelector('input[name="iban"]')) {
        requestAnimationFrame(look);
        return;
      }
      const cost: Cost = {
        files: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
        formatters: [...formatters],
        elements: root.querySelectorAll('*').length,
        own: [...root.querySelectorAll(':defined')].filter(({ localName }) => localName.startsWith('upc-'))
          .length,
        updates,
      };
      Object.assign(window, { costOfForm: cost });
    };
    requestAnimationFrame(look);
    Object.assign(window, { formattersSoFar: formatters });
  });
}

/** Maximum number of our script files up to the first form, including the host's own code. */
const mostFiles = { script: 1, npm: 6 } as const;

test('the form of a prefetched session renders once, without a skeleton (script)', async ({
  backend,
  browserName,
  host,
  open,
  page,
  widget,
}) => {
  test.skip(browserName !== 'chromium', 'What our code costs is the same in every browser; one counts it.');
  await count(page);
  const { token, session } = await openSepaSession(backend, { prefetch: { locale: 'en' } });
  await open();
  await host.init({ userSessionToken: token, session: session! });
  await expect(new SepaForm(widget).button).toBeVisible();
  const cost = await page.evaluate(() => (window as unknown as CountingWindow).costOfForm);
  expect(cost?.own).toBeGreaterThan(5);
  expect(cost?.updates).toBe(cost?.own);
});

for (const build of builds) {
  test(`the first form costs no more than it needs (${build})`, async ({
    backend,
    browserName,
    host,
    open,
    page,
    widget,
  }) => {
    test.skip(browserName !== 'chromium', 'What our code costs is the same in every browser; one counts it.');
    await count(page);
    const { token } = await openSepaSession(backend, { amount: 24.9, scope: 'ECOM' });
    await open(build);
    await host.init({ userSessionToken: token });
    const form = new SepaForm(widget);
    await expect(form.button).toHaveText(/€24\.90/);

    const cost = await page.evaluate(() => (window as unknown as CountingWindow).costOfForm);
    if (!cost) throw new Error('The form has not appeared.');
    expect(cost.files.filter((path) => path.includes('/api/'))).toEqual(['/api/v1/session']);
    const code = cost.files.filter((path) => /\/(widget|npm-bundle)[^?]*\.js$/.test(path));
    expect(code.length, code.join(' ')).toBeLessThanOrEqual(mostFiles[build]);
    expect(code.length).toBeGreaterThan(0);
    expect(cost.files.filter((path) => path.endsWith('.json'))).toEqual([]);
    expect(cost.formatters, 'before the form is painted').toEqual([]);
    expect(cost.elements).toBeLessThanOrEqual(60);
    expect(cost.elements).toBeGreaterThan(10);
    // Each element of the form renders once. Before that, the skeleton renders twice: as soon as possible, and again
    // once its language has loaded.
    expect(cost.updates).toBeLessThanOrEqual(16);
    expect(cost.updates).toBeGreaterThan(5);
    // One NumberFormat formats all amounts, and PluralRules serve the messages that follow the button press. No
    // formatter may be created for texts that are not shown yet.
    const formatters = await page.evaluate(() => (window as unknown as CountingWindow).formattersSoFar);
    expect(formatters.filter((kind) => kind !== 'PluralRules')).toEqual(['NumberFormat']);
  });
}

test('nothing of ours is fetched between the choice of a card and its fields', async ({
  backend,
  browserName,
  host,
  open,
  page,
  widget,
}) => {
  test.skip(browserName !== 'chromium', 'What our code fetches is the same in every browser; one counts it.');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.frame() === page.mainFrame() && pathname.endsWith('.js')) asked.push(pathname);
  });
  const { token } = await backend.openSession();
  await open('npm');
  await host.init({ userSessionToken: token });
  const card = widget.root.getByRole('radio', { name: 'card' });
  await expect(card).toBeVisible();
  // This is the last file that the widget requests while the person reads the list.
  await expect.poll(() => asked.join(' ')).toMatch(/simulator-/);
  const before = [...asked];
  await card.check();
  await expect(new CardForm(widget).number).toBeVisible();
  expect(asked).toEqual(before);
});

/** Names of the files that `preload` requests for a form, without hashes. The bundler may add a file of its own. */
const preloaded = {
  'script, SEPA': ['de', 'de-CH', 'logos'],
  'npm, SEPA': [
    ...['de', 'de-CH', 'logos', 'sepa-form'],
    ...['prepare-submission', 'form-parts', 'english-later'],
  ],
  'npm, BACS': [
    ...['en-GB', 'logos', 'bacs-form', 'number-field', 'review'],
    ...['prepare-submission', 'form-parts', 'english-later'],
  ],
} as const;

for (const [name, files] of Object.entries(preloaded)) {
  test(`after preload, init requests only the session (${name})`, async ({
    browserName,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    test.skip(
      browserName !== 'chromium',
      'What our code fetches is the same in every browser; one counts it.',
    );
    const isBacs = name.endsWith('BACS');
    const backend = new PartnerBackend(stack.serviceUrl, isBacs ? testKeys.gbp : testKeys.eur);
    const { token } = await backend.openSession({ permittedPaymentChoices: [isBacs ? 'BACS' : 'SEPA'] });
    await countLeftovers(page);
    await open(name.startsWith('npm') ? 'npm' : 'script');
    const traces = async (): Promise<unknown> => [
      await leftovers(page),
      await page.evaluate(() => [
        Reflect.ownKeys(window).map(String),
        customElements.get('upc-payment-widget') === undefined,
        localStorage.length + sessionStorage.length,
      ]),
    ];
    const clean = await traces();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const names = (): readonly string[] =>
      asked.map((path) => /([\w-]+?)(-[\w-]{8})?\.js(?:on)?$/.exec(path)?.[1] ?? path);

    const settings = isBacs ? { locale: 'en-GB', countryCode: 'GB' } : { locale: 'de-CH', countryCode: 'DE' };
    await host.preload(settings);
    await host.preload(settings);
    await expect.poll(names).toEqual(expect.arrayContaining([...files]));
    await expect.poll(traces).toEqual(clean);
    expect(asked).toHaveLength(new Set(asked).size);

    asked.length = 0;
    await host.init({ userSessionToken: token, ...settings });
    await (isBacs ? new BacsForm(widget).check : new SepaForm(widget, 'de').button).click();
    // The button works only with the code after the form.
    await expect(widget.root.locator('upc-error-summary')).toBeVisible();
    expect(asked).toEqual(['/api/v1/session']);
  });
}

import type { Locator, Route } from '@playwright/test';
import { CardForm, openCardSession } from '../support/card-form.js';
import { countOf, hold, recordCalls, sessionCall } from '../support/faults.js';
import { builds, expect, test } from '../support/fixtures.js';
import type { OpenedSession, PartnerBackend } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { Widget } from '../support/widget.js';

/** Address of the German texts: beside the script, or a chunk of the partner's bundle. */
const german = /\/(locales\/de\.json|npm-bundle\/de-[\w-]+\.js)$/;

for (const build of builds) {
  test(`a slow language delays the form only briefly (${build}) @engine`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    const release = await hold(page, german);
    const { token } = await openSepaSession(backend);
    await open(build);
    await host.init({ userSessionToken: token, locale: 'de' });
    const english = new SepaForm(widget, 'en');
    await english.holder.fill('Mara Lindner');
    await english.holder.press('End');

    await release();
    const form = new SepaForm(widget, 'de');
    await expect(form.holder).toHaveValue('Mara Lindner');
    await expect(form.holder).toBeFocused();
    await expect(form.button).toBeVisible();
    canaries.expectQuiet();
  });

  test(`falls back to English if a language cannot be loaded (${build})${build === 'script' ? ' @core' : ''}`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    await page.route(german, (route) => route.abort());
    const { token } = await openSepaSession(backend);
    await open(build);
    await host.init({ userSessionToken: token, locale: 'de' });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test('a form whose code cannot be loaded can be chosen again (npm) @engine', async ({
  backend,
  browserName,
  host,
  open,
  page,
  widget,
}) => {
  // The form is requested in parallel with the session, and again when it is due to be shown.
  let isOut = true;
  await page.route(/\/npm-bundle\/sepa-form-[\w-]+\.js$/, (route) =>
    isOut ? route.abort() : route.fallback(),
  );
  const { token } = await openSepaSession(backend);
  await open('npm');
  await host.init({ userSessionToken: token });
  await expect(widget.root.locator('upc-notice')).toBeVisible();
  isOut = false;
  await widget.root.getByRole('radio').click();
  if (browserName === 'firefox') {
    // Firefox requests a module only once. Until the page is loaded again, the widget can only report the failure.
    await expect(widget.root.locator('upc-notice')).toBeVisible();
    return;
  }
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});
/**
 * Results of loading, with the pixels by which each may exceed the skeleton. The offers are unknown until the gateway
 * has responded, so the result may be taller than the skeleton but never shorter.
 */
const outcomes: Readonly<
  Record<
    string,
    { readonly open: (backend: PartnerBackend) => Promise<OpenedSession>; readonly grows: number }
  >
> = {
  'a list of five methods': { open: (backend) => backend.openSession(), grows: 8 },
  // The form has a note on saving below the box, and one on card safety below the fields.
  'the form of a card': { open: (backend) => openCardSession(backend), grows: 120 },
  'the form of a direct debit': { open: (backend) => openSepaSession(backend), grows: 1000 },
};

/** Checks whether the system font is about as wide as DejaVu Sans (0.63 em for an n) rather than Arial (0.56). */
function hasWideLetters(form: Locator): Promise<boolean> {
  return form.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = `100px ${getComputedStyle(element).fontFamily}`;
    return context.measureText('n').width > 59;
  });
}

for (const width of [320, 1280]) {
  for (const [name, { open: openSession, grows }] of Object.entries(outcomes)) {
    test(`while the gateway is slow, a skeleton reserves the space of ${name} (${width} px)`, async ({
      backend,
      browserName,
      host,
      page,
      stack,
      widget,
    }) => {
      await page.setViewportSize({ width, height: 1400 });
      const release = await hold(page, sessionCall);
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Slow</title>
        <script src="${stack.serviceUrl}/widget/widget.js"></script></head>
        <body><main><div id="payment"></div><p id="below">Below</p></main></body></html>`;
      await page.goto(stack.partner.serve('/slow', html));
      const { token } = await openSession(backend);
      await host.init({ userSessionToken: token });
      await expect(widget.root.locator('.skeleton')).toBeVisible();
      const shifts = await page.evaluateHandle(async () => {
        // The first frame with the skeleton shifts the content below it, before anyone sees it. The observer starts
        // afterwards.
        const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        await frame();
        const seen: number[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            seen.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift' });
        return seen;
      });
      const top = (): Promise<number> =>
        page.locator('#below').evaluate((below) => below.getBoundingClientRect().top);
      const before = await top();
      await release();
      await expect(widget.root.locator('.row, .input').first()).toBeVisible();
      if (name.includes('card')) await expect(new CardForm(widget).number).toBeVisible();
      await expect(widget.root.locator('.skeleton-block')).toHaveCount(0);
      const moved = (await top()) - before;
      expect(moved).toBeGreaterThanOrEqual(-1);
      // With a wider font, the notes on cards take three more lines on a phone.
      const more =
        width === 320 && name.includes('card') && (await hasWideLetters(widget.root.locator('form')))
          ? 70
          : 0;
      expect(moved).toBeLessThanOrEqual(grows + more + 1);
      if (browserName === 'chromium' && name.includes('list')) expect(await shifts.jsonValue()).toEqual([]);
    });
  }
}

/** Address of the code of the submission: the script's second file, or a chunk of the partner's bundle. */
const submissionCode = {
  script: /\/widget\/widget-later-[\da-f]+\.js$/,
  npm: /\/npm-bundle\/prepare-submission-[\w-]+\.js$/,
};

for (const build of builds) {
  test(`a screen reader hears no translation key while the submission code loads (${build})`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const release = await hold(page, submissionCode[build]);
    const { token } = await openSepaSession(backend);
    await open(build);
    await host.init({ userSessionToken: token });
    const form = new SepaForm(widget);
    await form.button.click();
    const region = widget.root.locator('upc-live-region');
    await expect(region.getByRole('alert')).toHaveText('Check your details.');
    await form.fill();
    await form.button.click();
    await expect(region.getByRole('status')).toHaveText('Processing…');
    await release();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test('an earlier announcement is corrected when the submission code has loaded (npm)', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const release = await hold(page, submissionCode.npm);
  const { token } = await openSepaSession(backend);
  await open('npm');
  await host.init({ userSessionToken: token });
  const form = new SepaForm(widget);
  await form.button.click();
  const region = widget.root.locator('upc-live-region');
  await expect(region.getByRole('alert')).toHaveText('Check your details.');
  await release();
  await form.holder.blur();
  await expect(region.getByRole('status')).toHaveText('Please check 3 entries');
});

test('the second file of the script is requested once for two widgets, after the first form', async ({
  backend,
  host,
  page,
  stack,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => submissionCode.script.test(request.url()) && asked.push(request.url()));
  const release = await hold(page, sessionCall);
  const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
  const html = `<!doctype html><html lang="en"><head><title>Two</title>
    <script src="${stack.serviceUrl}/widget/widget.js"></script></head>
    <body><div id="payment"></div><div id="second"></div></body></html>`;
  await page.goto(stack.partner.serve('/two', html));
  const [first] = await Promise.all([
    page.waitForRequest(sessionCall),
    host.init({ userSessionToken: one.token }),
    host.init({ userSessionToken: two.token, container: 'second' }),
  ]);
  expect(asked).toEqual([]);
  await release();
  await first.response();
  for (const container of ['payment', 'second']) {
    const form = new SepaForm(new Widget(page, `#${container}`));
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens(container)).toHaveLength(1);
  }
  expect(asked).toHaveLength(1);
});

test('a form in the second file is requested together with the session', async ({
  backend,
  host,
  open,
  page,
}) => {
  const release = await hold(page, sessionCall);
  const { token } = await openSepaSession(backend);
  await open('script');
  const requested = page.waitForRequest(submissionCode.script);
  await host.init({ userSessionToken: token, countryCode: 'GB' });
  await requested;
  await release();
});

for (const [fault, spoil] of [
  ['cannot be reached', (route: Route) => route.abort()],
  [
    'differs from its hash',
    async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nglobalThis.spoilt = true;` });
    },
  ],
] as const) {
  test(`if the second file ${fault}, nothing is sent, and another press tries again @engine${fault.startsWith('differs') ? ' @core' : ''}`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const calls = recordCalls(page);
    await page.route(submissionCode.script, spoil);
    const { token } = await openSepaSession(backend);
    await open('script');
    await host.init({ userSessionToken: token });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect(widget.root.locator('upc-notice')).toContainText('There is no connection.');
    expect(countOf(calls, 'POST /payments')).toBe(0);
    expect(await page.evaluate(() => 'spoilt' in window)).toBe(false);

    await page.unroute(submissionCode.script);
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(countOf(calls, 'POST /payments')).toBe(1);
    await expect(page.locator('script[src*=later]')).toHaveCount(0);
  });
}

import { randomUUID } from 'node:crypto';
import { bankButton, challengeFrame } from '../support/card-form.js';
import { recordCalls } from '../support/faults.js';
import { builds, expect, test } from '../support/fixtures.js';
import {
  cardWithModal,
  comeBack,
  germanSepa,
  type Journey,
  type JourneyMethod,
  journeys,
  openJourney,
  signedSepa,
} from '../support/journeys.js';
import { type Build, pageNonce, type PolicyName } from '../support/partner-server.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import type { Stack } from '../support/stack.js';

/*
 * These tests use exactly the policy that docs/content-security.md gives to partners, with Trusted Types, and load the
 * script with its integrity hash. Browsers report violations to the partner's server. Each test ends with a deliberate
 * violation: once it has been reported, the absence of others is meaningful.
 */

/** Serves a page under its own path, so that its reports can be distinguished from others. @returns the path. */
async function strictPage(
  stack: Stack,
  build: Build,
  { policy, otherHash }: { readonly policy?: PolicyName; readonly otherHash?: string } = {},
): Promise<string> {
  const { script, integrity } = (await (await fetch(`${stack.serviceUrl}/widget/integrity.json`)).json()) as {
    readonly script: string;
    readonly integrity: string;
  };
  const tag =
    build === 'script'
      ? `<script src="${stack.serviceUrl}${script}" integrity="${otherHash ?? integrity}" nonce="${pageNonce}" crossorigin="anonymous"></script>`
      : '<script src="/npm-bundle/page.js" type="module"></script>';
  const path = `/strict/${randomUUID()}`;
  stack.partner.serve(
    path,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title>${tag}</head>
    <body><main><h1>Strict</h1><div id="payment"></div></main></body></html>`,
    policy,
  );
  return path;
}

/**
 * Journeys that together load from every kind of address in a policy: frames, fetches, other pages and data. Only
 * languages are loaded differently by each build.
 */
const strict: readonly (readonly [
  name: string,
  method: JourneyMethod,
  journey: Journey,
  builds: readonly Build[],
])[] = [
  ['a signed SEPA mandate', 'SEPA', signedSepa, ['npm']],
  ['a language that is fetched', 'SEPA', germanSepa, builds],
  ['a card in secured frames', 'CREDIT_CARD', journeys.CREDIT_CARD, ['script']],
  ['a card with the bank in a modal', 'CREDIT_CARD', cardWithModal, ['npm']],
  ['a Bacs mandate to check and download', 'BACS', journeys.BACS, ['script']],
  ['a redirect to PayPal and back', 'PAYPAL', journeys.PAYPAL, ['npm']],
];

for (const [name, method, journey, through] of strict) {
  for (const build of through) {
    const isCore =
      name === 'a card in secured frames' || (name === 'a language that is fetched' && build === 'npm');
    test(`${name} violates nothing (${build}) @engine${isCore ? ' @core' : ''}`, async ({
      canaries,
      host,
      page,
      stack,
      widget,
    }) => {
      const path = await strictPage(stack, build);
      const address = stack.partner.url + path;
      await page.goto(address);
      const token = await openJourney(stack, method, journey);
      const { countryCode, locale = 'en' } = journey;
      const config = { userSessionToken: token, countryCode, locale };
      await host.init(config);
      await journey.fill(widget, page);
      for (const { button } of journey.steps) await widget.button(button).click();
      if (journey.challenge) await bankButton(challengeFrame(widget), 'Approve').click();
      if (journey.leaves) {
        await comeBack(page, address);
        await host.init(config);
      }
      await expect.poll(() => host.tokens()).toHaveLength(1);
      await expect(widget.success).toBeVisible();
      canaries.expectQuiet();

      const own = 'http://127.0.0.1:9/violation.png';
      await page.evaluate((source) => (document.createElement('img').src = source), own);
      const reports = (): readonly string[] => stack.partner.policyReports(path);
      await expect.poll(reports).toContain(`img-src ${own}`);
      expect(reports()).toEqual([`img-src ${own}`]);
    });
  }
}

/** Policies that allow scripts by something else than their host. All other directives are those of the strict one. */
for (const policy of ['nonce', 'strict-dynamic', 'hashes'] as const) {
  test(`both files of the script run under the policy "${policy}" @engine`, async ({
    backend,
    host,
    page,
    stack,
    widget,
  }) => {
    const { token } = await openSepaSession(backend);
    const path = await strictPage(stack, 'script', { policy });
    await page.goto(stack.partner.url + path);
    await host.init({ userSessionToken: token });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);

    const own = 'http://127.0.0.1:9/violation.png';
    await page.evaluate((source) => (document.createElement('img').src = source), own);
    const reports = (): readonly string[] => stack.partner.policyReports(path);
    await expect.poll(reports).toContain(`img-src ${own}`);
    expect(reports()).toEqual([`img-src ${own}`]);
  });
}

test('a page whose Trusted Types leave out upc-widget gets a message, and nothing is sent', async ({
  backend,
  host,
  page,
  stack,
  widget,
}) => {
  const calls = recordCalls(page);
  const { token } = await openSepaSession(backend);
  await page.goto(stack.partner.url + (await strictPage(stack, 'script', { policy: 'without upc-widget' })));
  await host.init({ userSessionToken: token, takesErrors: true });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.events()).toContainEqual(expect.objectContaining({ code: 'NETWORK_ERROR' }));
  await expect(form.holder).toHaveValue('Mara Lindner');
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/api/v1/session']);
  expect(await host.tokens()).toEqual([]);
});

test('a script that does not match the integrity hash does not run @core @engine', async ({
  page,
  stack,
}) => {
  const path = await strictPage(stack, 'script', { otherHash: 'sha384-' + 'A'.repeat(64) });
  await page.goto(stack.partner.url + path);
  expect(await page.evaluate(() => 'paymentWidget' in window)).toBe(false);
});

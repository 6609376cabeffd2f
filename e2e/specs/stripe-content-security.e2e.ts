import { randomUUID } from 'node:crypto';
import { openCardSession } from '../support/card-form.js';
import { type Build, type PolicyName } from '../support/partner-server.js';
import type { Stack } from '../support/stack.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { stripeCards } from '../support/stripe/stripe-card-form.js';

/*
 * These tests use exactly the policies that docs/content-security.md gives to partners, with Trusted Types. Browsers
 * report violations to the partner's server. A deliberate violation comes last, so that the absence of others is
 * meaningful.
 */

/** Serves a page under its own path, so that its reports can be distinguished from others. @returns the path. */
function strictPage(stack: Stack, build: Build, policy: PolicyName): string {
  const path = `/strict/${randomUUID()}`;
  const tag =
    build === 'script'
      ? `<script src="${stack.serviceUrl}/widget/widget.js" crossorigin="anonymous"></script>`
      : '<script src="/npm-bundle/page.js" type="module"></script>';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title>${tag}</head>
    <body><main><h1>Strict</h1><div id="payment"></div></main></body></html>`;
  stack.partner.serve(path, html, policy);
  return path;
}

for (const [build, isSeparate] of [
  ['script', false],
  ['npm', true],
] as const) {
  test(`a card with a challenge in ${isSeparate ? 'separate fields' : 'one element'} violates nothing (${build})`, async ({
    backend,
    canaries,
    form,
    host,
    page,
    stack,
  }) => {
    const session = await openCardSession(backend);
    const path = strictPage(stack, build, 'stripe');
    await page.goto(stack.partner.url + path);
    form.isSeparate = isSeparate;
    const styling = isSeparate ? { iframeFields: {} } : {};
    await host.init({ userSessionToken: session.token, styling });
    await form.fill(stripeCards.modal);
    await form.button.click();
    await form.answerChallenge('Complete authentication');
    await expect.poll(() => host.tokens()).toHaveLength(1);
    canaries.expectQuiet();

    const own = 'http://127.0.0.1:9/violation.png';
    await page.evaluate((source) => (document.createElement('img').src = source), own);
    const reports = (): readonly string[] => stack.partner.policyReports(path);
    await expect.poll(reports).toContain(`img-src ${own}`);
    expect(reports()).toEqual([`img-src ${own}`]);
  });
}

test('a page whose policy leaves Stripe out is told, and another method pays', async ({
  backend,
  form,
  host,
  network,
  page,
  stack,
  widget,
}) => {
  const session = await openCardSession(backend, { permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] });
  const path = strictPage(stack, 'script', 'strict');
  await page.goto(stack.partner.url + path);
  await host.init({ userSessionToken: session.token });
  await widget.chooseMethod('Card');
  await expect(form.notice).toContainText(/could not be loaded/);
  expect(network.asked).toEqual([]);
  await widget.chooseMethod('SEPA Direct Debit');
  await expect(widget.root.getByLabel('IBAN')).toBeVisible();
});

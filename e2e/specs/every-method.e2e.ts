import { catalogue, methodNames } from '@upc/contract/catalogue';
import { builds, expect, test } from '../support/fixtures.js';
import { comeBack, journeys, openSessionOf } from '../support/journeys.js';
import { ledgerOf } from '../support/ledger.js';
import { customers, PartnerBackend, testKeys } from '../support/open-api.js';

/** A member of each studio, by the studio's key, with the studio's currency. */
const members = {
  [testKeys.eur]: { customerId: customers.jonas, currency: 'EUR' },
  [testKeys.chf]: { customerId: customers.reto, currency: 'CHF' },
  [testKeys.gbp]: { customerId: customers.gwen, currency: 'GBP' },
  [testKeys.usd]: { customerId: customers.dale, currency: 'USD' },
  [testKeys.aud]: { customerId: customers.ruby, currency: 'AUD' },
} as const;

/** Entries in the provider's ledger after 20.00 of the 25.00 paid have been used, in minor units. */
const afterUsage = {
  SETUP: { authorized: 0, refunded: 0 },
  AUTHORIZED: { captured: 2000, cancelled: 500, refunded: 0 },
  PAID: { captured: 2500, refunded: 500 },
} as const;

/*
 * These tests go through the catalogue, method by method: from the session through the widget to the token and its
 * usage.
 */
for (const [index, method] of methodNames.entries()) {
  const build = builds[index % builds.length] ?? 'script';
  test(`${method}: from the session to the token and its usage (${build}) @core`, async ({
    canaries,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const journey = journeys[method];
    const { key, countryCode } = journey;
    const { customerId, currency } = members[key];
    const session = await openSessionOf(stack, method, {
      key,
      session: { ...journey.session, customerId, showExistingPaymentInstruments: false },
    });
    const before = await ledgerOf(stack, session.paymentServiceCustomerId);
    await open(build);
    const address = page.url();
    const config = { userSessionToken: session.token, countryCode };
    await host.init(config);
    await widget.root.locator('form').waitFor();
    await journey.fill(widget, page);
    for (const { button, shows } of journey.steps) {
      if (shows) await expect(widget.text(shows).last()).toBeVisible();
      await widget.button(button).click();
    }
    if (journey.leaves) {
      await comeBack(page, address);
      await host.init(config);
    }
    await expect.poll(() => host.tokens()).toHaveLength(1);
    await expect(widget.success).toBeVisible();
    expect(page.url()).toBe(address);

    const { detailsKey, flow, hold } = catalogue[method];
    const success = (await host.events()).find(({ type }) => type === 'success');
    expect(Object.keys((success as { details?: object } | undefined)?.details ?? {})).toEqual([detailsKey]);
    const [token = ''] = await host.tokens();
    const backend = new PartnerBackend(stack.serviceUrl, key);
    const isPaid = (journey.session.amount ?? 0) > 0;
    const used = isPaid
      ? await backend.payAccount(customerId, token, 20, currency)
      : await backend.replaceInstrument(customerId, token);
    expect(used).toMatchObject({ status: 200 });
    const rows = await ledgerOf(stack, session.paymentServiceCustomerId);
    if (flow === 'none') expect(rows).toEqual(before);
    else expect(rows.at(-1)).toMatchObject(afterUsage[isPaid ? hold : 'SETUP']);
    await canaries.expectNoTraceOf([session.token, token]);
    canaries.expectQuiet();
  });
}

import { expect, test } from '../support/fixtures.js';
import { walk } from '../support/keyboard.js';
import { MandateDownload } from '../support/mandate-download.js';
import { PartnerBackend, testKeys } from '../support/open-api.js';

/** Text to type, by field name. The walk skips all other fields. */
const address = {
  'address.line1': 'Bahnhofstrasse 1',
  'address.postalCode': '8001',
  'address.city': 'Zürich',
};
const methods = [
  ['SEPA', testKeys.eur, 'DE', { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' }],
  ['CH_DD', testKeys.chf, 'CH', { accountHolder: 'Reto Meier', iban: 'CH8309000000100012345', ...address }],
  ['LSV', testKeys.chf, 'CH', { accountHolder: 'Reto Meier', iban: 'CH9300762011623852957', ...address }],
  [
    'ACH',
    testKeys.usd,
    'US',
    { accountHolder: 'Dana Brooks', bankLocationId: '110000000', accountNumber: '000123456789' },
  ],
  ['CASH', testKeys.eur, 'DE', {}],
  ['BANK_TRANSFER', testKeys.eur, 'DE', {}],
] as const;

for (const [method, key, countryCode, values] of methods) {
  test(`${method} by keyboard alone @engine${method === 'SEPA' ? ' @core' : ''}`, async ({
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const { token } = await new PartnerBackend(stack.serviceUrl, key).openSession({
      permittedPaymentChoices: [method],
      showExistingPaymentInstruments: false,
    });
    await open();
    await host.init({ userSessionToken: token, countryCode });
    await widget.root.locator('form').waitFor();
    await walk(page, values);
    if (method === 'ACH') {
      // With ACH, the payer first gets the mandate as a download. Its link and button are reached in the same way.
      await new MandateDownload(widget).goOn.waitFor();
      await walk(page, {});
    }
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

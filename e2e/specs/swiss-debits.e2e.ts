import { expectAccessible } from '../support/accessibility.js';
import { builds, expect, test } from '../support/fixtures.js';
import { PartnerBackend, testKeys } from '../support/open-api.js';
import { SwissDebitForm, swissIbans } from '../support/swiss-debit-form.js';

test.use({ locale: 'en-CH' });

const schemes = [
  {
    method: 'CH_DD',
    details: 'chDD',
    own: [swissIbans.postFinance],
    refused: swissIbans.postFinanceRefused,
  },
  {
    method: 'LSV',
    details: 'lsvDD',
    own: [swissIbans.otherBank, swissIbans.liechtenstein],
    refused: swissIbans.otherBankRefused,
  },
] as const;

for (const { method, details, own, refused } of schemes) {
  test.describe(method, () => {
    const choices = { permittedPaymentChoices: [method] };

    for (const [index, iban] of own.entries()) {
      const build = builds[index % builds.length];
      test(`${iban.slice(0, 9)}…: the authority is given (${build})`, async ({
        canaries,
        host,
        open,
        page,
        stack,
        widget,
      }) => {
        const session = await new PartnerBackend(stack.serviceUrl, testKeys.chf).openSession(choices);
        await open(build);
        await host.init({ userSessionToken: session.token, countryCode: 'CH' });
        const form = new SwissDebitForm(widget);
        await form.fill(iban, 'Zoë Canary');
        await expectAccessible(page);
        await form.button.click();

        await expect(widget.success).toBeVisible();
        const success = (await host.events()).find((event) => event.type === 'success');
        expect(success).toMatchObject({
          token: expect.stringMatching(/^[A-Za-z0-9]{54}$/),
          details: { [details]: { bankAccountDetails: { accountHolder: 'Zoë Canary' } } },
        });
        expect(JSON.stringify(success)).not.toContain(iban);
        await canaries.expectNoTraceOf([session.token, iban, 'Zoë Canary']);
        canaries.expectQuiet();
      });
    }

    test('a bank that refuses leaves a way on', async ({ host, open, stack, widget }) => {
      const session = await new PartnerBackend(stack.serviceUrl, testKeys.chf).openSession(choices);
      await open();
      await host.init({ userSessionToken: session.token, countryCode: 'CH' });
      const form = new SwissDebitForm(widget);
      await form.fill(refused);
      await form.button.click();
      await expect(widget.root.locator('.notice')).toBeVisible();
      expect(await host.tokens()).toEqual([]);
      await form.iban.fill(own[0]);
      await form.button.click();
      await expect.poll(() => host.tokens()).toHaveLength(1);
    });
  });
}

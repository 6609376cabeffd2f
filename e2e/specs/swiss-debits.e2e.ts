import { expectAccessible } from '../support/accessibility.js';
import { countOf, recordCalls } from '../support/faults.js';
import { doors, expect, test } from '../support/fixtures.js';
import { PartnerBackend, testKeys } from '../support/open-api.js';
import { SwissDebitForm, swissIbans } from '../support/swiss-debit-form.js';

test.use({ locale: 'en-CH' });

const schemes = [
  {
    method: 'CH_DD',
    details: 'chDD',
    own: [swissIbans.postFinance],
    refused: swissIbans.postFinanceRefused,
    wrong: swissIbans.otherBank,
    right: /choose LSV\+ direct debit/,
  },
  {
    method: 'LSV',
    details: 'lsvDD',
    own: [swissIbans.otherBank, swissIbans.liechtenstein],
    refused: swissIbans.otherBankRefused,
    wrong: swissIbans.postFinance,
    right: /choose PostFinance direct debit/,
  },
] as const;

for (const { method, details, own, refused, wrong, right } of schemes) {
  test.describe(method, () => {
    const choices = { permittedPaymentChoices: [method] };

    for (const [index, iban] of own.entries()) {
      const door = doors[index % doors.length];
      test(`${iban.slice(0, 9)}…: the authority is given (${door})`, async ({
        canaries,
        host,
        open,
        page,
        stack,
        widget,
      }) => {
        const session = await new PartnerBackend(stack.serviceUrl, testKeys.chf).openSession(choices);
        await open(door);
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

    test('the other scheme and a QR-IBAN are told at the field, and nothing is sent', async ({
      host,
      open,
      page,
      stack,
      widget,
    }) => {
      const calls = recordCalls(page);
      const session = await new PartnerBackend(stack.serviceUrl, testKeys.chf).openSession(choices);
      await open();
      await host.init({ userSessionToken: session.token, countryCode: 'CH' });
      const form = new SwissDebitForm(widget);
      for (const [iban, message] of [
        [wrong, right],
        [swissIbans.qr, /QR-IBAN/],
      ] as const) {
        await form.fill(iban);
        await form.button.click();
        await expect(form.iban).toBeFocused();
        await expect(form.iban).toHaveAccessibleDescription(message);
      }
      await expectAccessible(page);
      expect(countOf(calls, 'POST /payments')).toBe(0);
    });

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

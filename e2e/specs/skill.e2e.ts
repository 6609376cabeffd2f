import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { skill, snippetsOf } from '../../scripts/docs/pages.mjs';
import { bundledPage } from '../support/bundled-page.js';
import { expect, test } from '../support/fixtures.js';
import { testKeys } from '../support/open-api.js';
import { root } from '../support/process.js';
import { SepaForm } from '../support/sepa-form.js';

interface Backend {
  openSession(): Promise<{ readonly token: string }>;
  useToken(paymentRequestToken: string): Promise<unknown>;
}

/* The skill for coding agents: its code works as it is, and its accounts end as it says. */

for (const [iban, isPaid] of [
  ['DE89 3704 0044 0532 0130 00', true],
  ['DE65 3704 0044 0002 2222 27', false],
] as const) {
  test(`the skill's backend and page: ${iban} is ${isPaid ? 'paid' : 'refused'}`, async ({
    page,
    stack,
    widget,
  }) => {
    const [ofBackend = '', ofPage = ''] = snippetsOf(skill)
      .filter(({ language }) => language === 'js')
      .map(({ code }) => code.replaceAll('http://localhost:4010', stack.serviceUrl));
    const folder = await mkdtemp(join(tmpdir(), 'upc-skill-'));
    process.env.UPC_API_KEY = testKeys.eur;
    try {
      await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
      await writeFile(join(folder, 'backend.mjs'), ofBackend);
      const backend = (await import(pathToFileURL(join(folder, 'backend.mjs')).href)) as Backend;
      const { token } = await backend.openSession();
      const answers: string[] = [];
      await page.exposeFunction('ask', async (_: string, paymentRequestToken: string) => {
        const use = async () =>
          backend.useToken(paymentRequestToken).then(
            () => 'paid',
            (error: Error & { readonly errorCode: string }) => `${error.name} ${error.errorCode}`,
          );
        // The same request again gets the same response, and nothing is charged twice.
        answers.push(await use(), await use());
      });
      const script = await bundledPage(`const session = ${JSON.stringify(token)};\n${ofPage}`);
      await page.goto(
        stack.partner.serve(
          '/skill',
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>A skill</title><div id="payment"></div>
            <script type="module">${script.replaceAll('</script', '<\\/script')}</script></html>`,
          "default-src * 'unsafe-inline'",
        ),
      );
      await widget.chooseMethod('SEPA Direct Debit');
      const form = new SepaForm(widget);
      await form.fill({ iban });
      await form.button.click();
      await expect.poll(() => answers.length).toBe(2);
      const expected = isPaid ? 'paid' : 'OpenApiError PAYMENT_DECLINED';
      expect(answers).toEqual([expected, expected]);
    } finally {
      delete process.env.UPC_API_KEY;
      await rm(folder, { recursive: true });
    }
  });
}

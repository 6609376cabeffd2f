import { expect, test } from '../support/fixtures.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { elementScript, wrapperHosts } from '../support/wrapper-hosts.js';

interface Page {
  readonly seen: { readonly tokens: readonly string[]; readonly rounds: readonly number[] };
  readonly widget: { getPaymentState(): { readonly canSubmit: boolean } } | null;
}

for (const [name, script] of Object.entries(wrapperHosts)) {
  test(`wrapper ${name}: options change and nothing typed is lost, another session, hidden and shown, paid`, async ({
    backend,
    canaries,
    page,
    stack,
    widget,
  }) => {
    const tokens = [await openSepaSession(backend), await openSepaSession(backend)].map(({ token }) => token);
    const config = {
      userSessionTokens: tokens,
      baseUrl: stack.serviceUrl,
      environment: 'test',
      countryCode: 'DE',
      locale: 'en',
    };
    await page.addInitScript((given) => Object.assign(window, { config: given }), config);
    const body = await script();
    await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
      <script type="module" src="/page.js"></script></head><body><div id="payment"><div id="root"></div></div></body></html>`;
    await page.goto(stack.partner.serve(`/${name}`, html, 'framework'));
    const press = (button: string) => page.getByRole('button', { name: button }).click();
    const seen = () => page.evaluate(() => (window as unknown as Page).seen);

    const form = new SepaForm(widget);
    await form.fill();
    await expect(widget.root).toHaveCount(1);
    await expect(form.button).toHaveCSS('background-color', 'rgb(120, 20, 90)');

    await press('Render again');
    await press('Colour');
    await expect(form.button).toHaveCSS('background-color', 'rgb(10, 90, 60)');
    await expect(form.holder).toHaveValue('Mara Lindner');
    await expect(form.mandate).toBeChecked();

    await press('Session');
    await expect(form.holder).toHaveValue('');
    await expect(widget.root).toHaveCount(1);

    await press('Show or hide');
    await expect(widget.root).toHaveCount(0);
    await press('Show or hide');
    await form.fill();
    const canSubmit = () =>
      page.evaluate(() => (window as unknown as Page).widget?.getPaymentState().canSubmit);
    await expect.poll(canSubmit).toBe(true);
    await form.button.click();
    await expect.poll(async () => (await seen()).tokens).toHaveLength(1);
    // The callback is the one from the page's last render.
    expect((await seen()).rounds).toEqual([1]);
    canaries.expectQuiet();
  });
}

test('<upc-payment> says what is wrong with a tag, and shows errors unless the page does', async ({
  backend,
  canaries: _watching,
  page,
  stack,
  widget,
}) => {
  const { token } = await openSepaSession(backend);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const body = await elementScript();
  await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Element</title>
    <script type="module" src="/page.js"></script></head><body>
    <div id="payment"><upc-payment token="x" data-own="1" environment="moon" country-code="DE" locale="en"
      base-url="${stack.serviceUrl}">The payment form is on its way.</upc-payment></div></body></html>`;
  await page.goto(stack.partner.serve('/element-errors', html));
  const element = page.locator('upc-payment');

  // Without a token the element waits and shows the content that the page has put into it.
  await expect(element).toHaveText('The payment form is on its way.');
  expect(said.filter((line) => line.includes('no attribute "token"'))).toHaveLength(1);
  expect(said.filter((line) => line.includes('data-own'))).toEqual([]);

  await element.evaluate((payment, given) => {
    payment.addEventListener('upc-error', (event) => {
      document.title = (event as CustomEvent<Error>).detail.message;
    });
    payment.setAttribute('session-token', given);
  }, token);
  await expect(page).toHaveTitle(/environment.*moon.*"test", "sandbox" or "live"/);
  await expect(widget.root).toHaveCount(0);

  await element.evaluate((payment) => payment.setAttribute('environment', 'test'));
  const form = new SepaForm(widget);
  await form.fill({ iban: ibans.refused });
  await form.button.click();
  await expect(widget.root.getByRole('alert')).toContainText(/refused|declined/i);

  await element.evaluate((payment) =>
    payment.addEventListener('upc-error', (event) => event.preventDefault()),
  );
  await form.iban.fill(ibans.refused);
  await form.button.click();
  await expect(page).toHaveTitle(/refused|declined/i);
  await expect(widget.root.getByRole('alert')).toHaveText('');
});

test('<upc-payment> follows what a page gives, takes back and gives wrong', async ({
  backend,
  canaries: _watching,
  page,
  stack,
  widget,
}) => {
  const { token } = await openSepaSession(backend);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const body = await elementScript();
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/page.js', async (route) => {
    await loaded;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Element</title>
    <script type="module" src="/page.js"></script></head><body>
    <div id="payment"><upc-payment environment="test" country-code="DE" locale="en" accesskey="p" translate="no"
      base-url="${stack.serviceUrl}"></upc-payment></div></body></html>`;
  await page.goto(stack.partner.serve('/element-config', html), { waitUntil: 'commit' });
  const element = page.locator('upc-payment');
  type Payment = HTMLElement & { config: object | null };
  const give = (config: object | null) =>
    element.evaluate((payment: Payment, next) => {
      payment.config = next;
    }, config);
  const set = (name: string, value: string | null) =>
    element.evaluate(
      (payment, [key, text]) => {
        if (text === null) payment.removeAttribute(key);
        else payment.setAttribute(key, text);
      },
      [name, value] as const,
    );
  // The configuration exists before the element is defined.
  const name = (value: string) => ({ name: { value } });
  await give({ customerFields: { ...name('Mara'), email: { value: 'mara@example.com' } } });
  load();
  await set('session-token', token);
  const form = new SepaForm(widget);
  await expect(form.holder).toHaveValue('Mara');
  expect(said.filter((line) => line.includes('no attribute'))).toEqual([]);

  // A change to another field leaves the typed name unchanged.
  await form.holder.fill('Mara Lindner');
  await give({ customerFields: { ...name('Mara'), email: { value: 'other@example.com' } } });
  await expect(form.holder).toHaveValue('Mara Lindner');
  await give(null);
  await expect(form.holder).toHaveValue('');

  // A wrong configuration is not applied at all, and the next one is applied completely.
  await form.holder.fill('Mara Lindner');
  await element.evaluate((payment) => {
    payment.setAttribute('locale', '!');
    payment.setAttribute('hide-payment-button', '');
  });
  await expect(form.button).toBeVisible();
  await set('locale', 'en');
  await expect(form.button).toBeHidden();
  await expect(form.holder).toHaveValue('Mara Lindner');

  await set('country-code', 'Germany');
  await expect(widget.root).toHaveCount(0);
  await set('country-code', 'DE');
  await expect(form.holder).toBeVisible();

  await set('session-token', null);
  await expect(widget.root).toHaveCount(0);

  // A promised token stays the same in another object. Another promise is another session.
  const promise = (value?: string) =>
    element.evaluate((payment: Payment & { promised?: Promise<string> }, next) => {
      if (next !== undefined) payment.promised = Promise.resolve(next);
      payment.config = { userSessionToken: payment.promised };
    }, value);
  await promise(token);
  await form.holder.fill('Mara Lindner');
  await promise();
  await expect(form.holder).toHaveValue('Mara Lindner');
  await promise((await openSepaSession(backend)).token);
  await expect(form.holder).toHaveValue('');
});

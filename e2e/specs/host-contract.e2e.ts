import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from '../support/fixtures.js';
import { root } from '../support/process.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

interface Noted {
  readonly states: readonly string[];
  readonly during: readonly string[];
}

test('the payment state is told when it changes, never inside init, and never after destroy', async ({
  backend,
  open,
  page,
  stack,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open();
  await page.evaluate(
    ({ baseUrl, userSessionToken }) => {
      const target = window as unknown as {
        paymentWidget: { init(config: object): { destroy(): void; submitPayment(): Promise<unknown> } };
        noted: { states: string[]; during: string[] };
        hostWidgets: Record<string, unknown>;
      };
      const noted = (target.noted = { states: [] as string[], during: [] as string[] });
      let call = 'init';
      const widget = target.paymentWidget.init({
        ...{ baseUrl, userSessionToken, environment: 'test', countryCode: 'DE', locale: 'en' },
        container: 'payment',
        onPaymentStateChange: ({
          isProcessing,
          canSubmit,
        }: {
          isProcessing: boolean;
          canSubmit: boolean;
        }) => {
          noted.states.push(`${isProcessing ? 'processing' : 'idle'} ${canSubmit ? 'can' : 'cannot'}`);
          noted.during.push(call);
          if (isProcessing) queueMicrotask(() => (widget.destroy(), (call = 'destroyed')));
        },
      });
      call = 'later';
      target.hostWidgets = { payment: widget };
    },
    { baseUrl: stack.serviceUrl, userSessionToken: session.token },
  );
  const form = new SepaForm(widget);
  await form.fill();
  await form.mandate.uncheck();
  await form.mandate.check();
  await form.button.click();
  await expect(page.locator('#payment')).toBeEmpty();
  expect(await page.evaluate(() => (window as unknown as { noted: Noted }).noted)).toEqual({
    states: ['idle can', 'idle cannot', 'idle can', 'processing cannot'],
    during: ['later', 'later', 'later', 'later'],
  });
});

test("callbacks that throw break nothing, and their errors are the page's own @core", async ({
  backend,
  open,
  page,
  stack,
  widget,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const session = await openSepaSession(backend);
  await open();
  await page.evaluate(
    ({ baseUrl, userSessionToken }) => {
      const throwing = (name: string) => () => {
        throw new Error(`${name} of the page`);
      };
      (window as unknown as { paymentWidget: { init(config: object): unknown } }).paymentWidget.init({
        ...{ baseUrl, userSessionToken, environment: 'test', countryCode: 'DE', locale: 'en' },
        container: 'payment',
        onSuccess: throwing('onSuccess'),
        onError: throwing('onError'),
        onPaymentStateChange: throwing('onPaymentStateChange'),
      });
    },
    { baseUrl: stack.serviceUrl, userSessionToken: session.token },
  );
  const form = new SepaForm(widget);
  await form.fill({ iban: ibans.wrongCheckDigits });
  await form.button.click();
  await form.iban.fill(ibans.success);
  await form.button.click();
  await expect(widget.success).toBeVisible();
  await expect
    .poll(() => new Set(errors))
    .toEqual(new Set(['onPaymentStateChange of the page', 'onError of the page', 'onSuccess of the page']));
});

test('devMode shows keys and names what is ignored, once; without it the console is silent', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  const session = await openSepaSession(backend);
  await open();
  const mistakes: object = {
    colour: 'red',
    featureFlags: { fast: true },
    customerFields: { address: { zip: { value: '1' } } },
  };
  const mistaken = { userSessionToken: session.token, ...mistakes };
  await host.init(mistaken);
  await new SepaForm(widget).holder.waitFor();
  await host.update({ region: 'us-east-2' });
  expect(said).toEqual([]);

  await host.destroy();
  await host.init({ ...mistaken, devMode: true });
  await expect(widget.root.getByLabel('accountHolder.label')).toBeVisible();
  await expect(widget.button('button.signAndSave')).toBeVisible();
  const warning = 'warning: paymentWidget: ignored unknown configuration: ';
  await expect.poll(() => said).toEqual([`${warning}colour, featureFlags.fast, customerFields.address.zip.`]);
  await host.update({ region: 'us-east-2' });
  await expect.poll(() => said).toHaveLength(2);
  expect(said[1]).toBe(`${warning}region.`);
});

test('a build that knows its gateways needs no baseUrl, and takes none over plain http in live', async ({
  backend,
  host,
  page,
  stack,
  widget,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'upc-build-'));
  const urls = { 'test/eu-central-1': `${stack.serviceUrl}/`, 'live/eu-central-1': 'http://gateway.example' };
  await execa(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'script', '--outDir', folder],
    { cwd: root, env: { UPC_GATEWAY_URLS: JSON.stringify(urls) } },
  );
  // The script comes from the partner's own server, which is not a service and must receive no token.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ path: join(folder, basename(route.request().url())) }),
  );
  const session = await openSepaSession(backend);
  const html = `<!doctype html><html lang="en"><head><title>A build</title><script src="/assets/widget.js"></script></head>
    <body><div id="payment"></div></body></html>`;
  await page.goto(stack.partner.serve('/own-build', html));
  const errorOf = (environment: string, region: string): Promise<string> =>
    page.evaluate(
      (given) => {
        try {
          (window as unknown as { paymentWidget: { init(config: object): unknown } }).paymentWidget.init({
            ...given,
            userSessionToken: 'token-that-is-sent-nowhere',
            countryCode: 'DE',
            locale: 'en',
            container: 'payment',
          });
          return '';
        } catch (error) {
          return (error as Error).message;
        }
      },
      { environment, region },
    );
  expect(await errorOf('live', 'eu-central-1')).toMatch(/only https is allowed/);
  expect(await errorOf('test', 'us-east-2')).toMatch(
    /pass the address of your gateway. This build has none for "test\/us-east-2"/,
  );

  await host.init({ userSessionToken: session.token, baseUrl: undefined as unknown as string });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await rm(folder, { recursive: true });
});

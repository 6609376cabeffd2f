import { expect, test } from '../support/fixtures.js';
import { reactHost } from '../support/react-host.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

interface Seen {
  readonly mounts: number;
  readonly tokens: readonly string[];
}

test('on a page made with React in StrictMode: mounted, undone, mounted again; rendered around; hidden and shown', async ({
  backend,
  canaries,
  page,
  stack,
  widget,
}) => {
  const { token } = await openSepaSession(backend);
  const config = {
    userSessionToken: token,
    baseUrl: stack.serviceUrl,
    environment: 'test',
    countryCode: 'DE',
    locale: 'en',
  };
  await page.addInitScript((given) => Object.assign(window, { config: given }), config);
  const body = await reactHost();
  await page.route('**/react.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>React</title>
    <script type="module" src="/react.js"></script></head><body><div id="root"></div></body></html>`;
  await page.goto(stack.partner.serve('/react', html));
  const seen = (): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

  const form = new SepaForm(widget);
  await expect(form.holder).toBeVisible();
  await expect(widget.root).toHaveCount(1);
  expect((await seen()).mounts).toBe(2);
  await expect(form.button).toHaveCSS('background-color', 'rgb(120, 20, 90)');

  await form.fill();
  const again = page.getByRole('button', { name: 'Render again' });
  for (let round = 0; round < 3; round += 1) await again.click();
  await expect(form.button).toHaveCSS('background-color', 'rgb(10, 90, 60)');
  await expect(form.holder).toHaveValue('Mara Lindner');
  await expect(form.mandate).toBeChecked();

  const toggle = page.getByRole('button', { name: 'Show or hide' });
  await toggle.click();
  await expect(widget.root).toHaveCount(0);
  await toggle.click();
  await form.fill();
  await form.button.click();
  await expect.poll(async () => (await seen()).tokens).toHaveLength(1);
  canaries.expectQuiet();
});

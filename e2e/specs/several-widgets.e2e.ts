import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/fixtures.js';
import { Widget } from '../support/widget.js';

const twoContainers = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Two widgets</title>
  <script src="/npm-bundle/page.js" type="module"></script></head>
  <body><div id="first"></div><div id="second"></div></body></html>`;

test('two widgets with different sessions and languages, ended in any order @core @engine', async ({
  backend,
  canaries,
  host,
  page,
  stack,
}) => {
  const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
  await page.goto(stack.partner.serve('/two', twoContainers));
  await host.init({ userSessionToken: one.token, container: 'first', locale: 'en' });
  await host.init({ userSessionToken: two.token, container: 'second', locale: 'de-LU' });

  const english = new SepaForm(new Widget(page, '#first'), 'en');
  const german = new SepaForm(new Widget(page, '#second'), 'de');
  await english.fill({ holder: 'First Person' });
  await german.fill({ holder: 'Zweite Person' });
  await english.button.click();
  await expect.poll(() => host.tokens('first')).toHaveLength(1);
  expect(await host.tokens('second')).toEqual([]);
  await expect(german.holder).toHaveValue('Zweite Person');

  await host.destroy('first');
  await expect(page.locator('#first')).toBeEmpty();
  await german.button.click();
  await expect.poll(() => host.tokens('second')).toHaveLength(1);
  canaries.expectQuiet();
});

import type { Page } from '@playwright/test';
import { CardForm, openCardSession } from '../support/card-form.js';
import { countOf, recordCalls } from '../support/faults.js';
import { expect, test } from '../support/fixtures.js';
import { countLeftovers, leftovers } from '../support/leftovers.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { Widget } from '../support/widget.js';

/** Things that host pages do to a node they do not own. */
const treatments: Readonly<Record<string, () => void>> = {
  'moved to another place': () => {
    const widget = document.querySelector('upc-payment-widget')!;
    const place = document.createElement('section');
    place.id = 'elsewhere';
    document.body.append(place);
    place.append(widget);
  },
  'moved with its container': () => document.body.prepend(document.getElementById('payment')!),
  'moved within the page without being taken off': () => {
    const main = document.querySelector('main')!;
    const container = document.getElementById('payment')!;
    if ('moveBefore' in Element.prototype) main.moveBefore(container, main.firstElementChild);
    else main.prepend(document.getElementById('payment')!);
  },
  'given new neighbours': () => {
    const container = document.getElementById('payment')!;
    for (let round = 0; round < 3; round += 1) {
      container.prepend('text ', document.createElement('p'), '');
      container.append(document.createComment('rendered'), document.createElement('hr'));
      container.normalize();
      container.firstElementChild?.replaceWith(document.createElement('div'));
      container.className = `rendered-${round}`;
      container.removeAttribute('style');
    }
  },
};

function expectTyped(form: SepaForm): Promise<unknown> {
  return Promise.all([
    expect(form.holder).toHaveValue('Mara Lindner'),
    expect(form.iban).toHaveValue('DE89 3704 0044 0532 0130 00'),
    expect(form.mandate).toBeChecked(),
  ]);
}

for (const [name, treatment] of Object.entries(treatments)) {
  test(`${name}, it keeps the input${name === 'moved to another place' ? ' @core @engine' : ''}`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    const { token } = await openSepaSession(backend);
    await open();
    await host.init({ userSessionToken: token });
    const form = new SepaForm(widget);
    await form.fill();
    await page.evaluate(treatment);
    const there = new SepaForm(new Widget(page, 'body'));
    await expectTyped(there);
    await there.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    canaries.expectQuiet();
  });

  test(`${name}, it has card fields that work @engine`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    const { token } = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: token });
    await new CardForm(widget).fill();
    await page.evaluate(treatment);
    const moved = new Widget(page, 'body');
    const card = new CardForm(moved);
    await expect(moved.root.locator('iframe')).toHaveCount(1);
    await expect(card.holder).toHaveValue('Mara Lindner');
    await expect(moved.root.locator('.secured')).toHaveAttribute('aria-busy', 'false');
    const canMove = await page.evaluate(() => 'moveBefore' in Element.prototype);
    const survives = name === 'given new neighbours' || (name.includes('without') && canMove);
    await expect(card.number).toHaveValue(survives ? '4242 4242 4242 4242' : '');
    if (!survives) await card.fill();
    await card.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    canaries.expectQuiet();
  });
}

async function takeOff(page: Page): Promise<void> {
  await page.evaluate(() => {
    const widget = document.querySelector('upc-payment-widget')!;
    Object.assign(window, { taken: widget });
    widget.remove();
  });
}

function putBack(page: Page): Promise<void> {
  return page.evaluate(() =>
    document.getElementById('payment')!.append((window as unknown as { taken: Element }).taken),
  );
}

test('removed from the page it sends and announces nothing; put back, it continues @engine', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  await countLeftovers(page);
  const { token } = await openSepaSession(backend);
  await open();
  const clean = await leftovers(page);
  await host.init({ userSessionToken: token });
  const form = new SepaForm(widget);
  await form.fill();
  await takeOff(page);
  await expect.poll(() => leftovers(page)).toEqual(clean);
  const heard = await host.events();
  await putBack(page);
  await expectTyped(form);
  expect(await host.events()).toEqual(heard);
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  canaries.expectQuiet();
});

test('removed during a payment, it leaves the outcome to the gateway and pays once', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  const { token } = await openSepaSession(backend);
  await open();
  const calls = recordCalls(page);
  // The gateway decides, but its response arrives only after the widget has left the page.
  await page.evaluate(() => {
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const answer = await send(input, { ...init, signal: null });
      if (init?.method === 'PUT') {
        document.querySelector('upc-payment-widget')?.dispatchEvent(new Event('decided'));
        await new Promise((_, reject) => init.signal?.addEventListener('abort', reject));
      }
      return answer;
    };
  });
  await host.init({ userSessionToken: token });
  const form = new SepaForm(widget);
  await form.fill();
  const decided = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.querySelector('upc-payment-widget')!.addEventListener('decided', resolve),
      ),
  );
  await form.button.click();
  await decided;
  await takeOff(page);
  expect(await host.tokens()).toEqual([]);
  await putBack(page);
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(countOf(calls, 'POST /payments')).toBe(1);
  expect((await host.events()).filter(({ type }) => type === 'error')).toEqual([]);
  canaries.expectQuiet();
});

test('an emptied container takes another widget, a hundred times, without requests from earlier ones', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  await countLeftovers(page);
  const { token } = await openSepaSession(backend);
  await open();
  const clean = await leftovers(page);
  for (let round = 0; round < 100; round += 1) {
    await host.init({ userSessionToken: token });
    await page.evaluate(() => document.getElementById('payment')!.replaceChildren());
  }
  await expect.poll(() => leftovers(page)).toEqual(clean);
  await host.init({ userSessionToken: token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  canaries.expectQuiet();
});

test('a second widget in one container works, and the console warns the developer', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
  await open();
  await host.init({ userSessionToken: one.token });
  await host.init({ userSessionToken: two.token, devMode: true });
  await expect(widget.root).toHaveCount(2);
  await expect.poll(() => warnings).toEqual([expect.stringContaining('already contains a widget')]);
  await host.destroy();
  await expect(widget.root).toHaveCount(1);
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

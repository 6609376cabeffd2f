import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { bankButton, CardForm, cards } from '../support/card-form.js';
import { withinOneDay } from '../support/day.js';
import { expect, test } from '../support/fixtures.js';
import { startProcess, type RunningProcess } from '../support/process.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import type { Stack } from '../support/stack.js';
import { Widget } from '../support/widget.js';

let demo: RunningProcess | undefined;

test.beforeEach(withinOneDay);
test.afterEach(async () => {
  await demo?.end();
  demo = undefined;
});

test('from the offer to the contract: voucher, module, both payments, the bank’s page, a reload, a signature', async ({
  canaries,
  page,
  stack,
}) => {
  test.slow();
  const previews = requestsTo(page, 'preview');
  await page.goto(`${await startDemo(stack)}/signup`);
  await expect(page.getByRole('navigation').getByRole('link').first()).toHaveText('Sign up');
  await expectAccessible(page);
  await chooseOffer(page, 'Standard', '12 months');
  await expect(summary(page)).toContainText('€68.90 today');

  const voucher = page.getByLabel('Voucher code');
  await voucher.fill('EXPIRED');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('“EXPIRED” cannot be used')).toBeVisible();
  await voucher.fill('HALF3');
  await voucher.press('Enter');
  await expect(page.getByText(/HALF3. was applied/)).toBeVisible();
  await page.getByRole('checkbox', { name: /Sauna/ }).check();
  await expect(summary(page)).toContainText('€44.35 today');
  await expectAccessible(page);
  // The second of two quick clicks reaches the step that the first one opened.
  await page.evaluate(() => {
    for (let click = 0; click < 2; click++)
      document.querySelector<HTMLButtonElement>('#step form button[type=submit]')?.click();
  });
  await expect(page.getByText('Please check 8 entries')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter your first name.' })).toBeVisible();
  await expect(
    page.getByText('The studio will write to you there.'),
    'the error takes its place',
  ).toBeHidden();
  await expectAccessible(page);
  const before = previews.length;
  await fillPerson(page);
  await expect(summary(page)).toContainText('Price for your age');
  await page.locator('#field-email').focus();
  await expect(page.getByText('All corrected')).toBeVisible();
  await expect(page.locator('.problem s').first()).toHaveText('Enter your first name.');
  expect(previews.length, 'of all the person’s fields, only the date of birth asks for a price').toBe(
    before + 1,
  );
  await goOn(page);

  const widget = new Widget(page, '.widget');
  await paySepa(widget, ibans.success);
  await expect(page.getByText('SEPA Direct Debit •••• 3000')).toBeVisible();
  await expect(page.getByRole('heading', { name: '2. Due today: €41.35' })).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('SEPA Direct Debit •••• 3000')).toBeVisible();
  await widget.chooseMethod('Card');
  const card = new CardForm(widget);
  await card.fill(cards.redirect, 'Clara Canary');
  await card.button.click();
  await bankButton(page, 'Approve').click();
  await expect(page.getByText('Card •••• 3184')).toBeVisible();
  await goOn(page);

  await sign(page, 'Clara Canary');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign up and pay €41.35' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Clara' })).toBeFocused();
  await expect(page.locator('.booked > div')).toHaveText([
    /Starter package€14\.50/,
    /Standard.*€16\.95/,
    /Sauna.*€9\.90/,
    'Total, paid€41.35',
  ]);
  await expect(page.locator('.thanks .due')).toHaveText(/First debit, .*€26\.85SEPA Direct Debit ••••\s3000/);
  await expect(page.getByRole('link', { name: 'Your contract (PDF)' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to my membership' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(/Your member number is \d+/)).toBeVisible();
  await canaries.expectNoTraceOf([ibans.success, 'Clara Canary', 'clara@example.com', 'test-key-northside']);
});

test.describe('on a phone, dark and in German', () => {
  test.use({ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 320, height: 700 } });

  test('keeps the input without connection, after the end of a session, a decline and an unknown outcome', async ({
    page,
    stack,
  }) => {
    test.slow();
    await page.clock.install();
    const url = await startDemo(stack);
    await page.goto(`${url}/signup`);
    await expect(page.locator('#studio-name'), 'the studio that writes German').toContainText('Zürich');
    await expect(page.locator('.offer').first()).toContainText('Seeblick Jahr');
    await expectFits(page);
    const menu = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
    const tops = await menu.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size, 'the menu is on one line').toBe(1);
    await page.goto(`${url}/signup?studio=northside`);
    await expect(
      page.getByText('Das Studio schreibt seine Angebote in dieser Sprache: Englisch.'),
    ).toBeVisible();
    await expect(page.locator('.offer').filter({ hasText: 'Ab 65' }).first()).toContainText('\u22125,00');
    await expect(page.getByText('39,90 € nach 6 Monaten')).toBeVisible();
    const withFreeMonth = page.locator('.offer').filter({ hasText: '1 Monat kostenlos zum Start' });
    await expect(withFreeMonth).toContainText('Läuft 25 Monate');
    await expect(withFreeMonth).toContainText('837,60 € in 25 Monaten');

    await page.route('**/api/signup/preview', (route) => route.abort());
    await page.locator('.offer').filter({ hasText: 'Basic' }).getByRole('button').click();
    await page.clock.fastForward(1000);
    await expect(page.getByText('Das Studio ist nicht erreichbar')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await page.unroute('**/api/signup/preview');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(summary(page)).toContainText('heute 24,90 €');
    await expect(summary(page).getByText('Heute fällig')).toBeHidden();
    await expectFits(page);
    await expectFoldsBeforeTheField(page);
    await goOn(page, 'Weiter');
    await fillPerson(page);
    await expectFits(page);
    await expectBeside(page.locator('#field-zipCode'), page.locator('#field-city'));
    await expectAccessible(page);
    await goOn(page, 'Weiter');

    // The member takes longer than the session lasts.
    const widget = new Widget(page, '.widget');
    await widget.root.getByRole('radio', { name: 'SEPA-Lastschrift' }).check();
    const form = new SepaForm(widget, 'de');
    await form.iban.fill(ibans.success);
    expect(await form.hiddenWidth(), 'the whole IBAN is to be seen').toBe(0);
    await page.clock.fastForward('31:00');
    await expect(page.getByText('Die Zeit für diese Zahlung ist abgelaufen')).toBeVisible();
    await page.clock.setSystemTime(new Date());
    await page.getByRole('button', { name: 'Zahlung fortsetzen' }).click();
    await paySepa(widget, ibans.success, 'de');
    await expect(page.getByText('SEPA-Lastschrift •••• 3000')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    // The account is accepted now, and declines when it is charged.
    await paySepa(widget, ibans.noFunds, 'de');
    await goOn(page, 'Weiter');

    await page.getByRole('checkbox', { name: /^Ich habe .* gelesen/ }).check();
    await expectFits(page);
    await expectAccessible(page);
    const conclude = page.getByRole('button', { name: 'Zahlungspflichtig Mitglied werden' });
    await conclude.click();
    await expect(page.getByText('Bitte geben Sie Ihre Zahlungsdaten noch einmal an.')).toBeVisible();
    await paySepa(widget, ibans.success, 'de');
    await goOn(page, 'Weiter');

    // Boxes that were ticked are still ticked. The response is lost after the contract has been made.
    await expect(page.getByRole('checkbox', { name: /^Ich habe .* gelesen/ })).toBeChecked();
    const earlyStart = page.getByRole('checkbox', { name: /^Ich verlange ausdrücklich/ });
    await expect(earlyStart, 'only the visitor may tick it').not.toBeChecked();
    await earlyStart.check();
    const signup = page.waitForRequest('**/api/signup/submit');
    await loseAnswer(page, '/api/signup/submit');
    await conclude.click();
    expect((await signup).postDataJSON()).toHaveProperty('typed.earlyStartRequested', true);
    await expect(page.getByText('Wir wissen noch nicht, ob Ihre Anmeldung angekommen ist')).toBeVisible();
    await page.getByRole('button', { name: 'Noch einmal nachfragen' }).click();
    await expect(page.getByRole('heading', { name: 'Willkommen, Clara' })).toBeVisible();
    await expect(page.locator('.booked > div')).toHaveText([/Basic/, /^Summe, bezahlt24,90\s€$/]);
    await expect(page.getByRole('link', { name: 'Vertrag widerrufen' })).toHaveAttribute(
      'href',
      `${stack.serviceUrl}/contracts/withdraw/1001?lang=de-DE`,
    );
    await expectFits(page);
    await expectAccessible(page);
  });
});

test('a contract paid in full on signing, in Italy, has one widget and asks for what the law requires', async ({
  page,
  stack,
}) => {
  const url = await startDemo(stack);
  await page.goto(`${url}/signup?studio=navigli`);
  await page.locator('.offer').first().getByRole('button').click();
  await goOn(page);
  await goOn(page);
  await expect(page.getByRole('link', { name: 'Enter your tax number.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter your place of birth.' })).toBeVisible();

  await page.goto(`${url}/signup?studio=northside`);
  await chooseOffer(page, 'Year in full', '1 year');
  await goOn(page);
  await fillPerson(page);
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Due today: €399.00' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'For your membership fees' })).toBeHidden();
});

test("a person in a later time zone can choose the studio's proposed start", async ({ page, stack }) => {
  await page.clock.setSystemTime(Date.now() + 86_400_000);
  await page.goto(`${await startDemo(stack)}/signup?studio=lakeshore`);
  await page.locator('.offer').first().getByRole('button').click();
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
});

test('by keyboard alone, from the offer to the contract; each step begins at its heading', async ({
  page,
  stack,
}) => {
  test.slow();
  await page.goto(`${await startDemo(stack)}/signup?studio=seeblick`);
  const press = async (target: Locator, key: string) => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const continueButton = page.getByRole('button', { name: 'Continue', exact: true });
  const expectStep = async (name: string) => {
    await expect(page.getByRole('heading', { name })).toBeFocused();
  };
  await press(page.locator('.offer').filter({ hasText: 'Seeblick Vormittag' }).getByRole('button'), 'Enter');
  await expectStep('Start and extras');
  await press(continueButton, 'Enter');
  await expectStep('About you');
  const person = { firstName: 'Clara', lastName: 'Canary' };
  const address = { street: 'Seestrasse', houseNumber: '12', zipCode: '8002', city: 'Zürich' };
  const typed = { ...person, dateOfBirth: '27032004', email: 'clara@example.com', ...address };
  for (const [name, value] of Object.entries(typed)) {
    await tabTo(page, page.locator(`#field-${name}`));
    await page.keyboard.type(value);
  }
  await press(continueButton, 'Enter');

  await expectStep('Payment');
  const widget = new Widget(page, '.widget');
  const cash = widget.root.getByRole('radio', { name: 'Cash' });
  await tabTo(page, widget.root.getByRole('radio').first());
  for (let row = 0; row < 20 && !(await cash.isChecked()); row++) await page.keyboard.press('ArrowDown');
  await press(widget.root.locator('form button').last(), 'Enter');
  await expect(continueButton).toBeFocused();
  await page.keyboard.press('Enter');

  await expectStep('Review and sign');
  const ticks = page.getByRole('checkbox', { name: /^I have read/ });
  await expect(ticks).toHaveCount(2);
  for (const tick of await ticks.all()) await press(tick, 'Space');
  await press(page.getByRole('button', { name: /^Sign up/ }), 'Enter');
  await expectStep('Welcome, Clara');
  await expect(page.getByText(/Your member number is \d+/)).toBeVisible();
});

test('a press is heard although the field that it leaves shows a message and moves the button', async ({
  page,
  stack,
}) => {
  await page.goto(`${await startDemo(stack)}/signup?studio=northside`);
  await chooseOffer(page, 'Basic', '12 months');
  await goOn(page);
  const button = page.getByRole('button', { name: 'Continue', exact: true });
  await button.scrollIntoViewIfNeeded();
  await page.locator('#field-zipCode').fill('x');
  const { x, y } = await button.evaluate((element) => element.getBoundingClientRect());
  await page.mouse.move(x + 20, y + 3);
  await page.mouse.down();
  await expect(button, 'the press moves the focus').toBeFocused();
  await page.mouse.up();
  await expect(page.getByText('Please check 8 entries')).toBeVisible();
});

test('fees that follow later oblige to pay, and the button says so; a free contract does not', async ({
  page,
  stack,
}) => {
  const address = `${await startDemo(stack)}/signup?studio=northside`;
  await page.goto(address);
  await expect(page.getByText(/^Access Mon–Fri .*16:00 only$/)).toBeVisible();
  await payCashUntilReview(page, 'Off-peak');
  await expect(page.getByRole('button', { name: 'Sign up with obligation to pay' })).toBeVisible();
  await page.goto(address);
  await payCashUntilReview(page, 'Two weeks for free');
  await expect(page.getByRole('button', { name: 'Sign up', exact: true })).toBeVisible();
});

test('a legal representative agrees and signs for a member under age; a child is refused at the date of birth', async ({
  page,
  stack,
}) => {
  await page.goto(`${await startDemo(stack)}/signup?studio=northside`);
  await chooseOffer(page, 'Off-peak', '12 months');
  await goOn(page);
  const year = (age: number) => String(new Date().getFullYear() - age);
  await fillPerson(page, year(11));
  const birth = page.getByRole('group', { name: 'Date of birth' });
  await expect(birth.getByText(/14/)).toBeVisible();
  await goOn(page);
  await expect(page.getByText('Please check one entry')).toBeVisible();
  await birth.getByLabel('Year').fill(year(16));
  // The price, which says that a legal representative is required, arrives only after this press.
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Legal representative' })).toBeVisible();
  await expect(page.locator('.problem')).toBeFocused();
  await expect(page.locator('.problem li')).toHaveText([
    'Enter the first name of the legal representative.',
    'Enter the last name of the legal representative.',
  ]);
  await page.getByLabel('First name of the legal representative').fill('Anna');
  await page.getByLabel('Last name of the legal representative').fill('Canary');
  await expectAccessible(page);
  await goOn(page);
  await payCash(page);

  await expect(page.locator('.facts')).toContainText('Anna Canary');
  for (const box of await page.getByRole('checkbox', { name: /^I have read/ }).all()) await box.check();
  await page.getByRole('button', { name: /^Sign up/ }).click();
  await expect(page.getByRole('link', { name: 'The legal representative must sign.' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'I am the legal representative of Clara' }).check();
  const pad = page.getByRole('group', { name: 'Signature of the legal representative' });
  const saved = page.waitForResponse('**/api/signup/save');
  await draw(page, pad.getByRole('img'));
  await saved;
  await expectAccessible(page);
  await page.reload();
  await expect(pad.getByRole('img', { name: 'The signature that was drawn' })).toBeVisible();
  await page.getByRole('button', { name: /^Sign up/ }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Clara' })).toBeVisible();
});

test('an unreachable backend shows a message with a way on, and what loads is never blank', async ({
  page,
  stack,
}) => {
  const url = await startDemo(stack);
  await page.clock.install();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  let answer = () => {};
  await page.route('**/api/studios', (route) => {
    answer = () => void route.abort();
  });
  await page.goto(`${url}/signup`);
  await expect(page.locator('.skeleton').first()).toBeVisible();
  await page.clock.fastForward(9000);
  await expect(page.getByText('Still loading…')).toBeVisible();
  answer();
  await expect(page.getByText('The studio cannot be reached')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/studios');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.offer').first()).toBeVisible();

  await page.route('**/api/signup/payment', (route) => route.abort());
  await chooseOffer(page, 'Basic', '12 months');
  await goOn(page);
  await fillPerson(page);
  await goOn(page);
  await expect(page.getByText('The studio cannot be reached')).toBeVisible();
  await page.unroute('**/api/signup/payment');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.widget')).toBeVisible();
  expect(errors).toEqual([]);
});

async function startDemo({ serviceUrl, simulatorUrl }: Stack): Promise<string> {
  demo = await startProcess('demo/server.ts', {
    DEMO_PORT: '0',
    UPC_SERVICE_URL: serviceUrl,
    SIMULATOR_URL: simulatorUrl,
  });
  return demo.url;
}

/** Moves by Tab only, as far as a person would on one page. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'));
  for (let stop = 0; stop < 60; stop++) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  expect(await hasFocus(), `Tab leads to ${target.toString()}`).toBe(true);
}

/**
 * Loses the response to the next request to a path. It does so in the page, because Firefox's driver does not provide a
 * request's body for forwarding.
 */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.evaluate((lost) => {
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const response = await send(input, init);
      if (input !== lost) return response;
      window.fetch = send;
      throw new TypeError('The response was lost.');
    };
  }, path);
}

function requestsTo(page: Page, action: string): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/signup/${action}`)) requests.push(request.url());
  });
  return requests;
}

function summary(page: Page): Locator {
  return page.locator('#summary');
}

async function chooseOffer(page: Page, name: string, term: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true });
  const card = page
    .locator('.offer')
    .filter({ has: heading })
    .filter({ hasText: `Runs for ${term}` });
  await card.first().getByRole('button', { name: 'Choose' }).click();
}

async function goOn(page: Page, label = 'Continue'): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
}

async function fillPerson(page: Page, year = '2004'): Promise<void> {
  const values = { firstName: 'Clara', lastName: 'Canary', email: 'clara@example.com' };
  const address = { street: 'Torstraße', houseNumber: '12', zipCode: '10119', city: 'Berlin' };
  for (const [name, value] of Object.entries({ ...values, ...address })) {
    await page.locator(`#field-${name}`).fill(value);
  }
  for (const [part, value] of Object.entries({ day: '27', month: '3', year })) {
    await page.locator(`.birth .${part} input`).fill(value);
  }
}

async function paySepa(widget: Widget, iban: string, language: 'en' | 'de' = 'en'): Promise<void> {
  await widget.chooseMethod(language === 'de' ? 'SEPA-Lastschrift' : 'SEPA Direct Debit');
  const form = new SepaForm(widget, language);
  await form.iban.fill(iban);
  await form.mandate.check();
  await form.button.click();
  await expect(form.iban).toBeHidden();
}

async function payCash(page: Page): Promise<void> {
  const widget = new Widget(page, '.widget');
  await widget.chooseMethod('Cash');
  await widget.root.locator('form button').last().click();
  await goOn(page);
}

async function payCashUntilReview(page: Page, offer: string): Promise<void> {
  await page.locator('.offer').filter({ hasText: offer }).getByRole('button').click();
  await goOn(page);
  await fillPerson(page);
  await goOn(page);
  await payCash(page);
}

/** Draws a line in a signature pad. */
async function draw(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('The pad is not visible.');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

/** Expects the opened price to close as soon as the visitor continues in a field, which it would cover. */
async function expectFoldsBeforeTheField(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Basic/ }).click();
  await expect(summary(page).getByText('Heute fällig')).toBeVisible();
  await page.locator('#field-voucherCode').focus();
  await expect(summary(page).getByText('Heute fällig')).toBeHidden();
}

async function sign(page: Page, name: string): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /^I (have read|confirm)/ }).all())
    await box.check();
  const pad = page.getByRole('group', { name: 'Your signature', exact: true });
  await pad.getByRole('button', { name: 'Type the name instead' }).click();
  await pad.getByRole('textbox').fill(name);
}

/** Expects two elements on one line, the second to the right of the first. */
async function expectBeside(first: Locator, second: Locator): Promise<void> {
  const [one, other] = await Promise.all([first.boundingBox(), second.boundingBox()]);
  expect(other?.y).toBe(one?.y);
  expect(other?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0));
}

/** Expects that nothing overflows sideways. */
async function expectFits(page: Page): Promise<void> {
  // `clientWidth` excludes the scroll bar, for which some browsers reserve space.
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBe(0);
}

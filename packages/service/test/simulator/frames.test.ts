import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { card, confirmInBrowser } from './support/browser.js';
import { setup } from './support/requests.js';
import { startBench, STUDIO, type TestBench } from './support/simulator.js';

let bench: TestBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const NONCE = 'nonce-0123456789abcdef';
const frame = (query: Record<string, string> = {}): Promise<Response> => {
  const search = new URLSearchParams({ key: STUDIO, layout: 'combined', nonce: NONCE, ...query });
  return fetch(`${bench.simulator.url}/frames/card?${search.toString()}`);
};
const policy = (response: Response): string => response.headers.get('content-security-policy') ?? '';

describe('a card frame', () => {
  it("may be framed by that studio's pages only", async () => {
    expect(policy(await frame())).toMatch(
      /frame-ancestors http:\/\/localhost:\*$|frame-ancestors http:\/\/localhost:\*;/,
    );
    await bench
      .provider({ account: 'pk_test_nobody' })
      .registerAccount({ merchantName: 'Nobody', origins: [] });
    expect(policy(await frame({ key: 'pk_test_nobody' }))).toContain("frame-ancestors 'none'");
    await bench
      .provider({ account: 'pk_test_nobody' })
      .registerAccount({ merchantName: 'Nobody', origins: ['https://a.example', 'https://b.example:8443'] });
    expect(policy(await frame({ key: 'pk_test_nobody' }))).toContain(
      'frame-ancestors https://a.example https://b.example:8443',
    );
  });

  it('runs its own script and style, talks to its own server, and nothing else', async () => {
    const response = await frame();
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
    ]) {
      expect(policy(response)).toContain(part);
    }
    expect(policy(response)).not.toContain('unsafe');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/<style|style=|<script(?! type="module" src="\/assets)/);
  });

  it.each([
    ['an unknown studio', { key: 'pk_unknown' }, 404],
    ['an unknown layout', { layout: 'pan' }, 400],
    ['a short nonce', { nonce: 'short' }, 400],
    ['a nonce that is markup', { nonce: '"><script>alert(1)</script>' }, 400],
    ['anything more', { number: '4242424242424242' }, 400],
  ])('%s: refused', async (_, query, status) => {
    expect((await frame(query)).status).toBe(status);
  });

  it('says nothing to other origins', async () => {
    const response = await fetch(`${bench.simulator.url}/v1/browser/intents/int_x`, {
      headers: { origin: 'http://localhost:5173' },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the frames of wallets', () => {
  const EXPRESS = { key: STUDIO, nonce: NONCE, link: 'yes' };
  const SHEET = {
    key: STUDIO,
    wallet: 'APPLE_PAY',
    amount: '123450',
    currency: 'EUR',
    recurring: 'no',
    locale: 'en',
  };
  const open = (path: string, query: Record<string, string>): Promise<Response> =>
    fetch(`${bench.simulator.url}/frames/${path}?${new URLSearchParams(query).toString()}`);
  const sheet = async (query: Partial<typeof SHEET> = {}): Promise<string> =>
    (await open(`sheet/${NONCE}`, { ...SHEET, ...query })).text();

  it.each([
    ['express', EXPRESS],
    [`sheet/${NONCE}`, SHEET],
  ])("%s may be framed by that studio's pages only, with its own script and style", async (path, query) => {
    const response = await open(path, query);
    expect(response.status).toBe(200);
    expect(policy(response)).toMatch(/frame-ancestors http:\/\/localhost:\*;/);
    expect(policy(response)).toContain("default-src 'none'");
    expect(policy(response)).not.toContain('unsafe');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/<style|style=|<script(?! type="module" src="\/assets)/);
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['express', 'an unknown studio', { ...EXPRESS, key: 'pk_unknown' }, 404],
    ['express', 'a short nonce', { ...EXPRESS, nonce: 'short' }, 400],
    ['express', 'neither yes nor no', { ...EXPRESS, link: 'maybe' }, 400],
    ['express', 'anything more', { ...EXPRESS, wallet: 'LINK' }, 400],
    [`sheet/${NONCE}`, 'an unknown studio', { ...SHEET, key: 'pk_unknown' }, 404],
    [`sheet/${NONCE}`, 'an unknown wallet', { ...SHEET, wallet: 'PURSE' }, 400],
    [`sheet/${NONCE}`, 'an amount that is none', { ...SHEET, amount: '-1' }, 400],
    [`sheet/${NONCE}`, 'a currency that is none', { ...SHEET, currency: 'Euro' }, 400],
    ['sheet/short', 'a short nonce', SHEET, 400],
  ])('%s, %s: refused', async (path, _, query, status) => {
    expect((await open(path, query)).status).toBe(status);
  });

  it.each<[string, Partial<typeof SHEET>, readonly string[], readonly string[]]>([
    [
      'a payment',
      {},
      ['<html lang="en"', 'Simulation', 'Northside Berlin', '€1,234.50', 'Visa •••• 4242 – succeeds'],
      ['Later payments'],
    ],
    ['that recurs', { recurring: 'yes' }, ['€1,234.50', 'Later payments', 'token for the merchant'], []],
    [
      'a card that is stored',
      { amount: '0', recurring: 'yes' },
      ['the card is only stored', 'Store card', 'Later payments'],
      ['€'],
    ],
    ['yen', { amount: '1500', currency: 'JPY' }, ['¥1,500'], []],
    ['German', { locale: 'de-CH' }, ['<html lang="de"', 'Northside Berlin', '1.234,50\u00a0€ zahlen'], []],
    ['a language without texts', { locale: 'ja' }, ['<html lang="en"'], []],
  ])('the sheet says what is approved: %s', async (_, query, present, absent) => {
    const page = await sheet(query);
    for (const text of present) expect(page).toContain(text);
    for (const text of absent) expect(page).not.toContain(text);
  });

  it('says that it is a simulation in all 15 languages', async () => {
    const languages = [
      'cs',
      'de',
      'en',
      'es',
      'fr',
      'hu',
      'it',
      'nb',
      'nl',
      'pl',
      'ro',
      'ru',
      'sl',
      'sv',
      'tr',
    ];
    const pages = await Promise.all(languages.map((locale) => sheet({ locale })));
    expect(pages.map((page) => /<html lang="(\w+)"/.exec(page)?.[1])).toEqual(languages);
    expect(new Set(pages.map((page) => /class="banner">.*<\/p>/.exec(page)?.[0])).size).toBe(15);
  });
});

describe('a page of the bank', () => {
  const open = async (merchantName: string, headers: Record<string, string> = {}): Promise<Response> => {
    await bench.provider().registerAccount({ merchantName, origins: ['http://localhost:*'] });
    const { clientSecret } = await bench.provider().createIntent(
      setup({
        mode: 'PAYMENT',
        paymentMethod: 'CREDIT_CARD',
        amount: 123_450,
        captureLater: true,
        statementText: 'Fees <b>2026</b>',
      }),
      `page-${Math.random()}`,
    );
    const { body } = await confirmInBrowser(bench, clientSecret!, { card: card('4000000000003220') });
    return fetch(body.nextAction!.url, { headers });
  };

  it('names bank, merchant, amount and reference, and says that it is a simulation', async () => {
    const page = await (await open('Northside Berlin')).text();
    for (const text of ['Simulated Bank', 'Northside Berlin', '€1,234.50', 'Simulation', '•••• 3220']) {
      expect(page).toContain(text);
    }
    for (const outcome of ['approve', 'cancel', 'refuse', 'later', 'never']) {
      expect(page).toContain(`name="outcome" value="${outcome}"`);
    }
  });

  it.each([
    ['de-CH,de;q=0.9,en;q=0.8', '<html lang="de">', '1.234,50\u00a0€'],
    ['fr,en;q=0.5', '<html lang="en">', '€1,234.50'],
    ['', '<html lang="en">', '€1,234.50'],
  ])('in the language of %s', async (language, root, amount) => {
    const page = await (await open('Studio', { 'accept-language': language })).text();
    expect(page).toContain(root);
    expect(page).toContain(amount);
  });

  it('shows markup as text', async () => {
    const response = await open('"><img src=x onerror=alert(1)>');
    const page = await response.text();
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain('Fees &lt;b&gt;2026&lt;/b&gt;');
  });

  it("may be framed by that studio's pages, and its form leads back to them only", async () => {
    const response = await open('Studio');
    expect(policy(response)).toContain("form-action 'self' http://localhost:*");
    expect(policy(response)).toContain('frame-ancestors http://localhost:*');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { Providers } from '../providers/providers.js';
import { simulatorPageSources } from '../providers/simulator/simulator-provider.js';
import { STRIPE_PAGE_SOURCES } from '../providers/stripe/stripe-of-studio.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    providers: new Providers(
      { STRIPE: () => null, SIMULATOR: () => null, BANK: () => null },
      () => false,
      [],
      [simulatorPageSources('https://simulator.example/base'), STRIPE_PAGE_SOURCES],
    ),
  });
});
afterAll(() => service.close());

const get = (url: string, language?: string) =>
  service.app.app.inject({ url, headers: language === undefined ? {} : { 'accept-language': language } });

describe('the page of a payment link', () => {
  test.each([
    ['/pay', undefined, 'en', 'en'],
    ['/pay', 'fr-LU, de;q=0.5', 'fr', 'fr-LU'],
    ['/pay?lang=de-AT', 'fr', 'de', 'de-AT'],
    ['/pay?lang=xx', 'no', 'nb', 'nb'],
    ['/pay?lang=de&lang=fr', 'it', 'it', 'it'],
  ])('%s with %s is in %s', async (url, asked, language, locale) => {
    const { statusCode, body } = await get(url, asked);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`data-locale="${locale}"`);
  });

  test('leaves the placeholders of its texts to the script', async () => {
    expect((await get('/pay')).body).toContain('Step {{number}} of {{total}}');
  });

  test.each(['/pay', '/pay/page.css', '/pay/page.js'])(
    '%s allows what the configured providers need, and nothing else',
    async (url) => {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
      });
      expect(String(headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
        "style-src 'self'",
        "connect-src 'self' https://api.stripe.com",
        'frame-src https://simulator.example https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html upc-widget upc-stripe 'allow-duplicates'",
      ]);
    },
  );
});

describe('the theme', () => {
  test.each([
    [{ primaryColor: 'red' }, 'primaryColor'],
    [{ primaryColor: '#fff' }, 'primaryColor'],
    [{ backgroundColor: 'url(https://evil.example)' }, 'backgroundColor'],
    [{ borderRadius: 25 }, 'borderRadius'],
    [{ primaryColour: '#0a7d4f' }, 'primaryColour'],
  ])('refuses %o and names it', async (values, named) => {
    const set = staff(service, 'settings.set', { subject: 'paymentPage', values });
    await expect(set).rejects.toMatchObject({ reference: expect.stringContaining(named) as string });
  });

  test('takes colours and corners, and none of them', async () => {
    for (const values of [{ primaryColor: '#0A7D4F', borderRadius: 0 }, {}]) {
      await staff(service, 'settings.set', { subject: 'paymentPage', values });
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { translate } from '../i18n/translate.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Requests offers, whose words are different in each language; a variant may use the words of its language. */
const offersIn = async (headers: Record<string, string>) => {
  const { body, headers: answered } = await service
    .api()
    .request<{ terms: { paymentFrequency: { formattedPaymentFrequency: string } }[] }[]>({
      url: '/v1/memberships/membership-offers',
      headers,
    });
  const words = body.flatMap(({ terms }) =>
    terms.map((term) => term.paymentFrequency.formattedPaymentFrequency),
  );
  return { words, language: answered['content-language'] };
};

/** The choice of a language by the header is tested in languages.test.ts. */
const asked = [
  ['pl', 'pl'],
  ['de-CH', 'de-CH'],
  [undefined, 'en'],
] as const;

describe('content-language names the language that an answer is in', () => {
  test.each(asked)('asked for %s: %s', async (header, language) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header };
    const offers = await offersIn(headers);
    expect(offers.language).toBe(language);
    expect(offers.words).toContain(translate(language, 'frequency.onDays'));

    const session = await service.gateway(await service.api().session()).session(headers);
    expect(session.headers['content-language']).toBe(language);

    const refused = await service.api().post('/v1/payments/user-session', { amount: -1 }, headers);
    expect(refused.headers['content-language']).toBe(language);
    expect(refused.body.errorMessage).toContain(
      translate(language, 'errormessage.request.invalid', { problem: '' }).slice(0, 8),
    );

    const nowhere = await service.api().request({ url: '/v1/nothing', headers });
    expect(nowhere.headers['content-language']).toBe(language);
  });

  test("without the header it is the studio's, as soon as the studio is known", async () => {
    const api = service.api('test-key-seeblick-zuerich-chf');
    const token = await api.session();
    expect((await service.gateway(token).session()).headers['content-language']).toBe('de');
    const unknown = await service.gateway('nonsense').session();
    expect([unknown.status, unknown.headers['content-language']]).toEqual([401, 'en']);
  });

  test('a repeated request is answered in the language that is asked for now', async () => {
    const gateway = service.gateway(await service.api().session());
    const made = await gateway.create(await gateway.sepaRequest('DE62370400440532013001'));
    const key = randomUUID();
    for (const language of ['de', 'tr', 'de'] as const) {
      const { body, headers } = await gateway.authenticate(
        made.body.id,
        key,
        {},
        { 'accept-language': language },
      );
      expect(headers['content-language']).toBe(language);
      expect(body.failure).toEqual({
        code: 'DECLINED',
        message: translate(language, 'error.payment.reason.DECLINED'),
      });
    }
  });

  test('an answer without words has none', async () => {
    const head = await service.api().request({ method: 'HEAD', url: '/v1/memberships/membership-offers' });
    expect([head.status, head.headers['content-language']]).toEqual([200, undefined]);
  });
});

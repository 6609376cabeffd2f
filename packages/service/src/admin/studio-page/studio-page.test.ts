import { seedImages } from '../seed/images.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestToken } from '../../../test/support/clients.js';
import { form, PDF } from '../../../test/support/data-form.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { events } from '../../core/events.tables.js';
import { decideRules } from '../../modules/memberships/idle-periods/idle-contract.fixture.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ studioPage: true });
});
afterAll(() => service.close());

const get = async (url = '/studio', options: object = {}) => {
  const answer = await service.app.app.inject({ url, headers: { host: 'localhost:4010' }, ...options });
  const isMoved = answer.statusCode === 303 && !('method' in options);
  return isMoved
    ? service.app.app.inject({
        url: String(answer.headers.location),
        headers: { host: 'localhost:4010' },
        ...options,
      })
    : answer;
};

describe('the studio page', () => {
  test('shows what happened in a session: attempts, refusals, mandate, usage', async () => {
    const token = await service
      .api()
      .session({ scope: 'ECOM', amount: 12.5, customerId: 2001, referenceText: 'Story' });
    const gateway = service.gateway(token);
    await gateway.paySepa('DE62370400440532013001');
    const payment = await gateway.paySepa();
    await service.api().post('/v1/customers/2001/account/payment', {
      paymentRequestToken: requestToken(payment),
      amount: { amount: 12.5, currency: 'EUR' },
    });
    const { body } = await get();
    for (const text of [
      '€12.50',
      'Story',
      'Customer 2001',
      'data-status="FAILED">Failed',
      'data-status="PREAUTHED">Approved',
      'data-status="USED">Completed',
      'Payment of the account, €12.50',
      'SEPA Direct Debit',
      'DE89\u00a0••••\u00a03000',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).toContain('SEPA Direct Debit Mandate');
    expect(body).toContain('2026-11.2, English');
    for (const secret of [token, requestToken(payment), 'DE89370400440532013000', 'Mara Lindner']) {
      expect(body).not.toContain(secret);
    }
  });

  test('finds a session by the trace id that an error named', async () => {
    const gateway = service.gateway(await service.api().session({ referenceText: 'Needle' }));
    await service.api().session({ referenceText: 'Haystack' });
    const { body } = await gateway.create(await gateway.sepaRequest('DE00370400440532013000'));
    const found = (await get(`/studio?trace=${body.traceId}`)).body;
    expect(found).toContain('Needle');
    expect(found).toContain('400 errormessage.payment.iban.invalid, details.iban');
    expect(found).not.toContain('Haystack');
    expect((await get('/studio?trace=nothing')).body).toContain('Nothing was found for “nothing”');
  });

  test('shows what happens outside of sessions, and does not call it refused', async () => {
    const event = {
      detail: 'contract 599005, idle period 1: 2027-02-01 to open, ACCEPTED',
      traceId: 'trace-of-an-idle-period',
      createdAt: service.clock.now(),
    };
    await service.database.db
      .insert(events)
      .values({ ...event, studioId: 1001, kind: 'IDLE_PERIOD_CREATED' });
    for (const body of [(await get()).body, (await get('/studio?trace=trace-of-an-idle-period')).body]) {
      const [before = '', after = ''] = body.split('Contracts, freezes, charges and refunds</h2>');
      expect(before).not.toContain('Freeze requested');
      expect(after).toContain('Freeze requested');
    }
  });

  test('shows the contracts of a customer with claims and idle periods; staff decide where one waits', async () => {
    await decideRules(service, { creationStatus: 'CHANGES_REQUIRE_VERIFICATION' });
    const request = { startDate: '2027-02-01', temporalUnit: 'MONTH', termValue: 2, reasonId: 2 };
    const { payload, headers } = form(request, PDF);
    const made = await service.api().request<{ id: number }>({
      method: 'POST',
      url: '/v1/memberships/599005/self-service/idle-periods',
      payload,
      headers,
    });
    const { id } = made.body;
    const before = (await get('/studio/contracts?customer=2005')).body;
    expect(before).not.toContain('Contract 599006');
    for (const text of [
      'Contract 599005', 'Claims (', 'Freeze periods (1, 1 to decide)', '1 Feb 2027 to 31 Mar 2027', 'Illness', 'fee €5.00',
      'To decide', 'Freeze requested', '/documents/', `name="idlePeriodId" value="${id}"`,
    ]) expect(before).toContain(text); // prettier-ignore
    const decided = await get('/studio/actions/idle-period.approve', {
      method: 'POST',
      headers: {
        host: 'localhost:4010',
        origin: 'http://localhost:4010',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `studio=1001&idlePeriodId=${id}`,
    });
    expect(decided.statusCode).toBe(303);
    const after = (await get('/studio/contracts?customer=2005')).body;
    expect(after).toContain('Freeze periods (1, 0 to decide)');
    expect(after).toContain('Freeze changed');
    expect(after).not.toContain(`value="${id}"`);
    const staff = (await get('/studio/staff')).body.replaceAll(/\s+/g, ' ');
    expect(staff).toMatch(
      new RegExp(`Approve a freeze</h3>.*Freeze ${id} – Status: Accepted, Approved: Yes`),
    );
  });

  test('shows what studios publish, their next classes, bookings, employees and leads', async () => {
    const { body } = await get('/studio/studio?studio=1001');
    const shown = body.replaceAll(/\s+/g, ' ');
    for (const text of [
      'Müllerstraße 12, 13353 Berlin · Classes, Sauna',
      'Mon – Fri: 06:00 – 23:30',
      '24 Dec 2026, 14:00',
      'Jana Weber',
      'of 12 places booked',
      'Trainer · Northside Gym Berlin · Back training · First aid',
      'Nora Lehmann <span class="badge" data-status="PROSPECT">Prospect</span>',
      'Would like to come in the evening.',
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).not.toContain('Reto Frei');
    const found = await get('/studio/studio?q=reto');
    expect(found.body).toContain('Reto Frei');
    expect(found.body).not.toContain('Jana Weber');
    const lead = await get('/studio/studio?q=Lehmann');
    expect(lead.body).toContain('Would like to come');
    const german = await get('/studio/studio?studio=1007&lang=de');
    expect(german.body).toContain('Mo – So: rund um die Uhr');
  });

  test('shows modules, used benefits, restrictions by partners, tax exports, and who has a picture', async () => {
    const { body: made } = await service.api().post<{ exportId: number }>('/v1/taxadvisor/exports/create', {
      ...{ fromDate: '2026-11-01', toDate: '2026-11-10' },
      ...{ exportFormat: 'AGGREGATED', exportFileFormat: 'XLSX' },
    });
    await seedImages(service.app.context);
    const { body } = await get('/studio/studio?studio=1001&lang=de');
    const shown = body.replaceAll(/\s+/g, ' ');
    for (const text of [
      '6,90 € / 1 Monat · 1,90 € / 1 Woche · mindestens 1 Monat · Probezeit 2 Wochen · Northside',
      'Body scan</h3>',
      'Vertrag 599008',
      'Locker key not returned · EUR, all scopes · bis zur Aufhebung',
      '01.11.2026 bis 10.11.2026 <span class="badge" data-status="PENDING">Wartet',
      `Tagessummen · XLSX · Northside Gym Berlin </p> <p class="ids"> <span>Export <code>${made.exportId}</code>`,
    ]) {
      expect(shown).toContain(text);
    }
    const mara = (await get('/studio/studio?q=mara&lang=en')).body.replaceAll(/\s+/g, ' ');
    expect(mara).toContain('2001 · Northside Gym Berlin · has a picture');
    expect(mara).not.toContain('Locker key');
    expect((await get('/studio/studio?q=jonas')).body).not.toContain('has a picture');
    const ofOne = (await get('/studio/studio?customer=2007')).body;
    expect(ofOne).toContain('Locker key not returned');
    for (const other of ['Body scan', 'Drinks flat rate', 'XLSX']) expect(ofOne).not.toContain(other);
  });

  test('shows the modules of a contract; staff cancel one on a page that names it', async () => {
    const path = '/v1/memberships/599005/self-service/additional-modules/purchase';
    const asked = { additionalModuleId: 6202, paymentFrequencyId: 6252, bookTrialPeriod: true };
    const { body: made } = await service.api().post<{ id: number }>(path, asked);
    const shown = async () => {
      const { body } = await get('/studio/contracts?customer=2005&lang=en');
      return body.replaceAll(/\s+/g, ' ');
    };
    expect(await shown()).toContain('Additional modules (1)</summary>');
    expect(await shown()).toMatch(
      /<strong>Drinks flat rate<\/strong>.*?20 Nov 2026 to 3 Jan 2027 · trial until 3 Dec 2026/,
    );
    const send = (fields: Record<string, string>, language: string) =>
      service.app.app.inject({
        method: 'POST',
        url: '/studio/actions/module-contract.cancel',
        headers: {
          ...{ host: 'localhost:4010', origin: 'http://localhost:4010', 'accept-language': language },
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({
          ...{ studio: '1001', additionalModuleContractId: String(made.id), origin: 'CUSTOMER' },
          ...fields,
        }).toString(),
      });
    expect((await send({}, 'en')).body).toContain(`${made.id}, Drinks flat rate`);
    const refused = await send({ cancelationDate: '1.1.2027' }, 'de');
    expect(refused.body).toMatch(/lang="de">[^<]*„Letzter Tag“/);
    expect((await send({ confirmed: 'yes' }, 'en')).statusCode).toBe(303);
    expect(await shown()).toMatch(/20 Nov 2026 to 3 Dec 2026 .*? · cancelled on 20 Nov 2026 by Member/);
    expect(await shown()).toContain('Withdraw the cancellation<span class="hidden">: Booked module');
  });

  test('staff create a payment link, whose address is shown once, and cancel it', async () => {
    const send = (action: string, fields: Record<string, string>) =>
      service.app.app.inject({
        method: 'POST',
        url: `/studio/actions/${action}`,
        headers: {
          ...{ host: 'localhost:4010', origin: 'http://localhost:4010' },
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({ studio: '1001', ...fields }).toString(),
      });
    const links = async (language: string) => {
      const { body } = await get(`/studio/contracts?customer=2002&lang=${language}`);
      return body.replaceAll(/\s+/g, ' ');
    };
    expect(await links('en')).toContain(
      'payment-link.create?customerId=2002&amp;purposes=ACCOUNT_PAYMENT&amp;',
    );
    const made = await send('payment-link.create', {
      ...{ customerId: '2002', purposes: 'PAYMENT_INSTRUMENT,ACCOUNT_PAYMENT' },
      expiresAt: '2026-12-24T18:00',
    });
    const [address = ''] = /http[^<]*\/pay#\w{54}/.exec(made.body) ?? [];
    expect(address).not.toBe('');
    expect(made.body).toContain('<svg');
    expect(made.body).toContain('href="data:image/svg+xml,%3Csvg');
    expect(await links('en')).toMatch(
      /New payment method, then payment of the account <span class="badge" data-status="OPEN">.*valid until <[^>]*>24 Dec 2026, 18:00/,
    );
    expect(await links('de')).toContain('Neue Zahlungsart, dann Zahlung auf das Konto');
    expect((await get('/studio/staff')).body + (await links('en'))).not.toContain(address.slice(-54));

    const [, linkId = ''] = /name="linkId" value="([^"]*)"/.exec(await links('en')) ?? [];
    expect((await send('payment-link.cancel', { linkId })).body).toContain('2002, Jonas Okafor');
    expect((await send('payment-link.cancel', { linkId, confirmed: 'yes' })).statusCode).toBe(303);
    expect(await links('en')).toContain('data-status="LINK_CANCELLED">');
    expect((await send('payment-link.cancel', { linkId: 'x', confirmed: 'yes' })).statusCode).toBe(400);
    expect((await send('payment-link.cancel', { studio: '1002', linkId, confirmed: 'yes' })).statusCode).toBe(
      403,
    );
  });

  test('shows refusals that belong to no session', async () => {
    const { body } = await service.api().post('/v1/payments/user-session', { amount: -1 });
    expect((await get(`/studio?trace=${body.traceId}`)).body).toContain(body.traceId);
  });

  test('what partners write is text, never markup', async () => {
    await service.api().session({ referenceText: '<img src=x onerror=alert(1)>"\'&' });
    const { body } = await get('/studio?trace="><script>alert(1)</script>');
    expect((await get('/studio?empty=shown')).body).toContain(
      '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;',
    );
    expect(body).not.toContain('<script>alert');
  });

  test('runs nothing but its own script and style', async () => {
    const { headers } = await get();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
    // Browsers then say which page sends a form.
    expect(headers['referrer-policy']).toBe('same-origin');
    for (const [file, type] of [
      ['studio.css', 'text/css'],
      ['studio.js', 'text/javascript'],
    ] as const) {
      expect((await get(`/studio/${file}`)).headers['content-type']).toBe(`${type}; charset=utf-8`);
    }
  });

  test.each([
    ['another machine', { remoteAddress: '192.0.2.7' }],
    ['another name for this machine', { headers: { host: 'evil.example' } }],
    ['a proxy', { headers: { host: 'localhost:4010', 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy of the standard', { headers: { host: 'localhost:4010', forwarded: 'for=127.0.0.1' } }],
    ['a proxy that only names itself', { headers: { host: 'localhost:4010', via: '1.1 proxy' } }],
    ['a name that a proxy forwards', { headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } }],
  ])('is not there for %s', async (_, options) => {
    const { statusCode, body } = await get('/studio', options);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('<html');
  });

  test('a trace id that nothing can have is refused', async () => {
    for (const trace of ['%00', 'a%00b']) {
      const { statusCode, body } = await get(`/studio?trace=${trace}`);
      expect([statusCode, JSON.parse(body)]).toEqual([400, expect.objectContaining({ reference: 'trace' })]);
    }
  });

  test('is not there unless it is switched on', async () => {
    const other = await startTestService();
    const { statusCode } = await other.app.app.inject({ url: '/studio', headers: { host: 'localhost' } });
    expect(statusCode).toBe(404);
    await other.close();
  });
});

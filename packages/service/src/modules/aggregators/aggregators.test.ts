import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Aggregator, type AggregatorAnswer, startAggregator } from '../../../test/support/aggregator.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { checkIns } from '../check-ins/check-ins.tables.js';
import { customers } from '../customers/customers.tables.js';
import { readIdentity } from '../customers/identity.js';
import { auditRecords } from '../studios/staff/staff.tables.js';
import { subscribe } from '../webhooks/subscriptions.js';
import { contentOf } from '../webhooks/webhook-events.js';
import { webhookDeliveries } from '../webhooks/webhooks.tables.js';
import { aggregatorMembers, aggregators } from './aggregators.tables.js';

interface Member {
  customerId: number;
  aggregatorId: string;
  studioId: number;
  accessMediums: { id: number; type: string; value: string }[];
}
interface Slice {
  result: Member[];
  offset: string;
  hasNext: boolean;
}

const KEY = 'the-key-of-the-aggregator';
const LENA = {
  aggregatorId: 'A-200001',
  firstName: 'Lena',
  lastName: 'Voigt',
  email: 'lena@example.com',
  dateOfBirth: '1994-04-02',
  gender: 'FEMALE',
  phonePrivateMobile: '+49 170 0000000',
  street: 'Torstraße',
  houseNumber: '5',
  zipCode: '10119',
  city: 'Berlin',
  country: 'DE',
};

let service: TestService;
let aggregator: Aggregator;
beforeAll(async () => {
  [service, aggregator] = await Promise.all([startTestService(), startAggregator()]);
  const { db, keys } = service.app.context;
  const url = 'http://127.0.0.1:9/events';
  await subscribe(db, keys, { apiKey: EUR_KEY, url, webhookKey: 'k', types: null });
  await service.api().post<null>('/v1/studios/confirmActivation', {});
});
afterAll(async () => {
  await Promise.all([service.close(), aggregator.close()]);
});
beforeEach(async () => {
  await service.database.db.delete(webhookDeliveries);
  aggregator.calls.length = 0;
});

const create = (person: object) =>
  service.api().post<ErrorBody & { customerId: number; studioId: number }>('/v1/aggregators/member', person);
const read = <T = Member & ErrorBody>(path: string) =>
  service.api().request<T>({ url: `/v1/aggregators/${path}` });
const events = async () =>
  (await service.database.db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id))).map(
    (event) => ({
      type: event.type,
      entityId: event.entityId,
      content: contentOf(service.app.context.keys, event),
    }),
  );

describe('creating a member', () => {
  test('makes a customer with what the aggregator knows, and reports it', async () => {
    const { status, body } = await create(LENA);
    expect([status, body]).toEqual([200, { customerId: expect.any(Number) as number, studioId: 1001 }]);
    const [customer] = await service.database.db
      .select()
      .from(customers)
      .where(eq(customers.id, body.customerId));
    expect(customer).toMatchObject({
      firstName: 'Lena',
      profile: { email: 'lena@example.com', phoneNumberMobile: '+49 170 0000000', countryCode: 'DE' },
    });
    expect(customer && readIdentity(service.app.context.keys, customer)).toEqual({
      dateOfBirth: '1994-04-02',
    });
    expect(JSON.stringify(customer)).not.toContain('1994-04-02');
    expect(await events()).toEqual([
      { type: 'CUSTOMER_CREATED', entityId: body.customerId, content: null },
      {
        type: 'AGGREGATOR_MEMBER_CREATED',
        entityId: body.customerId,
        content: { aggregatorId: 'A-200001' },
      },
    ]);
  });

  test('who is there already is not made again, nor changed', async () => {
    const first = await create({ aggregatorId: 'A-200002', firstName: 'Ole', lastName: 'Hahn' });
    await service.database.db.delete(webhookDeliveries);
    const again = await create({ ...LENA, aggregatorId: 'A-200002' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await events()).toEqual([]);
    const [customer] = await service.database.db
      .select()
      .from(customers)
      .where(eq(customers.id, first.body.customerId));
    expect([customer?.firstName, customer?.identityEncrypted]).toEqual(['Ole', null]);
  });

  test('an Idempotency-Key is not taken for another person', async () => {
    const key = { 'idempotency-key': 'a-key-of-this-test-1' };
    const person = { aggregatorId: 'A-200003', firstName: 'Ida', lastName: 'Holm' };
    const send = (body: object) => service.api().post('/v1/aggregators/member', body, key);
    expect((await send(person)).status).toBe(200);
    expect((await send(person)).status).toBe(200);
    expect((await send({ ...person, aggregatorId: 'A-200004' })).status).toBe(409);
  });

  test.each([
    ['no aggregatorId', { firstName: 'A', lastName: 'B' }, 'aggregatorId'],
    ['an empty name', { ...LENA, firstName: '  ' }, 'firstName'],
    ['a birth in the future', { ...LENA, aggregatorId: 'X1', dateOfBirth: '2030-01-01' }, 'dateOfBirth'],
    ['a country that there is not', { ...LENA, aggregatorId: 'X1', country: 'ZZ' }, 'country'],
    ['a gender that there is not', { ...LENA, gender: 'X' }, 'gender'],
  ])('%s is refused, and nothing is made', async (_, person, reference) => {
    const { status, body } = await create(person);
    expect([status, body.reference]).toEqual([400, reference]);
    expect(await events()).toEqual([]);
  });
});

describe('reading members', () => {
  test.each([
    ['', '2864434397', '1304792892040832'],
    ['?cardNumberFormat=DECIMAL', '2864434397', '1304792892040832'],
    ['?cardNumberFormat=HEX_MSB', 'AABBCCDD', '04A2B3C4D5E680'],
    ['?cardNumberFormat=HEX_LSB', 'DDCCBBAA', '80E6D5C4B3A204'],
  ])('%s: cards in the format asked for', async (query, first, second) => {
    const one = await read(`members/A-100045${query}`);
    expect(one.body).toEqual({
      customerId: 2051,
      aggregatorId: 'A-100045',
      studioId: 1001,
      accessMediums: [
        { id: expect.any(Number) as number, type: 'CARD_NUMBER', value: first },
        { id: expect.any(Number) as number, type: 'PIN', value: '4711' },
      ],
    });
    const { body } = await read<Slice>(`members${query}`);
    expect(body.result[0]).toEqual(one.body);
    expect(body.result[1]?.accessMediums.map(({ value }) => value)).toEqual([second]);
  });

  test.each([
    ['a format that there is not', 'members?cardNumberFormat=OCTAL', 400],
    ['nobody', 'members/A-999999', 404],
  ])('%s is refused', async (_, path, status) => {
    expect((await read(path)).status).toBe(status);
  });

  test('in slices that stay continuous while members are made', async () => {
    for (let number = 0; number < 12; number += 1) {
      await create({ aggregatorId: `S-${number}`, firstName: 'Sam', lastName: 'Slice' });
    }
    const seen: string[] = [];
    for (let offset = '0', hasNext = true; hasNext;) {
      const { body } = await read<Slice>(`members?sliceSize=10&offset=${offset}`);
      seen.push(...body.result.map(({ aggregatorId }) => aggregatorId));
      if (offset === '0') await create({ aggregatorId: 'S-late', firstName: 'Late', lastName: 'Slice' });
      ({ offset, hasNext } = body);
    }
    expect(seen.filter((id) => id.startsWith('S-'))).toEqual([
      ...Array.from({ length: 12 }, (_, number) => `S-${number}`),
      'S-late',
    ]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('who has not consented is left out of the list, and 403 alone', async () => {
    const { body } = await create({ aggregatorId: 'A-private', firstName: 'Pia', lastName: 'Still' });
    await service.database.db
      .update(customers)
      .set({ thirdPartyAccess: false })
      .where(eq(customers.id, body.customerId));
    const one = await read('members/A-private');
    expect([one.status, one.body.errorCode]).toEqual([
      403,
      'errormessage.third.party.customer.access.disabled',
    ]);
    const all = await read<Slice>('members?sliceSize=100');
    expect(all.body.result.map(({ aggregatorId }) => aggregatorId)).not.toContain('A-private');
  });

  test('whose membership ended is not active, until they are made again: the same customer', async () => {
    const made = await create({ aggregatorId: 'A-ended', firstName: 'Eda', lastName: 'Ende' });
    const { customerId } = made.body;
    await staff(service, 'aggregator-member.end', { customerId });
    expect((await read('members/A-ended')).status).toBe(404);
    await expect(staff(service, 'aggregator-member.end', { customerId })).rejects.toMatchObject({
      code: 'errormessage.aggregator.member.not.found',
    });
    expect((await create({ aggregatorId: 'A-ended', firstName: 'Eda', lastName: 'Ende' })).body).toEqual(
      made.body,
    );
    expect((await read('members/A-ended')).status).toBe(200);
  });
});

describe('what members show at the entrance', () => {
  test('is given and taken back by staff, and partners are told', async () => {
    const card = { customerId: 2051, type: 'CARD_NUMBER', value: '11223344', cardNumberFormat: 'HEX_LSB' };
    await staff(service, 'access-medium.add', card);
    const given = await read('members/A-100045?cardNumberFormat=HEX_MSB');
    const medium = given.body.accessMediums.find(({ value }) => value === '44332211');
    expect(medium).toBeDefined();
    await expect(staff(service, 'access-medium.add', { ...card, customerId: 2052 })).rejects.toMatchObject({
      code: 'errormessage.access.medium.taken',
    });
    await staff(service, 'access-medium.remove', { accessMediumId: medium?.id });
    expect((await events()).map(({ type, entityId }) => [type, entityId])).toEqual([
      ['CUSTOMER_ACCESS_MEDIUM_CREATED', 2051],
      ['CUSTOMER_ACCESS_MEDIUM_DELETED', 2051],
    ]);
    await expect(
      staff(service, 'access-medium.remove', { accessMediumId: medium?.id }),
    ).rejects.toMatchObject({ code: 'errormessage.access.medium.not.found' });
  });

  test('is refused for what is not a card, and for a customer of another studio', async () => {
    const card = { type: 'CARD_NUMBER', value: 'no card' };
    await expect(staff(service, 'access-medium.add', { ...card, customerId: 2051 })).rejects.toMatchObject({
      code: 'errormessage.access.medium.card.invalid',
    });
    await expect(staff(service, 'access-medium.add', { ...card, customerId: 2101 })).rejects.toMatchObject({
      code: 'errormessage.customer.not.found',
    });
  });
});

describe('asking the aggregator', () => {
  const admit = (aggregatorId: string) => staff(service, 'aggregator-member.admit', { aggregatorId });
  const enter = () => staff(service, 'check-in.start', { customerId: 2051 });
  const records = () => service.database.db.select().from(auditRecords).where(eq(auditRecords.actor, 'test'));

  test('without one that is connected is refused', async () => {
    await expect(admit('A-300000')).rejects.toMatchObject({ code: 'errormessage.aggregator.not.connected' });
  });

  test.each([
    'http://partner.example/',
    'ftp://localhost/',
    'https://user:word@partner.example/',
    'nonsense',
  ])('at %s is refused', async (url) => {
    await expect(staff(service, 'aggregator.connect', { url, apiKey: KEY })).rejects.toMatchObject({
      code: 'errormessage.aggregator.address.invalid',
    });
  });

  describe('that is connected', () => {
    beforeAll(() => staff(service, 'aggregator.connect', { url: aggregator.url, apiKey: KEY }));

    test('its key is neither stored nor written down in clear', async () => {
      const stored = JSON.stringify([
        await service.database.db.select().from(aggregators),
        await service.database.db.select().from(auditRecords),
      ]);
      expect(stored).not.toContain(KEY);
    });

    test('who somebody is: they become a member', async () => {
      aggregator.answer = () => ({
        status: 200,
        body: JSON.stringify({ ...LENA, aggregatorId: 'A-300001', email: null }),
      });
      const { entity } = await admit('A-300001');
      expect(aggregator.calls).toEqual([
        {
          path: '/partner/member-validation',
          key: KEY,
          contentType: 'application/json; charset=utf-8',
          body: { aggregatorId: 'A-300001' },
        },
      ]);
      const { body } = await read('members/A-300001');
      expect(entity).toBe(`customer ${body.customerId}`);
      expect((await events()).map(({ type }) => type)).toEqual([
        'CUSTOMER_CREATED',
        'AGGREGATOR_MEMBER_CREATED',
      ]);
    });

    const UNAVAILABLE = 'errormessage.aggregator.unavailable';
    const found = (more: object) => ({ status: 200, body: JSON.stringify({ ...LENA, ...more }) });
    const WRONG: readonly (readonly [string, AggregatorAnswer, RegExp])[] = [
      ['does not know them', { status: 404 }, /no active/],
      ['does not answer', 'silent', /750 ms/],
      ['stops in the middle', 'stalls', /750 ms/],
      ['hangs up', 'hangs up', /could not be reached/],
      ['fails', { status: 500 }, /status 500/],
      ['redirects', { status: 302, headers: { location: '/x' } }, /302/],
      ['answers no JSON', { status: 200, body: '<html>' }, /not valid/],
      ['answers nothing', { status: 200 }, /not valid/],
      ['leaves the name out', { status: 200, body: '{"aggregatorId":"A-400000"}' }, /not valid/],
      ['names another person', found({}), /not valid/],
      ['answers too much', found({ aggregatorId: 'A-400000', more: 'x'.repeat(20_000) }), /not valid/],
    ];

    test.each(WRONG)('which %s: nobody is made, and the refusal says why', async (what, answer, message) => {
      const code = what === 'does not know them' ? 'errormessage.aggregator.member.not.found' : UNAVAILABLE;
      const before = await Promise.all([service.database.db.select().from(aggregatorMembers), records()]);
      aggregator.answer = () => answer;
      const refused = admit('A-400000').catch(async (error: unknown) => {
        const { errorMessage } = await import('../../core/errors/error-message.js');
        return { code: (error as { code: string }).code, text: errorMessage(error as never, 'en') };
      });
      expect(await refused).toEqual({ code, text: expect.stringMatching(message) as string });
      expect(aggregator.calls).toHaveLength(1);
      expect(await Promise.all([service.database.db.select().from(aggregatorMembers), records()])).toEqual(
        before,
      );
    });

    test('whether a member may come in: 200 lets them in, and only customers of an aggregator are asked about', async () => {
      aggregator.answer = () => ({ status: 200 });
      await enter();
      expect(aggregator.calls.map(({ path, body }) => ({ path, body }))).toEqual([
        { path: '/partner/checkin-validation', body: { aggregatorId: 'A-100045', customerId: 2051 } },
      ]);
      await staff(service, 'check-in.end', { customerId: 2051 });
      await staff(service, 'check-in.start', { customerId: 2001 });
      expect(aggregator.calls).toHaveLength(1);
    });

    const REFUSED: readonly (readonly [string, AggregatorAnswer, string])[] = [
      ['says no', { status: 403 }, 'errormessage.aggregator.refused'],
      ['fails', { status: 503 }, UNAVAILABLE],
      ['answers 204, which is not a yes', { status: 204 }, UNAVAILABLE],
    ];
    test.each(REFUSED)('which %s: nobody comes in', async (_, answer, code) => {
      aggregator.answer = () => answer;
      const before = await service.database.db.select().from(checkIns);
      await expect(enter()).rejects.toMatchObject({ code });
      expect(await service.database.db.select().from(checkIns)).toEqual(before);
      expect(await events()).toEqual([]);
    });
  });
});

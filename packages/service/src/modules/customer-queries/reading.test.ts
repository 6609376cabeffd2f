import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NINA, TERMS, tokenFor } from '../../../test/support/buyer.js';
import type { ErrorBody } from '../../../test/support/clients.js';
import { integrationWith } from '../../../test/support/integration.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { customers } from '../customers/customers.tables.js';
import { COLLECTION_KEY } from '../debt-collection/collection-scene.fixture.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';

type Customer = Record<string, unknown> & ErrorBody & { id: number; uuid: string };
interface Slice extends ErrorBody {
  result: Customer[];
  offset: string;
  hasNext: boolean;
}
type Contract = Record<string, unknown> & { id: number };

let service: TestService;
/** Ids of a member, a former member and a prospect. */
let member: number;
let former: number;
let prospect: number;

beforeAll(async () => {
  service = await startTestService();
  const make = async (customer: object, path: string, more: object = {}) => {
    const { body } = await service.api().post<{ customerId: number }>(path, { ...customer, ...more });
    return body.customerId;
  };
  const contract = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
  const { token } = await tokenFor(service, {});
  member = await make(
    { contract, customer: { ...NINA, paymentRequestToken: token, taxId: 'DE123' } },
    '/v1/memberships/signup',
  );
  former = await make({ contract, customer: { ...NINA, firstName: 'Ömer' } }, '/v1/memberships/signup');
  await service.database.db
    .update(contracts)
    .set({ startDate: '2024-01-01', endDate: '2024-12-31', finalEndDate: '2024-12-31' })
    .where(eq(contracts.customerId, former));
  prospect = await make({ ...NINA, firstName: 'Nino', dateOfBirth: '1985-01-02' }, '/v1/customers/create');
});
afterAll(() => service.close());

const get = <T = Customer>(url: string, key?: string) => service.api(key).request<T>({ url });
const ids = (list: Customer[]) => list.map(({ id }) => id);
const by = (query: string) => get(`/v1/customers/by?${query}`);
const search = (body: object) => service.api().post<Customer[] & ErrorBody>('/v1/customers/search', body);

const fetchLink = (link: string) => {
  const { pathname, search: query } = new URL(link);
  return service.app.app.inject({ url: pathname + query });
};

/** Creates customers, so that the list has more than one slice. */
async function fill(count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    await service.api().post('/v1/customers/create', { ...NINA, lastName: `Filler${made}` });
  }
}

describe('a customer', () => {
  test('is shown as signed up, with the account masked', async () => {
    const { status, body } = await get(`/v1/customers/${member}`);
    expect(status).toBe(200);
    const { language, countryCode, ...same } = NINA;
    expect(body).toMatchObject({
      ...same,
      id: member,
      customerNumber: String(member),
      status: 'MEMBER',
      country: countryCode,
      preferredLanguage: language,
      studioId: 1001,
      bankAccount: { accountHolder: 'Mara Lindner' },
      createdDateTime: '2026-11-20T11:00:00+01:00',
    });
    expect(JSON.stringify(body)).not.toMatch(/370400440532013000|DE123/);
  });

  test.each([
    ['with a contract to come', () => member, 'MEMBER'],
    ['whose contract has ended', () => former, 'FORMER_MEMBER'],
    ['without a contract', () => prospect, 'PROSPECT'],
  ])('%s has a status, and is listed under it alone', async (_, id, status) => {
    expect((await get(`/v1/customers/${id()}`)).body.status).toBe(status);
    for (const asked of ['MEMBER', 'PROSPECT', 'FORMER_MEMBER']) {
      const { body } = await get<Slice>(`/v1/customers?customerStatus=${asked}&sliceSize=500`);
      expect(ids(body.result).includes(id()), asked).toBe(asked === status);
    }
  });

  test('that has not consented is not found by a number either', async () => {
    await staff(service, 'consent.set', { customerId: prospect, thirdPartyAccess: false });
    const errorCode = 'errormessage.third.party.customer.access.disabled';
    for (const path of ['by', 'contracts/by']) {
      const url = `/v1/customers/${path}?customerNumber=${prospect}`;
      expect(await get(url), url).toMatchObject({ status: 403, body: { errorCode } });
    }
    await staff(service, 'consent.set', { customerId: prospect, thirdPartyAccess: true });
  });
});

test('a contract has a link to its document', async () => {
  const { body: signed } = await get<Contract[]>(`/v1/customers/${member}/contracts`);
  const document = await fetchLink(String(signed[0]?.signedDocumentUrl));
  expect(document.headers['content-type']).toBe('application/pdf');
});

describe('by an identifier', () => {
  test.each([
    ['customerNumber', ({ id }: Customer) => String(id)],
    ['debtorId', ({ id }: Customer) => String(id)],
    ['qrCodeUuid', ({ uuid }: Customer) => uuid],
  ])('%s', async (name, value) => {
    const { body } = await get(`/v1/customers/${member}`);
    expect((await by(`${name}=${value(body)}`)).body).toEqual(body);
    const { body: found } = await get<Contract[]>(`/v1/customers/contracts/by?${name}=${value(body)}`);
    expect(found).toEqual((await get<Contract[]>(`/v1/customers/${member}/contracts`)).body);
    expect(found).toHaveLength(1);
  });

  test.each([
    ['none', '', 400, 'errormessage.customer.identifier.ambiguous'],
    ['two', 'customerNumber=1&debtorId=1', 400, 'errormessage.customer.identifier.ambiguous'],
    ['one of nobody', 'customerNumber=99', 404, 'errormessage.customer.not.identified'],
    ['one that is not a number', 'customerNumber=M-1', 404, 'errormessage.customer.not.identified'],
    ['what is no UUID', 'qrCodeUuid=1', 400, 'errormessage.request.invalid'],
  ])('%s: refused', async (_, query, status, errorCode) => {
    expect(await by(query)).toMatchObject({ status, body: { errorCode } });
    expect(await get(`/v1/customers/contracts/by?${query}`)).toMatchObject({ status, body: { errorCode } });
  });
});

describe('by what they show at the entrance', () => {
  const shown = [
    ['CARD_NUMBER', '0400000000000A', 'HEX_MSB'],
    ['BARCODE', '4006381333931', undefined],
    ['PIN', '0815', undefined],
  ] as const;

  beforeAll(async () => {
    for (const [type, value, cardNumberFormat] of shown) {
      await staff(service, 'access-medium.add', { customerId: member, type, value, cardNumberFormat });
    }
    const card = { customerId: former, type: 'CARD_NUMBER', value: '00000000BB22CC33' };
    await staff(service, 'access-medium.add', { ...card, cardNumberFormat: 'HEX_MSB' });
  });

  test.each([
    ['a card, as a decimal number', 'cardNumber=1125899906842634', () => member],
    [
      'a card, most significant byte first',
      'cardNumber=0400000000000a&cardNumberFormat=HEX_MSB',
      () => member,
    ],
    [
      'a card, least significant byte first',
      'cardNumber=0A000000000004&cardNumberFormat=HEX_LSB',
      () => member,
    ],
    ['a card with more bytes than its number needs', 'cardNumber=3139619891', () => former],
    ['a barcode', 'barcode=4006381333931', () => member],
    ['a PIN', 'pin=0815', () => member],
  ])('%s', async (_, query, expected) => {
    expect((await by(query)).body.id).toBe(expected());
    const { body } = await get<Contract[]>(`/v1/customers/contracts/by?${query}`);
    expect(body).toEqual((await get<Contract[]>(`/v1/customers/${expected()}/contracts`)).body);
  });

  test.each([
    ['a card of nobody', 'cardNumber=12345678', 404, 'errormessage.customer.not.identified'],
    ['a card with fewer bytes', 'cardNumber=BB22CC33&cardNumberFormat=HEX_MSB', 404, 'errormessage.customer.not.identified'],
    ['the value of another type', 'barcode=0815', 404, 'errormessage.customer.not.identified'],
    ['what is not a card number', 'cardNumber=BB22CC33', 400, 'errormessage.access.medium.card.invalid'],
    ['two', 'pin=0815&barcode=4006381333931', 400, 'errormessage.customer.identifier.ambiguous'],
    ['a format alone', 'cardNumberFormat=HEX_MSB', 400, 'errormessage.customer.identifier.ambiguous'],
    ['an unknown format', 'pin=0815&cardNumberFormat=OCTAL', 400, 'errormessage.request.invalid'],
  ])('%s: refused', async (_, query, status, errorCode) => {
    expect(await by(query)).toMatchObject({ status, body: { errorCode } });
  }); // prettier-ignore

  test('never somebody of another studio', async () => {
    const other = { customerId: 2101, type: 'PIN', value: '9999' };
    await staff(service, 'access-medium.add', other, 1002);
    expect((await by('pin=9999')).status).toBe(404);
  });

  test('one person, because a second card with the number is refused whatever its bytes', async () => {
    const twin = {
      customerId: prospect,
      type: 'CARD_NUMBER',
      value: 'BB22CC33',
      cardNumberFormat: 'HEX_MSB',
    };
    await expect(staff(service, 'access-medium.add', twin)).rejects.toMatchObject({
      code: 'errormessage.access.medium.taken',
    });
    expect((await by('cardNumber=3139619891')).body.id).toBe(former);
  });

  test('is in the record, the numbers of cards as they are asked for', async () => {
    const mediums = (card: string) => [
      { id: expect.any(Number) as number, type: 'CARD_NUMBER', value: card },
      { id: expect.any(Number) as number, type: 'BARCODE', value: '4006381333931' },
      { id: expect.any(Number) as number, type: 'PIN', value: '0815' },
    ];
    const format = 'cardNumberFormat=HEX_LSB';
    const records = [
      (await get(`/v1/customers/${member}?${format}`)).body,
      (await by(`pin=0815&${format}`)).body,
      (await get<Slice>(`/v1/customers?${format}`)).body.result.find(({ id }) => id === member),
      (await search({ firstName: 'Nina', cardNumberFormat: 'HEX_LSB' })).body[0],
    ];
    for (const record of records) expect(record?.accessMediums).toEqual(mediums('0A000000000004'));
    expect((await get(`/v1/customers/${member}`)).body.accessMediums).toEqual(mediums('1125899906842634'));
  });
});

describe('the search', () => {
  test.each([
    [{ firstName: 'nin' }, () => [member, prospect]],
    [{ firstName: 'ömer' }, () => [former]],
    [{ firstName: 'Nin', lastName: 'Brandt', email: 'NINA.brandt@example.com' }, () => [member, prospect]],
    [{ dateOfBirth: '1985-01-02' }, () => [prospect]],
    [{ firstName: 'Nina', dateOfBirth: '1985-01-02' }, () => []],
    [{ firstName: '%' }, () => []],
    [{ email: 'nina' }, () => []],
  ])('for %j', async (body, expected) => {
    expect(ids((await search(body)).body)).toEqual(expected());
  });

  test.each([[{}], [{ firstName: '' }], [{ email: null }]])('for %j is refused', async (body) => {
    expect(await search(body)).toMatchObject({
      status: 400,
      body: { errorCode: 'errormessage.request.nothing.given' },
    });
  });
});

describe('in every studio that is open to the integration', () => {
  const [own, other] = ['key-of-berlin-and-zurich', 'key-of-zurich'];
  const across = <T = Customer>(path: string, key = own) => get<T>(`/v1/cross-studio/customers/${path}`, key);
  const found = async (lastName: string, key: string) =>
    (await service.api(key).post<Customer[]>('/v1/cross-studio/customers/search', { lastName })).body;

  beforeAll(async () => {
    const { db } = service.database;
    const scopes = ['CUSTOMER_READ', 'CHECKIN_READ', 'STUDIO_READ'];
    const integrationId = await integrationWith(db, { key: own, scopes });
    await staff(service, 'integration.grant-access', { integrationId }, 1002);
    await integrationWith(db, { key: other, scopes, studioId: 1002 });
    await db.update(customers).set({ lastName: 'Everywhere' }).where(eq(customers.id, 2002));
    await db.update(customers).set({ lastName: 'Everywhere' }).where(eq(customers.id, 2101));
  });

  test('customers are found by name, own studio first; an integration of one studio finds only its own', async () => {
    const studiosOf = (list: Customer[]) => list.map(({ studioId }) => studioId);
    expect(studiosOf(await found('Everywhere', own))).toEqual([1001, 1002]);
    expect(studiosOf(await found('Everywhere', other))).toEqual([1002]);
  });

  test('customers and their visits are read by id, and by what they show at the entrance', async () => {
    expect((await across('2101')).body).toMatchObject({ id: 2101, studioId: 1002 });
    expect((await across('2101/activities/checkins')).status).toBe(200);
    await staff(
      service,
      'access-medium.add',
      { customerId: 2101, type: 'BARCODE', value: 'OF-ZURICH' },
      1002,
    );
    expect((await across('by?barcode=OF-ZURICH')).body).toMatchObject({ id: 2101 });
    expect((await get('/v1/customers/by?barcode=OF-ZURICH', own)).status).toBe(404);
  });

  test('nobody is found by a barcode that customers of two studios have', async () => {
    await staff(service, 'access-medium.add', { customerId: 2002, type: 'BARCODE', value: 'OF-ZURICH' });
    const { status, body } = await across('by?barcode=OF-ZURICH');
    expect([status, body.errorCode]).toEqual([404, 'errormessage.customer.not.identified']);
    expect((await across('by?barcode=OF-ZURICH', other)).body).toMatchObject({ id: 2101 });
  });

  test('studios are listed that have an offer', async () => {
    const { body } = await get<{ studioId: number }[]>('/v1/cross-studio/membership-offers/studios', own);
    expect(body.map(({ studioId }) => studioId)).toEqual([1001, 1002]);
  });
});

describe('the list', () => {
  test('comes in slices by id, which new customers do not shift', async () => {
    await fill(101);
    const { db } = service.database;
    const everybody = await db.select().from(customers).where(eq(customers.studioId, 1001));
    const signed = (await db.select().from(contracts)).map(({ customerId }) => customerId);
    const expected = everybody
      .filter(({ id, thirdPartyAccess }) => thirdPartyAccess && !signed.includes(id))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    const seen: number[] = [];
    let offset = '0';
    for (let more = true; more;) {
      const url = `/v1/customers?customerStatus=PROSPECT&sliceSize=50&offset=${offset}`;
      const { body } = await get<Slice>(url);
      seen.push(...ids(body.result));
      expect(body.offset).toBe(String(seen.at(-1)));
      ({ offset, hasNext: more } = body);
    }
    expect(seen).toEqual(expected);
    const older = await get<Slice>(`/v1/customers?customerStatus=PROSPECT&lastOffsetId=${seen[0]}`);
    expect(ids(older.body.result)).toEqual(expected.slice(1, 101));
  });

  test('of a status that there is not is refused', async () => {
    expect((await get('/v1/customers?customerStatus=FRIEND')).status).toBe(400);
  });
});

describe('contracts', () => {
  test('are shown with price, runtime and notice', async () => {
    const { body } = await get<Contract[]>(`/v1/customers/${member}/contracts`);
    expect(body).toMatchObject([
      { createdDate: '2026-11-20', startDate: '2026-12-01', contractStatus: 'INACTIVE', cancelled: false },
    ]);
  });

  test.each([
    ['', 1],
    ['?status=INACTIVE', 1],
    ['?status=ACTIVE', 0],
  ])('of a former member%s', async (query, count) => {
    expect((await get<Contract[]>(`/v1/customers/${former}/contracts${query}`)).body).toHaveLength(count);
  });
});

describe('a filter that the operation does not have', () => {
  test.each<[string, () => string, string, string]>([
    ['customers', () => '/v1/customers', 'status=MEMBER', 'customerStatus'],
    ['an e-mail address', () => '/v1/customers', 'email=mara.lindner@example.com', 'customerStatus'],
    ['visits', () => `/v1/customers/${member}/activities/checkins`, 'from=2026-11-01', 'fromDate'],
    ['contracts', () => `/v1/customers/${member}/contracts`, 'state=ACTIVE', 'status'],
    ['members of aggregators', () => '/v1/aggregators/members', 'aggregatorId=7', 'sliceSize'],
    ['cases', () => '/v1/debt-collection/cases', 'debtorid=1', 'debtorId'],
    ['blocked debtors', () => '/v1/debt-collection/blocked/debtors', 'debtor=1', 'debtorId'],
    ['blocked debts', () => '/v1/debt-collection/blocked/debts', 'debt=1', 'debtId'],
    ['debtors of a run', () => '/v1/debt-collection/1/debtors', 'debtorId=1', 'sliceSize'],
  ])('is refused instead of passed over: %s', async (_, path, query, allowed) => {
    const key = path().includes('debt-collection') ? COLLECTION_KEY : undefined;
    const { status, body } = await get(`${path()}?${query}`, key);
    const name = query.split('=')[0] ?? '';
    expect([status, body.errorCode, body.reference]).toEqual([400, 'errormessage.request.invalid', name]);
    expect(body.message).toMatch(new RegExp(`parameter ${name} is unknown; allowed are: .*\\b${allowed}\\b`));
    expect(body.message).not.toContain(query.split('=')[1] ?? '');
  });
});

describe('scopes', () => {
  const KEY = 'a-key-that-reads-contracts-alone';
  test('the one for contracts opens contracts, and not the customer', async () => {
    await integrationWith(service.database.db, { key: KEY, scopes: ['CUSTOMER_CONTRACT_READ'] });
    expect((await get(`/v1/customers/${member}/contracts`, KEY)).status).toBe(200);
    expect(await get(`/v1/customers/${member}`, KEY)).toMatchObject({
      status: 403,
      body: { errorCode: 'errormessage.permission.denied' },
    });
  });
});

describe('reasons for ending a contract', () => {
  const url = '/v1/memberships/self-service/contract-cancelation-reasons';
  const read = async (language: string) => {
    const headers = { 'accept-language': language };
    const { body } = await service.api().request<{ cancelationReasonName: string }[]>({ url, headers });
    return body.map(({ cancelationReasonName }) => cancelationReasonName);
  };

  test("are the usual ones in a language, or the studio's own", async () => {
    expect([(await read('de'))[0], (await read('sl'))[0]]).toEqual(['Umzug', 'Selitev']);
    const reasons = [{ id: 1000, name: 'Officially ordered studio closure' }];
    await staff(service, 'settings.set', {
      subject: 'cancelation',
      values: { requireVerification: false, requireWithdrawalVerification: true, reasons },
    });
    expect(await read('de')).toEqual(['Officially ordered studio closure']);
  });
});

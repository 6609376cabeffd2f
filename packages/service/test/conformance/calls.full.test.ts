import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialOffers } from '../../src/modules/bookings/bookings.tables.js';
import { CollectionStudio } from '../../src/modules/debt-collection/collection-scene.fixture.js';
import { IdleContract } from '../../src/modules/memberships/idle-periods/idle-contract.fixture.js';
import { NINA, TERMS } from '../support/buyer.js';
import type { Answer, ErrorBody } from '../support/clients.js';
import { form } from '../support/data-form.js';
import { startTestService, type TestService } from '../support/service.js';
import { staff } from '../support/staff.js';
import { readClaim, SPECIFICATION, type SpecifiedRecord } from './specification.js';

/*
 * These tests send real requests to check which fields are required, which may be left out or null, and which values
 * are allowed.
 */

/**
 * Contents of a record when it is sent: only the required fields, or everything that the specification nests or
 * enumerates.
 */
interface Example {
  readonly url: () => string;
  readonly least: () => object;
  readonly full?: () => object;
}

let service: TestService;
let idleContract: IdleContract;
/** Id of an idle period that may still be changed. */
let future: number;
let collection: CollectionStudio;
let debt: Awaited<ReturnType<CollectionStudio['handOver']>>;
beforeAll(async () => {
  service = await startTestService({ rateLimit: { limit: 1_000_000, seconds: 60 } });
  idleContract = await IdleContract.sign(service);
  collection = new CollectionStudio(service);
  debt = await collection.handOver(10000);
  future = (await idleContract.accepted({ startDate: '2027-01-01', termValue: 1 })).id;
});
afterAll(() => service.close());

const session = { amount: 0, scope: 'ECOM' };
const person = () => ({ aggregatorId: `A-${randomUUID()}`, firstName: 'Lena', lastName: 'Voigt' });
const signature = { base64SvgSignature: 'PHN2Zy8+' };
const signup = {
  contract: { contractOfferTermId: TERMS.rising, startDate: '2026-12-01' },
  customer: { ...NINA, language: { languageCode: 'de' } },
};
const idlePeriod = {
  startDate: '2027-04-01',
  temporalUnit: 'MONTH',
  termValue: 1,
  reasonId: 1,
  unlimited: false,
};
const collected = () => {
  const { requestId, debtors } = collection.body(debt, [{ original: 10000 }]) as {
    requestId: string;
    debtors: { agencyCollectionCases: { debts: object[] }[] }[];
  };
  return { requestId, debtors };
};
const block = { limitType: 'LIMITED', endDate: '2027-05-01' };

const EXAMPLES: Readonly<Record<string, Example>> = {
  'POST /v1/payments/user-session': {
    url: () => '/v1/payments/user-session',
    least: () => session,
    full: () => ({ ...session, referenceText: 'Membership', permittedPaymentChoices: ['SEPA'] }),
  },
  'POST /v1/customers/{}/account/payment-instrument': {
    url: () => '/v1/customers/2001/account/payment-instrument',
    least: () => ({ paymentRequestToken: 'unknown' }),
  },
  'POST /v1/customers/{}/account/payment': {
    url: () => '/v1/customers/2001/account/payment',
    least: () => ({ paymentRequestToken: 'unknown' }),
  },
  'POST /v1/aggregators/member': { url: () => '/v1/aggregators/member', least: person },
  'POST /v1/memberships/signup/preview': {
    url: () => '/v1/memberships/signup/preview',
    least: () => signup,
    full: () => ({
      contract: {
        ...signup.contract,
        contractSignature: signature,
        textBlockSignatures: [{ ...signature, textBlockId: 1 }],
      },
      customer: { ...signup.customer, gender: 'MALE' },
    }),
  },
  'POST /v1/memberships/signup': { url: () => '/v1/memberships/signup', least: () => signup },
  'POST /v1/memberships/{}/self-service/idle-periods/validate': {
    url: () => `${idleContract.path}/validate`,
    least: () => idlePeriod,
  },
  'POST /v1/memberships/{}/self-service/idle-periods': {
    url: () => idleContract.path,
    least: () => idlePeriod,
  },
  'PUT /v1/memberships/{}/self-service/idle-periods/{}/preview': {
    url: () => `${idleContract.path}/${future}/preview`,
    least: () => idlePeriod,
  },
  'PUT /v1/memberships/{}/self-service/idle-periods/{}': {
    url: () => `${idleContract.path}/${future}`,
    least: () => ({ ...idlePeriod, startDate: '2027-01-01' }),
  },
  'POST /v1/debt-collection/update': {
    url: () => '/v1/debt-collection/update',
    least: collected,
    full: () => {
      const { debtors, ...more } = collected();
      const closure = { type: 'REJECTION', date: '2026-11-20', rejectionReason: 'WITHDRAWN_BY_STUDIO' };
      const withBlocks = debtors.map((debtor) => ({
        ...debtor,
        agencyCollectionCases: debtor.agencyCollectionCases.map((each) => ({
          ...each,
          block,
          closure,
          debts: each.debts.map((debt) => ({ ...debt, block })),
        })),
      }));
      return { ...more, debtors: withBlocks };
    },
  },
  'POST /connect/v1/trialsession/book': {
    url: () => '/connect/v1/trialsession/book',
    least: () => ({
      studioId: 1001,
      startDateTime: '2026-11-24T10:00:00+01:00',
      leadCustomer: { firstname: 'Max', lastname: 'Mustermann', email: 'max@example.com', address: {} },
    }),
  },
};

const requests = SPECIFICATION.records.filter(({ side }) => side !== 'response');

async function send(
  { operation, side }: SpecifiedRecord,
  record: unknown,
): Promise<Answer<ErrorBody | null>> {
  const [method, path = ''] = operation.split(' ') as ['POST' | 'PUT', string?];
  const url = EXAMPLES[operation]?.url() ?? '';
  const client = path.startsWith('/v1/debt-collection') ? collection.partner() : service.api();
  const answer = await client.request<ErrorBody | null>({
    method,
    url,
    ...(side === 'form' ? form(record) : { payload: record as object }),
  });
  expect([200, 400, 404], JSON.stringify(answer.body)).toContain(answer.status);
  return answer;
}

/**
 * Sends a record and returns the field that is refused as invalid, without list indexes and the part of a form; null if
 * none is. A refusal by a rule of the studio, such as an idle period in another unit than the studio's, has a different
 * code.
 */
async function refusedAt(specified: SpecifiedRecord, record: unknown): Promise<string | null> {
  const { body } = await send(specified, record);
  if (body?.errorCode !== 'errormessage.request.invalid') return null;
  return (body.reference ?? 'nothing that is named').replace(/^data\.|\.\d+/g, '');
}

/**
 * Returns the record with another value at a path, through lists; undefined removes the field. Returns null if the
 * record does not contain the path.
 */
function changed(record: unknown, [name = '', ...below]: readonly string[], value: unknown): unknown {
  if (Array.isArray(record)) {
    const items = record.map((item: unknown) => changed(item, [name, ...below], value));
    return items.length === 0 || items.includes(null) ? null : items;
  }
  if (typeof record !== 'object' || record === null) return null;
  const held = Reflect.get(record, name) as unknown;
  const inner = below.length === 0 ? value : changed(held, below, value);
  return inner === null && below.length > 0 ? null : { ...record, [name]: inner };
}

/** Every claim about a request that a call can check. */
const claims = requests.flatMap((record) =>
  Object.entries(record.fields).map(([path, text]) => ({ record, path, claim: readClaim(text) })),
);
const fullOf = ({ operation }: SpecifiedRecord) =>
  (EXAMPLES[operation]?.full ?? EXAMPLES[operation]?.least)?.();
/** Returns the record with another value at a path, or null if it does not contain the path. */
const withValue = (record: SpecifiedRecord, path: string, value: unknown) =>
  changed(fullOf(record), path.split('.'), value);

test('every request of the specification has an example, and no other', () => {
  const operations = requests.map(({ operation }) => operation);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(operations.toSorted());
});

test('a request with what is required alone is taken as it stands', async () => {
  const faults: string[] = [];
  for (const record of requests) {
    // These need known tokens, or a slot that is still free.
    if (/account|signup$|book$/.test(record.operation)) continue;
    const { status, body } = await send(record, EXAMPLES[record.operation]?.least());
    if (status !== 200) faults.push(`${record.operation} answers ${status} ${body?.reference}`);
  }
  expect(faults).toEqual([]);
});

test('what is required is missed by its name', async () => {
  const required = claims.filter(({ claim }) => claim.isRequired);
  expect(required).toHaveLength(35);
  const faults: string[] = [];
  for (const { record, path } of required) {
    const without = withValue(record, path, undefined);
    const refused = await refusedAt(record, without);
    if (refused !== path) faults.push(`${record.operation} without ${path} refuses ${refused ?? 'nothing'}`);
  }
  expect(faults).toEqual([]);
});

test('what is optional may be null', async () => {
  const optional = claims.filter(({ claim }) => claim.isOptional);
  expect(optional.length).toBeGreaterThan(90);
  const faults: string[] = [];
  let tried = 0;
  for (const { record, path } of optional) {
    const withNull = withValue(record, path, null);
    if (withNull === null) continue;
    tried += 1;
    const refused = await refusedAt(record, withNull);
    if (refused === path) faults.push(`${record.operation} refuses ${path}: null`);
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(80);
});

test('each value of an enumeration is taken, and another is refused by the name of its field', async () => {
  const enumerations = claims.filter(({ claim }) => claim.values);
  expect(enumerations).toHaveLength(13);
  const faults: string[] = [];
  for (const { record, path, claim } of enumerations) {
    const refuses = (value: string) =>
      refusedAt(record, withValue(record, path, claim.isArray ? [value] : value));
    for (const value of claim.values ?? []) {
      if ((await refuses(value)) === path) faults.push(`${record.operation} refuses ${path}: ${value}`);
    }
    const refused = await refuses('SOMETHING_ELSE');
    if (refused !== path)
      faults.push(`${record.operation} takes any ${path}; refused was ${refused ?? 'nothing'}`);
  }
  expect(faults).toEqual([]);
});

/** Request for each case of the table. */
const CASES: Readonly<Record<string, () => Promise<Answer<ErrorBody>>>> = {
  'entities of another studio': async () => {
    const offers = await service
      .api()
      .request<{ id: number }[]>({ url: '/v1/memberships/membership-offers' });
    const url = `/v1/memberships/membership-offers/${offers.body[0]?.id}`;
    return service.api('test-key-seeblick-zuerich-chf').request({ url });
  },
  'a member has not consented to third-party data access': async () => {
    await staff(service, 'consent.set', { customerId: 2002, thirdPartyAccess: false });
    return service.api().request({ url: '/v1/customers/2002/self-service/contact-data' });
  },
  'a trial offer for a customer that already exists': async () => {
    const [offer] = await service.database.db
      .select()
      .from(trialOffers)
      .where(eq(trialOffers.studioId, 1001));
    const leadCustomerData = { firstname: 'Nina', lastname: 'Brandt', email: NINA.email };
    return service
      .api()
      .post('/v1/trial-offers/lead/create', { leadCustomerData, trialOfferConfigId: offer?.id });
  },
  'a signup preview with an invalid voucher code': () =>
    service.api().post('/v1/memberships/signup/preview', {
      ...signup,
      contract: { ...signup.contract, voucherCode: 'NO-SUCH-CODE' },
    }),
  'savePaymentInstrument false with scope MEMBER_ACCOUNT': () =>
    open({ scope: 'MEMBER_ACCOUNT', savePaymentInstrument: false }),
  'scope MEMBER_ACCOUNT with an amount above 0': () => open({ scope: 'MEMBER_ACCOUNT', amount: 5 }),
  'customerId and paymentServiceCustomerId': () =>
    open({ customerId: 2001, paymentServiceCustomerId: randomUUID() }),
};
const open = (fields: object) =>
  service.api().post('/v1/payments/user-session', { ...session, referenceText: 'Membership', ...fields });

test('every case of the specification is sent, and no other', () => {
  const { cases } = SPECIFICATION.cases;
  expect(cases).toHaveLength(7);
  expect(Object.keys(CASES).toSorted()).toEqual(cases.map(({ when }) => when).toSorted());
});

test.each(SPECIFICATION.cases.cases)('$when: $status', async ({ when, status, ...expected }) => {
  const answer = await CASES[when]?.();
  expect(answer, JSON.stringify(answer?.body)).toMatchObject({ status, body: expected });
});

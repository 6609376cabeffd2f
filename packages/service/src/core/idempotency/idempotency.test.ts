import { describedBy } from '../../../test/support/description.js';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSwitchable, NINA, TERMS, tokenFor } from '../../../test/support/buyer.js';
import { type ErrorBody, GatewayClient, OpenApiClient } from '../../../test/support/clients.js';
import { EUR_KEY, startTestService, TEST_SECRET, type TestService } from '../../../test/support/service.js';
import type { App } from '../../app.js';
import { trialSessionBookings } from '../../modules/classes/classes.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { COLLECTION_KEY, CollectionStudio } from '../../modules/debt-collection/collection-scene.fixture.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { idempotencyKeys } from './idempotency.tables.js';

let service: TestService;
let second: App;
let collection: CollectionStudio;
beforeAll(async () => {
  service = await startTestService();
  second = await service.another();
  collection = new CollectionStudio(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});
beforeEach(() => {
  service.onStep = () => {};
});

const DAY = 24 * 3600_000;
type Made = Record<string, unknown> & ErrorBody;

const elsewhere = (key = EUR_KEY) => new OpenApiClient(second.app, key, service.description);
const send = (url: string, body: object, key: string | null, client = service.api()) =>
  client.post<Made>(url, body, key === null ? {} : { 'idempotency-key': key });

const free = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
const SIGNUP = '/v1/memberships/signup';
const SESSION = '/v1/payments/user-session';
const signup = (lastName = 'Brandt') => ({ contract: free, customer: { ...NINA, lastName } });
const session = (fields: object = {}) => ({
  amount: 0,
  scope: 'MEMBER_ACCOUNT',
  referenceText: 'Membership',
  ...fields,
});

async function counted() {
  const { db } = service.app.context;
  return {
    customers: await db.$count(customers),
    contracts: await db.$count(contracts),
    sessions: await db.$count(paymentSessions),
    trialSessions: await db.$count(trialSessionBookings),
    amendments: await db.$count(amendments),
  };
}

interface Operation {
  readonly url: string;
  readonly body: object;
  /** A different request to the same address. */
  readonly other: object;
  readonly apiKey?: string;
}

/** Operations that make or change something, without a token where possible. */
const OPERATIONS: [string, () => Promise<Operation>][] = [
  ['signup', async () => ({ url: SIGNUP, body: signup(), other: signup('Other') })],
  [
    'user-session',
    async () => ({ url: SESSION, body: session(), other: session({ referenceText: 'Other' }) }),
  ],
  [
    'customers/create',
    async () => ({ url: '/v1/customers/create', body: NINA, other: { ...NINA, city: 'Potsdam' } }),
  ],
  [
    'add-membership',
    async () => ({
      url: '/v1/memberships/customers/2001/add-membership',
      body: free,
      other: { ...free, startDate: '2026-12-02' },
    }),
  ],
  [
    'membership-switch',
    async () => {
      const sourceContractId = await addSwitchable(service, 2001);
      const body = {
        configId: 9001,
        sourceContractId,
        membershipOfferTermId: TERMS.monthDay,
        startDate: '2026-12-20',
      };
      return {
        url: '/v1/memberships/2001/membership-switch',
        body,
        other: { ...body, startDate: '2026-12-21' },
      };
    },
  ],
  [
    'account/payment',
    async () => {
      const { token: paymentRequestToken } = await tokenFor(service, {
        scope: 'ECOM',
        amount: 5,
        customerId: 2001,
      });
      const body = { paymentRequestToken, amount: { amount: 5, currency: 'EUR' } };
      return {
        url: '/v1/customers/2001/account/payment',
        body,
        other: { ...body, amount: { amount: 4, currency: 'EUR' } },
      };
    },
  ],
  [
    'account/payment-instrument',
    async () => {
      const { token } = await tokenFor(service, { customerId: 2001 });
      const { token: another } = await tokenFor(service, { customerId: 2001 });
      return {
        url: '/v1/customers/2001/account/payment-instrument',
        body: { paymentRequestToken: token },
        other: { paymentRequestToken: another },
      };
    },
  ],
  [
    'contact-data',
    async () => ({
      url: CONTACT_DATA,
      body: { email: 'first@example.com' },
      other: { email: 'other@example.com' },
    }),
  ],
  [
    'trialsession/book',
    async () => ({ url: TRIAL_SESSION, body: await trialSession(), other: await trialSession('Other') }),
  ],
  [
    'debt-collection/update',
    async () => {
      const scene = await collection.handOver(10000);
      const update = collection.body(scene, [{ original: 10000, paidAmount: 10 }]);
      // The partner's own request id need not be a UUID.
      const body = { ...update, requestId: `update of case ${scene.collectionCaseId}` };
      const other = collection.body(scene, [{ original: 10000, paidAmount: 20 }]);
      return { url: '/v1/debt-collection/update', body, other, apiKey: COLLECTION_KEY };
    },
  ],
];

const CONTACT_DATA = '/v1/customers/2001/self-service/contact-data';
const OTHER_CONTACT_DATA = '/v1/customers/2004/self-service/contact-data';
const TRIAL_SESSION = '/connect/v1/trialsession/book';

/** Returns a booking of the first free slot on the day five days from now. */
async function trialSession(lastname = 'Mustermann'): Promise<object> {
  const day = new Date(service.clock.now().getTime() + 5 * DAY).toISOString().slice(0, 10);
  const { body } = await service.api().request<{ slots: { startDateTime: string }[] }>({
    url: `/connect/v1/trialsession?studioId=1001&startDate=${day}&endDate=${day}`,
  });
  const startDateTime = body.slots[0]?.startDateTime ?? '';
  return {
    studioId: 1001,
    startDateTime,
    leadCustomer: { firstname: 'Max', lastname, email: `${lastname}@example.com` },
  };
}

describe.each(OPERATIONS)('%s', (_, make) => {
  test('sent at once to two services, and again, one is made, and all get it; another body is refused', async () => {
    const { url, body, other, apiKey } = await make();
    const key = randomUUID();
    const before = await counted();
    const clients = Array.from({ length: 8 }, (_each, index) =>
      index % 2 ? service.api(apiKey) : elsewhere(apiKey),
    );
    const answers = await Promise.all(clients.map((client) => send(url, body, key, client)));
    const [first] = answers;
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(Array(8).fill([200, first?.body]));
    const after = await counted();
    for (const kind of ['customers', 'contracts', 'sessions', 'trialSessions', 'amendments'] as const) {
      expect(after[kind] - before[kind], kind).toBeLessThanOrEqual(1);
    }
    service.clock.advance(1000);
    const again = await send(url, body, key, elsewhere(apiKey));
    expect([again.status, again.body]).toEqual([200, first?.body]);
    const answer = await send(url, other, key, service.api(apiKey));
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([
      409,
      'errormessage.payment.idempotency.key.reused',
      'Idempotency-Key',
    ]);
    expect(await counted()).toEqual(after);
  });
});

test('without a key, two signups without tokens make two customers', async () => {
  const before = await counted();
  expect((await send(SIGNUP, signup(), null)).status).toBe(200);
  expect((await send(SIGNUP, signup(), null)).status).toBe(200);
  expect((await counted()).customers).toBe(before.customers + 2);
});

test('a change of contact data that is sent again later does not undo what was changed since', async () => {
  const mode = 'CHANGES_WITHOUT_VERIFICATION';
  const values = {
    ...{ contactData: mode, addressData: mode, masterData: mode, paymentData: mode },
    requireSignature: false,
  };
  await collection.staff('settings.set', { subject: 'selfService', values });
  const key = randomUUID();
  const first = { email: 'first@example.com' };
  expect((await send(OTHER_CONTACT_DATA, first, key)).body.email).toBe('first@example.com');
  expect((await send(OTHER_CONTACT_DATA, { email: 'second@example.com' }, null)).status).toBe(200);
  const again = await send(OTHER_CONTACT_DATA, first, key);
  expect([again.status, again.body.email]).toEqual([200, 'second@example.com']);
});

test('the activation of an integration takes a key too', async () => {
  const key = randomUUID();
  const url = '/v1/studios/confirmActivation';
  expect((await send(url, {}, key)).status).toBe(200);
  expect((await send(url, {}, key)).status).toBe(200);
  expect((await send(SESSION, session(), key)).status).toBe(409);
});

test('a key of one operation is not one of another, and each studio has its own', async () => {
  const key = randomUUID();
  expect((await send(SIGNUP, signup(), key)).status).toBe(200);
  expect((await send('/v1/customers/create', NINA, key)).status).toBe(409);
  const zurich = service.api('test-key-seeblick-zuerich-chf');
  expect((await send(SESSION, session(), key, zurich)).status).toBe(200);
});

test('integrations of a studio, and those who need no API key, do not meet in a key', async () => {
  const key = randomUUID();
  expect((await send(SIGNUP, signup(), key)).status).toBe(200);
  const other = service.api('test-key-northside-berlin-no-payments');
  expect((await send(SIGNUP, signup('Other'), key, other)).status).toBe(200);
  expect((await send(TRIAL_SESSION, await trialSession('Public'), key)).status).toBe(200);
});

test('a request that was refused has made nothing: its key can be used for the corrected one', async () => {
  const key = randomUUID();
  const wrong = { ...signup(), contract: { ...free, voucherCode: 'NONSENSE' } };
  expect((await send(SIGNUP, wrong, key)).status).toBe(400);
  expect((await send(SIGNUP, signup(), key)).status).toBe(200);
});

test('a payment that was declined is answered so under its key; without it, or with another, it is tried again', async () => {
  const iban = 'DE65370400440002222227';
  const { token } = await tokenFor(service, { scope: 'ECOM', amount: 399 }, { iban });
  const contract = {
    contractOfferTermId: TERMS.inFull,
    startDate: '2026-12-01',
    initialPaymentRequestToken: token,
  };
  const body = { contract, customer: NINA };
  const charges = () => service.simulator.ledger().filter(({ mode }) => mode === 'payment').length;
  const key = randomUUID();
  const declined = await send(SIGNUP, body, key);
  expect([declined.status, declined.body.errorCode]).toEqual([400, 'PAYMENT_DECLINED']);
  const tried = charges();
  const { traceId: _, ...answer } = declined.body;
  expect((await send(SIGNUP, body, key)).body).toMatchObject(answer);
  expect(charges()).toBe(tried);
  expect((await send(SIGNUP, body, randomUUID())).body.errorCode).toBe('PAYMENT_DECLINED');
  expect(charges()).toBe(tried + 1);
});

test('previews make nothing and take any key', async () => {
  const key = randomUUID();
  for (const lastName of ['Brandt', 'Other']) {
    expect((await send(`${SIGNUP}/preview`, signup(lastName), key)).status).toBe(200);
  }
  const { rows } = await service.database.raw.query({
    text: 'select key from idempotency_keys where key = $1',
    values: [key],
  });
  expect(rows).toEqual([]);
});

test('a key is kept for 30 days, and is free again afterwards', async () => {
  const key = randomUUID();
  const first = await send(SIGNUP, signup(), key);
  service.clock.advance(30 * DAY - 1000);
  // The start is in the past now; the stored result is returned without checking it.
  expect((await send(SIGNUP, signup(), key)).body).toEqual(first.body);
  service.clock.advance(1000);
  const made = await send('/v1/customers/create', NINA, key);
  expect(made.status).toBe(200);
  expect(made.body.customerId).not.toBe(first.body.customerId);
  expect((await send('/v1/customers/create', NINA, key)).body).toEqual(made.body);
});

test('the token of a session is derived again, and is stored nowhere', async () => {
  const key = randomUUID();
  const { body } = await send(SESSION, session(), key);
  expect((await send(SESSION, session(), key)).body.token).toBe(body.token);
  expect((await service.gateway(String(body.token)).session()).status).toBe(200);
  const { db } = service.app.context;
  const rows = [await db.select().from(paymentSessions), await db.select().from(idempotencyKeys)];
  expect(JSON.stringify(rows)).not.toContain(String(body.token));
});

test('after the secret has changed, a session and its token are still those of the first request', async () => {
  const key = randomUUID();
  const first = await send(SESSION, session(), key);
  const rotated = await service.another({
    secret: 'YW5vdGhlciBzZWNyZXQgZm9yIGlkZW1wb3RlbmN5Li4=',
    previousSecrets: [TEST_SECRET],
  });
  try {
    const client = new OpenApiClient(rotated.app, EUR_KEY, service.description);
    expect((await send(SESSION, session(), key, client)).body).toEqual(first.body);
    const opened = await send(SESSION, session(), randomUUID(), client);
    expect(opened.body.token).not.toBe(first.body.token);
    for (const { body } of [first, opened]) {
      const gateway = new GatewayClient(rotated.app, String(body.token), 'http://localhost:5173');
      expect((await gateway.session()).status).toBe(200);
    }
  } finally {
    await rotated.close();
  }
});

test.each(['short', 'a'.repeat(129), 'with spaces in it, long', '../../../etc/passwd'])(
  'an invalid key is refused: %s',
  async (key) => {
    const answer = await send(SIGNUP, signup(), key);
    expect([answer.status, answer.body.errorCode, answer.body.reference]).toEqual([
      400,
      'errormessage.request.invalid',
      'idempotency-key',
    ]);
  },
);

test('every POST that makes something is described with its key', () => {
  const { paths } = describedBy<{
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
  }>(service.app.app);
  const posts = Object.entries(paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []));
  const described = posts.filter(({ post }) =>
    post.parameters?.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key'),
  );
  const without = posts.filter((each) => !described.includes(each)).map(({ path }) => path);
  expect(described.length).toBeGreaterThan(6);
  // Operations that make nothing are an exception.
  const makesNothing = (path: string) => /\/(preview|validate|search|trialsession\/confirm)$/.test(path);
  expect(without.filter((path) => !makesNothing(path))).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedActivity } from '../../src/admin/seed/activity.js';
import { seed } from '../../src/admin/seed/seed.js';
import { deriveKeys } from '../../src/core/secrets/secret-keys.js';
import { bothTokens, tokenFor } from '../support/buyer.js';
import { emptyDatabase } from '../support/database.js';
import { TestClock } from '../support/clock.js';
import { operationsIn, requestOfExample, type WithExample } from '../support/examples.js';
import { rowCounts } from '../support/row-counts.js';
import { EUR_KEY, startTestService, TEST_SECRET, type TestService } from '../support/service.js';
import { stable } from './stable-responses.js';

/*
 * These tests take the view of a partner who sends the examples of the description to a sandbox that has just started.
 */

const COLLECTION_KEY = 'test-key-collection-berlin';

type Body = Readonly<Record<string, unknown>>;

/** Operations whose example contains tokens, which come from the widget. */
const WITH_TOKENS: Readonly<Record<string, (body: Body) => Promise<Body>>> = {
  bookCustomerPayment: async (body) => {
    const { token } = await tokenFor(service, { customerId: 2001, scope: 'ECOM', amount: 39.9 });
    return { ...body, paymentRequestToken: token };
  },
  updateCustomerPaymentInstrument: async (body) => {
    const { token } = await tokenFor(service, { customerId: 2001 });
    return { ...body, paymentRequestToken: token };
  },
  signupMembership: async ({ contract, customer }) => {
    const { instrument, initial } = await bothTokens(service, 19.9);
    return {
      contract: { ...(contract as Body), initialPaymentRequestToken: initial },
      customer: { ...(customer as Body), paymentRequestToken: instrument },
    };
  },
  addMembership: async (body) => {
    const { token } = await tokenFor(service, { customerId: 2001, scope: 'ECOM', amount: 19.9 });
    return { ...body, initialPaymentRequestToken: token };
  },
};

let service: TestService;

/** Starts a sandbox at a time. */
async function startAt(time: string): Promise<readonly WithExample[]> {
  const clock = new TestClock(Date.parse(time));
  const database = await emptyDatabase();
  await seed({ db: database.db, keys: deriveKeys(TEST_SECRET), clock });
  service = await startTestService({ clock, database });
  await seedActivity(service.app.context, service.simulator.url);
  const { body } = await service.app.app.inject({ url: '/openapi.json' });
  return operationsIn(JSON.parse(body) as { paths: object });
}

async function send(operation: WithExample) {
  const key = operation.path.startsWith('/v1/debt-collection') ? COLLECTION_KEY : EUR_KEY;
  const request = await requestOfExample(operation, WITH_TOKENS[operation.operationId]);
  return service.api(key).request<unknown>(request);
}

/** Checks whether a response, or the list in it, contains anything. */
function shows(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (Array.isArray(body)) return body.length > 0;
  const lists = Object.values(body).filter(Array.isArray);
  const isList =
    lists.length > 0 && Object.keys(body).every((name) => /result|offset|hasNext|IdlePeriods/.test(name));
  return isList ? lists.some((list) => list.length > 0) : Object.keys(body).length > 0;
}

/** Puts what only reads first, so that its recorded response shows what a new sandbox shows. */
const readsFirst = (operations: readonly WithExample[]) =>
  operations.toSorted((one, other) => Number(other.method === 'GET') - Number(one.method === 'GET'));

/** No example may depend on another one, or on the day. The second time is a Sunday in Berlin, and the end of a month. */
describe.each([
  { order: 'reads first', time: '2026-12-01T09:00:00Z' },
  { order: 'backwards', time: '2027-01-30T23:10:00Z' },
])('the examples of the description, $order at $time', ({ order, time }) => {
  let operations: readonly WithExample[];
  const responses: Record<string, unknown> = {};
  beforeAll(async () => {
    operations = await startAt(time);
  });
  afterAll(() => service.close());

  test('are accepted, and every operation that reads shows something', async () => {
    const refused: string[] = [];
    for (const operation of order === 'backwards' ? operations.toReversed() : readsFirst(operations)) {
      const { status, body } = await send(operation);
      const { operationId, method } = operation;
      const dateTimes = JSON.stringify(body).match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
      const plain = /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)"$/;
      const isShown = method !== 'GET' || shows(body);
      if (status === 200 && isShown && dateTimes.every((dateTime) => plain.test(dateTime))) {
        if (body !== null) responses[operationId] = body;
      } else refused.push(`${operationId}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    }
    expect(refused).toEqual([]);
  });

  test('are about data that the next start does not make again', async () => {
    const count = await rowCounts(service);
    const before = await count();
    await seedActivity(service.app.context, service.simulator.url);
    expect(await count()).toBe(before);
  });

  test('have a document of a debtor for the collection partner', async () => {
    const { body } = await service
      .api(COLLECTION_KEY)
      .request<{ result: { fileName: string; url: string }[] }>({ url: '/v1/customers/2011/documents' });
    expect(body.result.map(({ fileName }) => fileName)).toEqual(['last-reminder.pdf']);
    const { pathname, search } = new URL(body.result[0]?.url ?? '');
    const file = await service.app.app.inject({ url: pathname + search });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test.runIf(order === 'reads first')('show responses of these requests', async () => {
    const inOrder = operations.flatMap(({ operationId: id }) =>
      id in responses ? [[id, responses[id]]] : [],
    );
    await expect(`${JSON.stringify(stable(Object.fromEntries(inOrder)), null, 2)}\n`).toMatchFileSnapshot(
      '../../src/core/http/example-responses.json',
    );
  });
});

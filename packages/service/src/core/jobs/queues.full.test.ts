import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { jobRetries } from './jobs.tables.js';
import { retriedQueues, runBatches } from '../../../test/support/batches.js';
import { retryDelay } from './retries.js';

const CHF_KEY = 'test-key-seeblick-zuerich-chf';
const MINUTE = 60_000;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  service.network.mend();
  await service.close();
});

/** Makes a payment whose outcome the provider has not reported. */
async function undecided(): Promise<string> {
  const gateway = service.gateway(await service.api().session());
  const { body } = await gateway.create(await gateway.sepaRequest());
  service.network.lose('answer-lost', /confirm/, 1);
  expect((await gateway.authenticate(body.id)).body.status).toBe('UNKNOWN');
  return body.id;
}

const statusOf = async (id: string) =>
  (await service.database.db.select().from(payments).where(eq(payments.id, id)))[0]?.status;
const retriesOf = async (id: string) =>
  (await service.database.db.select().from(jobRetries).where(eq(jobRetries.subjectId, id)))[0]?.retries;

/** Works on what is due; items that wait for their next retry are not. */
const laterBatches = () =>
  runBatches(service.app.context, 1, (fault) => {
    throw fault;
  });

describe('a provider that is silent', () => {
  test.each([
    ['a session that concerns no provider', async () => service.api(CHF_KEY).session()],
    [
      'a session with an attempt that the provider never heard of',
      async () => {
        const token = await service.api(CHF_KEY).session();
        const gateway = service.gateway(token);
        const details = { accountHolder: 'Reto Baumann', iban: 'CH9300762011623852957' };
        const address = { line1: 'Seestrasse 1', city: 'Zürich', postalCode: '8002', country: 'CH' };
        await gateway.create(await gateway.debitRequest('LSV', { ...details, address }));
        return token;
      },
    ],
  ])('does not delay %s, of another studio', async (_, open) => {
    for (let count = 0; count < 6; count += 1) await undecided();
    await open();
    service.clock.advance(31 * MINUTE);
    // Sessions of undecided payments also expire, and then wait for the provider.
    service.network.lose('held', /.*/);
    const expired = new Promise<void>((resolve) => {
      service.onStep = (name) => {
        if (name === 'expiry.committed') resolve();
      };
    });
    const jobs = await service.another({ jobPauseMs: 10 });
    await expired;
    const states = await service.database.db
      .select()
      .from(paymentSessions)
      .where(eq(paymentSessions.studioId, 1002));
    expect(states.map(({ status }) => status)).toEqual(['EXPIRED']);
    expect(service.network.waiting).toBeGreaterThan(0);
    service.network.mend();
    await jobs.close();
  });

  test('is asked again after waits that grow, and what was owed comes at last', async () => {
    const id = await undecided();
    service.clock.advance(MINUTE);
    service.network.lose('request-lost', /.*/);
    await laterBatches();
    expect(await retriesOf(id)).toBe(1);
    await laterBatches();
    expect(await retriesOf(id)).toBe(1);
    service.clock.advance(5_000);
    await laterBatches();
    expect(await retriesOf(id)).toBe(2);
    service.clock.advance(9_999);
    await laterBatches();
    expect(await retriesOf(id)).toBe(2);
    service.network.mend();
    service.clock.advance(1);
    await laterBatches();
    expect([await statusOf(id), await retriesOf(id)]).toEqual(['PREAUTHED', undefined]);
  });

  test('waits grow to five minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map((retries) => retryDelay(retries))).toEqual([
      5, 10, 20, 40, 80, 160, 300, 300, 300,
    ]);
  });
});

describe('several services', () => {
  test('take each thing once', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await undecided());
    service.clock.advance(MINUTE);
    service.network.lose('request-lost', /.*/);
    await Promise.all([laterBatches(), laterBatches(), laterBatches()]);
    for (const id of ids) expect(await retriesOf(id)).toBe(1);
  });

  test('leave what one of them has taken to it, and take over what it had when it was killed', async () => {
    const id = await undecided();
    service.clock.advance(MINUTE);
    const queue = retriedQueues(1).find(({ name }) => name === 'OUTCOMES SIMULATOR');
    const taken = await queue?.take(service.app.context, 4);
    expect(taken).toEqual([{ id, retries: 1 }]);
    // Nothing more is heard of the process that has taken it.
    service.clock.advance(MINUTE - 1);
    await laterBatches();
    expect(await statusOf(id)).toBe('UNKNOWN');
    service.clock.advance(1);
    await laterBatches();
    expect(await statusOf(id)).toBe('PREAUTHED');
  });
});

test('a process works on four items at a time, and continues until none is due', async () => {
  const id = await undecided();
  const { db } = service.database;
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  const [session] = await db.select().from(paymentSessions);
  if (!payment || !session) throw new Error('There is no payment.');
  for (let count = 0; count < 119; count += 1) {
    const sessionId = crypto.randomUUID();
    await db.insert(paymentSessions).values({ ...session, id: sessionId, tokenHash: sessionId });
    await db.insert(payments).values({ ...payment, id: crypto.randomUUID(), sessionId });
  }
  service.clock.advance(MINUTE);
  service.network.lose('held', /.*/);
  const batch = laterBatches();
  await vi.waitUntil(() => service.network.waiting >= 4, 100_000);
  expect(service.network.waiting).toBe(4);
  expect(await db.select().from(jobRetries)).toHaveLength(4);
  service.network.lose('request-lost', /.*/);
  service.network.letGo();
  await batch;
  expect(await db.select().from(jobRetries)).toHaveLength(120);
});

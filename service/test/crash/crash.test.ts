import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, inArray, or } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { STEPS, type Step } from '../../src/context.js';
import { seed } from '../../src/seed/seed.js';
import type { Simulator } from '../../src/simulator/create-simulator.js';
import { openPglite } from '../../src/store/pglite.js';
import {
  accountTransactions,
  customers,
  paymentCustomers,
  payments,
  paymentSessions,
  usages,
} from '../../src/store/schema.js';
import { CrashingService } from '../support/crashing-service.js';
import { EUR_KEY } from '../support/service.js';
import { SIMULATOR_KEY, startSimulator } from '../support/simulator.js';

/*
 * The service is killed with SIGKILL at each step between request, provider call and commit, and started
 * again; every request that got no answer is repeated as it was. Then the database and the ledger of the
 * provider are laid side by side.
 */

const CUSTOMER = 2001;
const PERSON = '5b0f6a52-0d1c-4a6e-9f6b-0a2001000001';

let root: string;
let folder: string;
let simulator: Simulator;
let service: CrashingService;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'upc-crash-'));
  const database = await openPglite(path.join(root, 'seeded'));
  await seed(database.db, new Date());
  await database.close();
});
afterAll(() => rm(root, { recursive: true }));

beforeEach(async () => {
  simulator = await startSimulator();
  folder = path.join(root, randomUUID());
  await cp(path.join(root, 'seeded'), folder, { recursive: true });
  service = new CrashingService({
    UPC_DATA_DIR: folder,
    UPC_SECRET: 'a secret that outlives every crash',
    SIMULATOR_URL: simulator.url,
    SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
  });
  await service.start();
  // The member of the demo who gets a stored instrument: that must not be what is killed.
  await until((page) => page.includes('data-status="USED"'));
});
afterEach(async () => {
  await service.kill();
  await simulator.close();
});

/** Sends a request with JSON, again and again until it is answered. */
async function api(url: string, body: object) {
  return service.request('POST', url, { 'x-api-key': EUR_KEY }, body);
}

async function gateway(token: string, method: string, url: string, body?: object) {
  const headers = { 'x-user-payment-session-token': token, 'idempotency-key': randomUUID() };
  return service.request(method, `/api/v1/${url}`, headers, body);
}

async function openSession(fields: object): Promise<string> {
  const body = {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    referenceText: 'Crash',
    customerId: CUSTOMER,
    ...fields,
  };
  const made = await api('/v1/payments/user-session', body);
  expect(made.status).toBe(200);
  return String(made.body.token);
}

async function startSepa(token: string): Promise<string> {
  const session = await gateway(token, 'GET', 'session');
  const methods = session.body.paymentMethods as { paymentMethod: string; mandate: Record<string, string> }[];
  const sepa = methods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
  const { reference, version, language } = sepa?.mandate ?? {};
  const made = await gateway(token, 'POST', 'payments', {
    paymentMethod: 'SEPA',
    details: { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' },
    mandate: { reference, version, language, accepted: true },
  });
  expect(made.status).toBe(201);
  return String(made.body.id);
}

async function paySepa(token: string): Promise<{ id: string; requestToken: string }> {
  const id = await startSepa(token);
  const done = await gateway(token, 'PUT', `payments/${id}/authentication`, {});
  expect(done.body.status).toBe('PREAUTHED');
  return { id, requestToken: String(done.body.paymentRequestToken) };
}

/** A member pays 25 euros of what is open. */
async function payAccount(): Promise<void> {
  const { requestToken } = await paySepa(await openSession({ scope: 'ECOM', amount: 25 }));
  const used = await api(`/v1/customers/${CUSTOMER}/account/payment`, {
    paymentRequestToken: requestToken,
    amount: { amount: 25, currency: 'EUR' },
  });
  // 409 when the start after the crash had finished the usage before the request was repeated.
  expect([200, 409]).toContain(used.status);
}

/** A person gives details, gives others, then gives up. */
async function changeMind(): Promise<void> {
  const token = await openSession({});
  await paySepa(token);
  const { id } = await paySepa(token);
  const cancelled = await gateway(token, 'DELETE', `payments/${id}`);
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
}

/** A person never comes back. */
async function abandon(): Promise<void> {
  const token = await openSession({});
  await paySepa(token);
  await service.order({ advance: 31 * 60_000 });
  for (let tries = 0; tries < 100; tries += 1) {
    if (service.isDead) {
      await service.restart();
      return;
    }
    await wait(50);
  }
}

/** What happens when a step is passed, and what the provider has taken after it, in minor units. */
const STORIES: Record<string, { tell: () => Promise<void>; taken: number[] }> = {
  session: { tell: payAccount, taken: [2500] },
  payment: { tell: payAccount, taken: [2500] },
  usage: { tell: payAccount, taken: [2500] },
  cancellation: { tell: changeMind, taken: [] },
  release: { tell: changeMind, taken: [] },
  expiry: { tell: abandon, taken: [] },
};

test.each(STEPS)(
  'killed at %s: nothing is lost, nothing doubled',
  { timeout: 60_000 },
  async (step: Step) => {
    await service.order({ killAt: step });
    const story = STORIES[step.split('.')[0] ?? ''];
    await story?.tell();
    expect(service.crashes).toBe(1);
    if (step.startsWith('expiry')) await service.order({ advance: 31 * 60_000 });
    await until((page) => !UNSETTLED.test(page));
    await service.kill();
    await compare(story?.taken ?? []);
  },
);

const UNSETTLED = /data-status="(AUTHENTICATED|UNKNOWN|RELEASE DUE|RESERVED|USING|EXPIRING)"/;

/** Waits until the studio page shows what is waited for. */
async function until(shows: (page: string) => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (shows(await service.text('/studio'))) return;
    await wait(25);
  }
  throw new Error('The studio page never shows what is waited for.');
}

async function compare(taken: readonly number[]): Promise<void> {
  const database = await openPglite(folder);
  const { db } = database;
  try {
    expect(
      await db
        .select()
        .from(payments)
        .where(or(inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']), eq(payments.releaseStatus, 'DUE'))),
    ).toEqual([]);
    expect(
      await db
        .select()
        .from(paymentSessions)
        .where(inArray(paymentSessions.status, ['USING', 'EXPIRING'])),
    ).toEqual([]);
    const ledger = simulator.ledger().filter(({ customer }) => customer === PERSON);
    const attempts = await db
      .select({ payment: payments })
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentSessions.paymentCustomerId))
      .innerJoin(customers, eq(customers.paymentCustomerId, paymentCustomers.id))
      .where(eq(customers.id, CUSTOMER));
    const asked = attempts.map(({ payment }) => payment.providerReference).filter((found) => found !== null);
    // Each intent at the provider belongs to one attempt, and the other way round.
    expect(
      ledger
        .filter(({ mode }) => mode === 'setup')
        .map(({ intent }) => intent)
        .sort(),
    ).toEqual(asked.sort());
    // Each charge at the provider is one usage and one booking of the same amount.
    const charges = ledger.filter(({ mode }) => mode === 'payment');
    const done = await db.select().from(usages).where(eq(usages.customerId, CUSTOMER));
    const booked = await db
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, CUSTOMER));
    expect(charges.map(({ intent }) => intent)).toEqual(
      done.map(({ providerReference }) => providerReference),
    );
    expect(charges.map(({ captured, pending }) => captured + pending)).toEqual(taken);
    expect(booked.map(({ amount }) => amount)).toEqual(taken);
    expect(done.map(({ status }) => status)).toEqual(booked.map(() => 'DONE'));
  } finally {
    await database.close();
  }
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Simulator } from '@upc/simulator';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Step, STEPS } from '../../src/core/context.js';
import type { OpenDatabase } from '../../src/core/database/database.js';
import { openPglite } from '../../src/core/database/pglite.js';
import { openPostgres } from '../../src/core/database/postgres.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { accountTransactions } from '../../src/modules/payments/account/account.tables.js';
import { payments } from '../../src/modules/payments/payments.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import { expectBooks } from '../support/books.js';
import { CrashingService } from '../support/crashing-service.js';
import { onServer, SERVER, type ServerDatabase } from '../support/database.js';
import { readBooks } from '../support/reconciliation/books.js';
import { reconcile } from '../support/reconciliation/reconcile.js';
import { EUR_KEY } from '../support/service.js';
import { SIMULATOR_KEY, startSimulator } from '../support/simulator.js';
import { until } from '../support/until.js';

/*
 * These tests kill the service with SIGKILL at each step between request, provider call and commit, and start it again.
 * Every request without a response is repeated unchanged. Then the database is compared with the provider's ledger.
 */

const CUSTOMER = 2001;

let folder: string;
let simulator: Simulator;
let service: CrashingService;
/** Database on a PostgreSQL server; null with the embedded database, which belongs to the process that is killed. */
let server: ServerDatabase | null = null;
/** Text in every session, and therefore also in the provider's ledger. */
let referenceText = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upc-crash-'));
  simulator = await startSimulator();
  server = SERVER === undefined ? null : await onServer(SERVER);
  service = new CrashingService({
    UPC_ENVIRONMENT: 'test',
    ...server?.variables,
    UPC_DATA_DIR: folder,
    UPC_SECRET: 'YSBzZWNyZXQgdGhhdCBvdXRsaXZlcyBhbnkgY3Jhc2g=',
    SIMULATOR_URL: simulator.url,
    SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
  });
  await service.start();
  // The demo first gives one of its members a stored instrument. The tests must not kill that work.
  await untilShown((page) => page.includes('data-status="USED"'));
});
afterAll(async () => {
  await service.kill();
  await Promise.all([simulator.close(), server?.close()]);
  await rm(folder, { recursive: true });
});

/** Sends a request with JSON repeatedly until it is answered. */
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
    referenceText,
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

/** Pays 25 euros of a member's open fees. */
async function payAccount(): Promise<void> {
  const { requestToken } = await paySepa(await openSession({ scope: 'ECOM', amount: 25 }));
  const used = await api(`/v1/customers/${CUSTOMER}/account/payment`, {
    paymentRequestToken: requestToken,
    amount: { amount: 25, currency: 'EUR' },
  });
  // This holds even if the start after the crash has finished the usage before the request was repeated.
  expect(used.status).toBe(200);
}

/** Pays an amount in while replacing a member's instrument. */
async function payInWithInstrument(): Promise<void> {
  const { requestToken } = await paySepa(await openSession({ amount: 25 }));
  const url = `/v1/customers/${CUSTOMER}/account/payment-instrument`;
  expect((await api(url, { paymentRequestToken: requestToken })).status).toBe(200);
}

/** Buys another membership, which is paid in full when it is signed, and pays in with the instrument. */
async function addMembership(): Promise<void> {
  const recurring = await paySepa(await openSession({ amount: 25 }));
  const { requestToken } = await paySepa(await openSession({ scope: 'ECOM', amount: 399 }));
  const used = await api(`/v1/memberships/customers/${CUSTOMER}/add-membership`, {
    contractOfferTermId: 4104,
    startDate: service.day(1),
    initialPaymentRequestToken: requestToken,
    paymentRequestToken: recurring.requestToken,
  });
  expect(used.status).toBe(200);
}

/** Submits details, submits others, then cancels. */
async function changeMind(): Promise<void> {
  const token = await openSession({});
  await paySepa(token);
  const { id } = await paySepa(token);
  const cancelled = await gateway(token, 'DELETE', `payments/${id}`);
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
}

/** Submits details and never returns. */
async function abandon(): Promise<void> {
  const token = await openSession({});
  await paySepa(token);
  await service.order({ advance: 31 * 60_000 });
  await service.restart();
}

/**
 * Actions that pass the steps, by the first part of their names, and the amounts that the provider has taken
 * afterwards, in minor units.
 */
const STORIES: Record<string, { actions: readonly (() => Promise<void>)[]; taken: number[] }> = {
  session: { actions: [payAccount], taken: [2500] },
  payment: { actions: [payAccount], taken: [2500] },
  usage: { actions: [payAccount, payInWithInstrument], taken: [2500, 2500] },
  cancellation: { actions: [changeMind], taken: [] },
  release: { actions: [changeMind], taken: [] },
  expiry: { actions: [abandon], taken: [] },
  sale: { actions: [addMembership], taken: [2500, 39900] },
};

/**
 * Steps at which the service is killed. Webhooks (with a receiver), payment runs, refunds, withdrawals and debt collection have their own
 * tests.
 */
const KILLED_AT = STEPS.filter((step) => !/^(webhook|charge|return|refund|withdrawal|collection)/.test(step));
const storyOf = (step: Step) => STORIES[step.split('.')[0] ?? ''];

test.each(KILLED_AT)('killed at %s, it starts again and finishes', { timeout: 180_000 }, async (step) => {
  referenceText = `Crash at ${step}`;
  for (const act of storyOf(step)?.actions ?? []) {
    const before = service.crashes;
    await service.order({ killAt: step });
    await act();
    expect(service.crashes - before).toBe(1);
    await untilShown((page) => !UNSETTLED.test(page));
  }
});

describe('afterwards the database and the ledger of the provider agree', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    await service.kill();
    database = await (server ? openPostgres(server.address) : openPglite(folder));
  });
  afterAll(() => database.close());

  test('nothing is doubled, lost, wrong or stuck', async () => {
    const books = await readBooks(database.db, simulator.ledger, service.now());
    expect(books.usages.length).toBeGreaterThan(KILLED_AT.filter((step) => step.startsWith('usage')).length);
    expectBooks(reconcile(books)).toEqual([]);
  });

  test('wherever it was killed, nothing is lost, nothing doubled', async () => {
    const found = await Promise.all(KILLED_AT.map(async (step) => [step, await booksAt(step)] as const));
    const taken = KILLED_AT.map((step) => {
      const amounts = storyOf(step)?.taken ?? [];
      return [step, { taken: amounts, booked: amounts, contracts: step.startsWith('sale') ? 1 : 0 }] as const;
    });
    expectBooks(Object.fromEntries(found.map(([step, { books }]) => [step, books]))).toEqual(
      Object.fromEntries(taken),
    );
    // The service has each intent of the provider, and vice versa.
    expectBooks(Object.fromEntries(found.map(([step, { atProvider }]) => [step, atProvider]))).toEqual(
      Object.fromEntries(found.map(([step, { here }]) => [step, here])),
    );
    expect(found.filter(([, { here }]) => here.setups.length === 0)).toEqual([]);
  });

  /** Returns the result of the story that was killed at a step. */
  const booksAt = async (step: Step) => {
    const { db } = database;
    const ofStep = eq(paymentSessions.referenceText, `Crash at ${step}`);
    const attempts = await db
      .select({ reference: payments.providerReference })
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .where(and(ofStep, isNotNull(payments.providerReference)));
    const used = await db
      .select({ usage: usages, booked: accountTransactions.amount })
      .from(usages)
      .innerJoin(payments, eq(payments.id, usages.paymentId))
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .leftJoin(accountTransactions, eq(accountTransactions.usageId, usages.id))
      .where(ofStep);
    const ledger = simulator.ledger().filter(({ statementText }) => statementText === `Crash at ${step}`);
    const charges = ledger.filter(({ mode }) => mode === 'payment');
    const setups = ledger.filter(({ mode }) => mode === 'setup');
    const sold = used.flatMap(({ usage }) => usage.saleId ?? []);
    return {
      books: {
        taken: charges.map(({ captured, pending }) => captured + pending).sort(),
        booked: used.map(({ booked }) => booked).sort(),
        contracts: await db.$count(contracts, inArray(contracts.saleId, sold)),
      },
      atProvider: {
        setups: setups.map(({ intent }) => intent).sort(),
        charges: charges.map(({ intent }) => intent).sort(),
      },
      here: {
        setups: attempts.map(({ reference }) => reference).sort(),
        charges: used.map(({ usage }) => usage.providerReference).sort(),
      },
    };
  };
});

const UNSETTLED = /data-status="(AUTHENTICATED|UNKNOWN|RELEASE DUE|RESERVED|USING|EXPIRING)"/;

/** Waits until the studio page meets a condition. */
async function untilShown(shows: (page: string) => boolean): Promise<void> {
  await until(async () => shows(await service.text('/studio')));
}

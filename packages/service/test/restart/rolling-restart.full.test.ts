import { once } from 'node:events';
import { connect } from 'node:net';
import type { Simulator } from '@upc/simulator';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import { expectBooks } from '../support/books.js';
import { type BuiltProcess, builtService, endBuilt, startBuilt } from '../support/built-service.js';
import { onServer, SERVER } from '../support/database.js';
import { type ProviderProxy, startProviderProxy } from '../support/provider-proxy.js';
import { readBooks } from '../support/reconciliation/books.js';
import { unfinished } from '../support/reconciliation/ends.js';
import { reconcile } from '../support/reconciliation/reconcile.js';
import { SIMULATOR_KEY, startSimulator } from '../support/simulator.js';
import { SECRET } from '../support/two-services.js';
import { until } from '../support/until.js';
import { Balancer } from './balancer.js';
import { member, OWED, REFERENCE } from './paying-member.js';

/*
 * Two built services run behind a load balancer. They are ended by SIGTERM and started again in turn while members pay:
 * each request must be answered, and each payment made once.
 */

/** Index of the process that is ended in each round. */
const ENDED = [0, 1, 1, 0] as const;
/** Number of members who pay while a process ends, and again while it starts. */
const MEMBERS = 12;
const AT_A_TIME = 6;

let database: Awaited<ReturnType<typeof onServer>>;
let simulator: Simulator;
let provider: ProviderProxy;
let balancer: Balancer;
let removeBuilt: () => Promise<void>;
let start: () => Promise<BuiltProcess>;
const processes: BuiltProcess[] = [];

describe('a rolling restart', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    [database, simulator, balancer] = await Promise.all([
      onServer(SERVER ?? ''),
      startSimulator(),
      Balancer.start(),
    ]);
    provider = await startProviderProxy(simulator.url);
    const built = await builtService();
    removeBuilt = built.remove;
    start = () =>
      startBuilt(built.program, {
        UPC_ENVIRONMENT: 'test',
        ...database.variables,
        UPC_SECRET: SECRET,
        SIMULATOR_URL: provider.url,
        SIMULATOR_SECRET_KEY: SIMULATOR_KEY,
        LOG_LEVEL: 'error',
      });
    for (const index of [0, 1] as const) await startAgain(index);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(
      processes.filter(({ child }) => child.exitCode === null).map((one) => endBuilt(one, 'SIGKILL')),
    );
    await balancer.close();
    await provider.close();
    await Promise.all([database.close(), simulator.close(), removeBuilt()]);
  });

  test('loses and duplicates no request and no payment', async () => {
    const answers: number[][] = [];
    for (const index of ENDED) {
      const upstream = balancer.upstreams[index];
      const provided = holdProvider();
      const paying = pay(MEMBERS);
      // Each member waits for the provider, so requests that are under way now last until it responds. After a long
      // wait, a member polls.
      await until(() => provided.held() >= AT_A_TIME);
      const underWay = upstream.underWay;
      expect(underWay).not.toEqual([]);
      const ended = endBuilt(running(index), 'SIGTERM');
      await refusesConnections(upstream.url ?? '');
      provided.letGo();
      expect(await ended, running(index).output.err).toBe(0);
      expect(underWay.map(({ state }) => state)).toEqual(underWay.map(() => 'answered'));
      upstream.url = null;
      answers.push(...(await paying));
      // Only the other process is running now.
      const [more] = await Promise.all([pay(MEMBERS), startAgain(index)]);
      answers.push(...more);
    }
    expect(answers).toEqual(answers.map(() => [200, 200, 201, 200, 200]));
    expect(answers).toHaveLength(2 * MEMBERS * ENDED.length);
    const [refused, cutOff] = [balancer.count('refused'), balancer.count('cut off')];
    process.stdout.write(
      `${answers.length} payments; ${refused} refused and ${cutOff} cut off, sent again.\n`,
    );
  });

  test('leaves the books of the provider and of the database equal', async () => {
    const { db } = database;
    const books = () => readBooks(db, simulator.ledger, new Date());
    await until(async () => [...unfinished(await books())].length === 0);
    expectBooks(reconcile(await books())).toEqual([]);
    const paid = 2 * MEMBERS * ENDED.length;
    const ours = and(eq(paymentSessions.referenceText, REFERENCE), eq(paymentSessions.status, 'USED'));
    expect(await db.$count(paymentSessions, ours)).toBe(paid);
    const done = db.select({ id: usages.id }).from(usages).where(eq(usages.kind, 'ACCOUNT_PAYMENT'));
    const booked = await db
      .select({ amount: accountTransactions.amount })
      .from(accountTransactions)
      .where(inArray(accountTransactions.usageId, done));
    expectBooks(booked.map(({ amount }) => amount)).toEqual(Array.from({ length: paid }, () => OWED));
    const open = and(eq(debtClaims.description, 'Fee'), eq(debtClaims.isSettled, false));
    expect(await db.$count(debtClaims, open)).toBe(0);
    const kept = simulator.ledger().filter(({ statementText }) => statementText === REFERENCE);
    const charged = kept.filter(({ mode }) => mode === 'payment');
    expectBooks(charged.map(({ captured, pending }) => captured + pending)).toEqual(booked.map(() => OWED));
  });
});

function running(index: 0 | 1): BuiltProcess {
  const { url } = balancer.upstreams[index];
  const process = processes.findLast((one) => one.url === url);
  if (!process) throw new Error('The process is not running.');
  return process;
}

/** Starts a process. It receives requests as soon as it reports that it is ready. */
async function startAgain(index: 0 | 1): Promise<void> {
  const started = await start();
  processes.push(started);
  if (started.url === null) throw new Error(`The service did not start: ${started.output.err}`);
  await until(async () => (await fetch(`${started.url}/health/ready`)).status === 200);
  balancer.upstreams[index].url = started.url;
}

/** Lets members pay, a few at a time. @returns the statuses of all responses that each received. */
async function pay(count: number): Promise<number[][]> {
  const answers: number[][] = [];
  let left = count;
  const next = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      answers.push(await (await member(database.db, balancer.url))());
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
  return answers;
}

/** Holds the provider's responses until they are released. The provider does what is requested meanwhile. */
function holdProvider(): { readonly held: () => number; readonly letGo: () => void } {
  let held = 0;
  let answer = () => {};
  const heldUntil = new Promise<void>((resolve) => (answer = resolve));
  provider.treat = (_, __, body) => {
    if (body.includes(REFERENCE)) held += 1;
    return { heldUntil };
  };
  const letGo = () => {
    provider.treat = () => ({});
    answer();
  };
  return { held: () => held, letGo };
}

async function refusesConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const isRefused = async () => {
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
      return false;
    } catch {
      return true;
    } finally {
      socket.destroy();
    }
  };
  await until(isRefused);
}

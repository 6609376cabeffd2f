import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../src/core/context.js';
import { laterModules } from '../../src/make-context.js';
import { accountTransactions, debtClaims } from '../../src/modules/payments/account/account.tables.js';
import { reserveCharge } from '../../src/modules/payments/charges/reserve-charge.js';
import { charges } from '../../src/modules/payments/charges/charges.tables.js';
import { paymentLinks } from '../../src/modules/payments/links/links.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { pressAtBank } from '../support/bank-page.js';
import { booksOf, expectBooks } from '../support/books.js';
import { type Person, TwoServices } from '../support/two-services.js';
import { until } from '../support/until.js';

/*
 * Payment links on two processes of the service. What the page of a link does twice, from two devices or beside the
 * jobs, happens once.
 */

const MINUTE = 60_000;

let services: TwoServices;

describe('two processes on PostgreSQL', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.start();
  });
  afterAll(() => services.close());

  const db = () => services.database.db;

  interface Link {
    readonly id: string;
    readonly token: string;
  }
  interface Opened {
    readonly status?: 'OPEN' | 'PENDING';
    readonly token: string;
    readonly errorCode?: string;
  }

  /** Makes a person who owes 30.00. */
  const debtor = async (): Promise<Person> => {
    const person = await services.person();
    const { customerId } = person;
    const dueDate = services.day(-10);
    await db().insert(debtClaims).values({ customerId, description: 'Fee', amount: 3000, dueDate });
    return person;
  };
  const link = async ({ customerId }: Person, more: object = {}): Promise<Link> => {
    const body = { customerId, purposes: ['ACCOUNT_PAYMENT'], ...more };
    const made = await services.api<{ id: string; url: string }>('payments/links', body);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return { id: made.body.id, token: new URL(made.body.url).hash.slice(1) };
  };
  const open = async ({ token }: Link, at?: 0 | 1): Promise<Opened> =>
    (await services.openLink<Opened>(token, at)).body;
  /** Opens a link in both processes at the same moment. */
  const openTwice = (one: Link) => Promise.all([open(one, 0), open(one, 1)]);
  const stateOf = async ({ id }: Link) => {
    const [row] = await db().select().from(paymentLinks).where(eq(paymentLinks.id, id));
    return row?.status;
  };
  /** Opens links until no payment is in progress. */
  const ended = async (links: readonly Link[]) => {
    await services.settled();
    await until(async () => {
      const shown = await Promise.all(links.map((one) => open(one)));
      return shown.every(({ status }) => status !== 'PENDING');
    });
    await services.settled();
  };

  test('a link that is opened twice after its payment uses the payment once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await debtor();
      const one = await link(person);
      await services.paySepa((await open(one)).token);
      await openTwice(one);
      await ended([one]);
      expect(await stateOf(one)).toBe('COMPLETED');
      expectBooks(await booksOf(services, person)).toMatchObject({ booked: 3000, kept: 3000, usedTwice: 0 });
    }
  });

  test('of two links for one claim, one pays', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await debtor();
      const links = [await link(person), await link(person)];
      const pages = await Promise.all(links.map((one) => open(one)));
      await Promise.all(pages.map(({ token }) => services.paySepa(token)));
      await Promise.all(links.map((one, at) => open(one, at === 0 ? 0 : 1)));
      await ended(links);
      const states = await Promise.all(links.map(stateOf));
      expect(states.toSorted()).toEqual(['CLOSED', 'COMPLETED']);
      expectBooks(await booksOf(services, person)).toMatchObject({
        ...{ booked: 3000, kept: 3000, orphaned: 0, usedTwice: 0 },
      });
    }
  });

  test('a link and a payment run never both pay a claim', async () => {
    const [studio] = await db().select().from(studios).where(eq(studios.id, 1001));
    if (!studio) throw new Error('There is no studio 1001.');
    const context = { ...laterModules, db: db(), clock: services } as unknown as Context;
    const run = ({ customerId }: Person) =>
      db().transaction((tx) => reserveCharge({ context, tx, traceId: 'run' }, { studio, customerId }));
    for (let round = 0; round < 4; round += 1) {
      const person = await services.person();
      const instrument = await link(person, { purposes: ['PAYMENT_INSTRUMENT'] });
      await services.paySepa((await open(instrument)).token);
      await open(instrument);
      const { customerId } = person;
      await db()
        .insert(debtClaims)
        .values({ customerId, description: 'Fee', amount: 3000, dueDate: services.day(-10) });
      const one = await link(person);
      await services.paySepa((await open(one)).token);
      await Promise.all([openTwice(one), run(person)]);
      await until(async () => {
        const all = await db().select().from(charges).where(eq(charges.customerId, customerId));
        return all.every(({ status }) => status !== 'RESERVED');
      });
      await ended([one]);
      expect(['CLOSED', 'COMPLETED']).toContain(await stateOf(one));
      const transactions = eq(accountTransactions.customerId, customerId);
      expect(await db().$count(accountTransactions, transactions)).toBe(1);
      expectBooks(await booksOf(services, person)).toMatchObject({ kept: 3000, orphaned: 0 });
    }
  });

  test.each([
    { what: 'the link', minutes: 3, booked: 3000 },
    // The session ends too, so the money goes back, and the claim stays open.
    { what: 'the link with its session', minutes: 31, booked: 0 },
  ])("$what expires while the bank's page is open", async ({ minutes, booked }) => {
    const person = await debtor();
    const expiresAt = new Date(services.now().getTime() + 2 * MINUTE).toISOString();
    const one = await link(person, { expiresAt });
    const { token } = await open(one);
    const body = { paymentMethod: 'IDEAL', returnUrl: 'http://localhost:5173/join' };
    const made = await services.gateway(token, 'POST', 'payments', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const begun = await services.authenticate(token, made.body.id);
    const { nextAction } = begun.body;
    if (nextAction?.type !== 'REDIRECT') throw new Error('The bank has no page.');
    await services.advance(minutes * MINUTE);
    await Promise.all([pressAtBank(nextAction.url, 'approve'), openTwice(one)]);
    // The widget asks for the payment once the person is back.
    await services.gateway(token, 'GET', `payments/${made.body.id}`);
    await openTwice(one);
    await ended([one]);
    expect(await stateOf(one)).toBe(booked === 0 ? 'OPEN' : 'COMPLETED');
    const { errorCode } = await open(one);
    expect(errorCode).toBe(`errormessage.payment.link.${booked === 0 ? 'expired' : 'used'}`);
    expectBooks(await booksOf(services, person)).toMatchObject({ booked, kept: booked, orphaned: 0 });
  });

  test.each(['usage.reserved', 'usage.provider-answered', 'usage.committed'] as const)(
    'a process that dies at %s leaves a payment that is used once',
    async (step) => {
      const person = await debtor();
      const one = await link(person);
      await services.paySepa((await open(one)).token);
      await services.killAt(0, step);
      await openTwice(one);
      // The jobs take what no request has touched for a minute.
      await services.advance(2 * MINUTE);
      await ended([one]);
      expect(await stateOf(one)).toBe('COMPLETED');
      expectBooks(await booksOf(services, person)).toMatchObject({ booked: 3000, kept: 3000, usedTwice: 0 });
    },
  );

  test('a link that is cancelled while it is paid pays in full, or not at all', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await debtor();
      const one = await link(person);
      await services.paySepa((await open(one)).token);
      await Promise.all([openTwice(one), services.partner('DELETE', `payments/links/${one.id}`)]);
      await ended([one]);
      const booked = (await stateOf(one)) === 'COMPLETED' ? 3000 : 0;
      expectBooks(await booksOf(services, person)).toMatchObject({ booked, kept: booked, orphaned: 0 });
    }
  });
});

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../src/core/context.js';
import type { Database } from '../../src/core/database/database.js';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { moveHomeStudio } from '../../src/modules/home-studio/move-home-studio.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { accountTransactions } from '../../src/modules/payments/account/account.tables.js';
import { paymentInstruments } from '../../src/modules/payments/instruments/instruments.tables.js';
import { lockPersonsWithSessions } from '../../src/modules/payments/sessions/lock-persons.js';
import { paymentSessions } from '../../src/modules/payments/sessions/sessions.tables.js';
import { usages } from '../../src/modules/payments/usages/usages.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { type Person, TwoServices } from '../support/two-services.js';
import { whileHeld } from '../support/until.js';

let services: TwoServices;

/** Another studio with the same currency. */
const MILANO = 1006;

describe('a member who moves to another studio meanwhile', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  /** Moves the member in a transaction, as staff do in a separate process. */
  const move = async (tx: Database, { customerId }: Person) => {
    const [studio] = await tx.select().from(studios).where(eq(studios.id, 1001));
    if (!studio) throw new Error('The studio is gone.');
    // From the context, a move needs only the clock, and the keys for an identity, which these persons do not have.
    const context = { clock: services } as unknown as Context;
    await moveHomeStudio({ context, tx, traceId: 'race' }, studio, {
      ...{ customerId, targetStudioId: MILANO, switchDate: '2026-11-20', description: null },
    });
  };

  /** Sends requests that have found the member at the old studio, and commits the move while they wait for a lock. */
  const whileMoving = <T>(person: Person, ...send: (() => Promise<T>)[]): Promise<T[]> =>
    whileHeld(
      services.database.db,
      (tx) => lockPersonsWithSessions(tx, [person.paymentCustomerId]),
      send,
      (tx) => move(tx, person),
    );

  const tokenOf = async ({ customerId }: Person, fields: object) => {
    const payment = await services.paySepa(await services.session({ customerId, ...fields }));
    return payment.paymentRequestToken ?? '';
  };

  const nothingWasDone = async ({ customerId }: Person) => {
    const { db } = services.database;
    expect({
      usages: await db.$count(usages, eq(usages.customerId, customerId)),
      booked: await db.$count(accountTransactions, eq(accountTransactions.customerId, customerId)),
      contracts: await db.$count(contracts, eq(contracts.customerId, customerId)),
    }).toEqual({ usages: 0, booked: 0, contracts: 0 });
  };

  test('is not paid for with a token of the old studio', async () => {
    const person = await services.person();
    const token = await tokenOf(person, { amount: 30 });
    const [answer] = await whileMoving(person, () => services.payAccount(person, token, 30));
    expect([answer?.status, answer?.body.errorCode]).toEqual([400, 'errormessage.payment.token.expired']);
    await nothingWasDone(person);
  });

  test('gets no instrument of the old studio', async () => {
    const person = await services.person();
    const token = await tokenOf(person, { scope: 'MEMBER_ACCOUNT', amount: 0 });
    const [answer] = await whileMoving(person, () =>
      services.api(`customers/${person.customerId}/account/payment-instrument`, {
        paymentRequestToken: token,
      }),
    );
    expect([answer?.status, answer?.body.errorCode]).toEqual([400, 'errormessage.payment.token.expired']);
    await nothingWasDone(person);
    const [member] = await services.database.db
      .select()
      .from(customers)
      .where(eq(customers.id, person.customerId));
    expect(member).toMatchObject({ paymentMethod: 'CASH', paymentInstrumentId: null });
  });

  test('buys no membership at the old studio', async () => {
    const person = await services.person();
    const [answer] = await whileMoving(person, () =>
      services.api(`memberships/customers/${person.customerId}/add-membership`, {
        contractOfferTermId: 4104,
        startDate: services.day(40),
      }),
    );
    expect(answer?.status).toBe(403);
    await nothingWasDone(person);
  });

  test('opens no session at the old studio from requests that were on their way', async () => {
    const person = await services.person();
    const ask = (named: object) => () =>
      services.api('payments/user-session', { scope: 'ECOM', amount: 5, referenceText: 'Race', ...named });
    const { customerId, paymentCustomerId } = person;
    const answers = await whileMoving(
      person,
      ask({ customerId }),
      ask({ paymentServiceCustomerId: paymentCustomerId }),
      ask({ paymentServiceCustomerId: paymentCustomerId }),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 403]);
    const isTheirs = eq(paymentSessions.paymentCustomerId, paymentCustomerId);
    expect(await services.database.db.$count(paymentSessions, isTheirs)).toBe(0);
  });

  test('pays by no account that was saved at the old studio', async () => {
    const person = await services.person();
    const { customerId, paymentCustomerId } = person;
    const saving = await services.session({ customerId, amount: 0, savePaymentInstrument: true });
    const { paymentInstrumentToken } = await services.paySepa(saving);
    expect(paymentInstrumentToken).toBeDefined();
    const session = await services.session({ customerId, amount: 25 });
    const chosen = { paymentMethod: 'SEPA', paymentInstrumentToken };
    const [answer] = await whileMoving(person, () => services.gateway(session, 'POST', 'payments', chosen));
    expect([answer?.status, answer?.body.errorCode]).toEqual([401, 'errormessage.payment.session.expired']);
    await services.settled();
    const left = await services.database.db
      .select({ status: paymentInstruments.status })
      .from(paymentInstruments)
      .where(eq(paymentInstruments.paymentCustomerId, paymentCustomerId));
    expect(left).toEqual([{ status: 'DISCARDED' }]);
  });
});

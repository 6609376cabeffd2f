import { and, asc, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runQueue } from '../../../../test/support/batches.js';
import { NINA, tokenFor } from '../../../../test/support/buyer.js';
import { payByCard } from '../../../../test/support/cards.js';
import { requestToken } from '../../../../test/support/clients.js';
import { makePaymentRun } from '../../../../test/support/payment-run.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { lockSubject } from '../../../admin/erasure/subject.js';
import { obstaclesOf } from '../../../admin/erasure/obstacles.js';
import { compareBooks } from '../../../admin/operations/compare-books.js';
import { findStuck } from '../../../admin/operations/stuck.js';
import type { Context, Step } from '../../../core/context.js';
import { events } from '../../../core/events.tables.js';
import { customers } from '../../customers/customers.tables.js';
import { studios } from '../../studios/studios.tables.js';
import { accountTransactions, claimPayments, debtClaims } from '../account/account.tables.js';
import { charges } from '../charges/charges.tables.js';
import { usages } from '../usages/usages.tables.js';
import { refunds } from './refunds.tables.js';

/*
 * Staff refund a member's credit to the payments that it came from. Each test has its own member. Debits settle after
 * two minutes and can be cancelled in the first of them. Amounts of the API are in euros, all others in cents.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** An account whose bank returns each debit two minutes after it has settled. */
const RETURNED = 'DE35370400440532013002';
const MILANO = 1005;

let service: TestService;
let sent: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;
beforeAll(async () => {
  service = await startTestService();
  sent = await subscribeToEvents(service);
  await staff(service, 'settings.set', { subject: 'paymentRuns', values: { automatic: true } });
});
afterAll(() => service.close());
beforeEach(async () => {
  const { token } = await tokenFor(service, {}, { iban: RETURNED });
  const made = await service
    .api()
    .post<{ customerId: number }>('/v1/customers/create', { ...NINA, paymentRequestToken: token });
  ({ customerId } = made.body);
});
// Whatever has happened, the books agree with the provider's.
afterEach(async () => {
  service.network.mend();
  service.onStep = () => {};
  expect((await compareBooks(service.app.context, 7)).findings).toEqual([]);
});

const db = () => service.database.db;
const pay = async (token: string, amount: number) => {
  const body = { paymentRequestToken: token, amount: { amount, currency: 'EUR' } };
  const paid = await service.api().post(`/v1/customers/${customerId}/account/payment`, body);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
};
const payByDebit = async (amount: number, iban?: string) => {
  const { token } = await tokenFor(service, { customerId, scope: 'ECOM', amount }, iban ? { iban } : {});
  await pay(token, amount);
};
const payByCardNow = async (amount: number) => {
  const gateway = service.gateway(await service.api().session({ customerId, scope: 'ECOM', amount }));
  await pay(requestToken(await payByCard(service, gateway)), amount);
};
const settle = () => service.clock.advance(2 * MINUTE);
const refund = (amount?: number) =>
  staff(service, 'credit.refund', { customerId, ...(amount !== undefined && { amount }) });
const queue = (context: Context = service.app.context) => runQueue(context, 'REFUNDS', 0);
/** Checks the debits whose next check is due. */
const checkReturns = async (context: Context = service.app.context) => {
  service.clock.advance(HOUR);
  await runQueue(context, 'RETURNS', 1);
};
const states = async () => {
  const rows = await db()
    .select()
    .from(refunds)
    .where(eq(refunds.customerId, customerId))
    .orderBy(asc(refunds.transactionId), asc(refunds.createdAt));
  return rows.map(({ status, amount }) => `${status} ${amount}`);
};
const balance = async () => {
  const url = `/v1/customers/${customerId}/account/balances`;
  const { body } = await service.api().request<{ accountBalance: { amount: number } }>({ url });
  return Math.round(body.accountBalance.amount * 100);
};
const booked = async () =>
  (await db().select().from(accountTransactions).where(eq(accountTransactions.customerId, customerId)))
    .map(({ amount }) => amount)
    .sort((a, b) => a - b);
const claims = async () => {
  const rows = await db()
    .select()
    .from(debtClaims)
    .where(eq(debtClaims.customerId, customerId))
    .orderBy(asc(debtClaims.id));
  return rows.map(
    ({ description, amount, isSettled }) => `${description} ${amount} ${isSettled ? 'paid' : 'open'}`,
  );
};
const owe = async (amount: number) => {
  const dueDate = service.clock.now().toISOString().slice(0, 10);
  const [made] = await db()
    .insert(debtClaims)
    .values({ customerId, description: 'Fee', amount, dueDate })
    .returning();
  return made?.id ?? 0;
};
/** Credits a fee that is owed no more, as a contract does. */
const creditFee = async (claimId: number, amount: number) => {
  const booking = { customerId, currency: 'EUR', amount, bookedAt: service.clock.now() };
  await db()
    .insert(accountTransactions)
    .values({ ...booking, creditsClaimId: claimId });
};
const refundedAtProvider = async () => {
  const [person] = await db().select().from(customers).where(eq(customers.id, customerId));
  return service.simulator
    .ledger()
    .filter(({ customer }) => customer === person?.paymentCustomerId)
    .reduce((sum, { refunded }) => sum + refunded, 0);
};
const recorded = (kind: string) =>
  db().$count(events, and(eq(events.kind, kind), like(events.detail, `%of customer ${customerId}%`)));

describe('a refund', () => {
  test('of a settled debit returns the money once, and the account shows it', async () => {
    await payByDebit(40);
    settle();
    await sent();
    const { changed } = await refund();
    expect(changed).toMatchObject({ amount: { amount: 40, currency: 'EUR' } });
    expect([await balance(), await states()]).toEqual([0, ['RESERVED 4000']]);
    await expect(refund()).rejects.toMatchObject({ code: 'errormessage.payment.amount.invalid' });
    await queue();
    await queue();
    expect([await states(), await balance(), await refundedAtProvider()]).toEqual([['DONE 4000'], 0, 4000]);
    expect(await claims()).toEqual(['Refund 4000 paid']);
    expect(await sent()).toEqual([{ type: 'PAYMENT_REFUNDED', entityId: customerId }]);
    expect(await recorded('REFUND_DONE')).toBe(1);
  });

  test('is divided over a card and a debit, newest first, and never exceeds the credit', async () => {
    await payByDebit(40);
    settle();
    await payByCardNow(30);
    await refund(45.5);
    await queue();
    expect([await states(), await balance()]).toEqual([['DONE 1550', 'DONE 3000'], 2450]);
    await expect(refund(24.51)).rejects.toMatchObject({
      params: { given: 24.51, problem: { key: 'problem.amount.atMost', params: { limit: 24.5 } } },
    });
    await expect(refund(1.001)).rejects.toMatchObject({ params: { given: 1.001 } });
    await refund(24.5);
    await queue();
    expect([await balance(), await refundedAtProvider()]).toEqual([0, 7000]);
  });

  test('leaves due fees paid, and credit that nobody has paid', async () => {
    await db()
      .insert(accountTransactions)
      .values({ customerId, currency: 'EUR', amount: 2500, bookedAt: service.clock.now() });
    await expect(refund()).rejects.toMatchObject({
      params: { problem: { key: 'problem.amount.nothingToRefund' } },
    });
    await payByCardNow(30);
    await owe(1000);
    await refund();
    await queue();
    expect([await claims(), await balance()]).toEqual([['Fee 1000 paid', 'Refund 3000 paid'], 1500]);
  });

  test('of a fee that is owed no more goes to the payment of the fee', async () => {
    const fee = await owe(4000);
    await payByDebit(40, RETURNED);
    await creditFee(fee, 4000);
    settle();
    await refund();
    await queue();
    expect([await claims(), await states()]).toEqual([['Fee 4000 paid', 'Refund 4000 paid'], ['DONE 4000']]);
    await checkReturns();
    // The return opens the claim of the refund, and the fee stays credited.
    expect([await claims(), await balance()]).toEqual([['Fee 4000 paid', 'Refund 4000 open'], -4000]);
  });

  test('of a charge of a payment run goes to the charged account', async () => {
    const fee = await owe(4000);
    await makePaymentRun(service.app.context);
    await creditFee(fee, 4000);
    settle();
    await refund();
    await queue();
    expect([await states(), await refundedAtProvider()]).toEqual([['DONE 4000'], 4000]);
  });

  test('is made at the studio that took the money, even if the member has moved', async () => {
    await payByCardNow(30);
    await staff(service, 'customer.move-home-studio', { customerId, targetStudioId: MILANO });
    await expect(refund()).rejects.toMatchObject({ code: 'errormessage.customer.not.found' });
    await staff(service, 'credit.refund', { customerId }, MILANO);
    await queue();
    expect(await states()).toEqual(['DONE 3000']);
    expect(service.simulator.ledger().at(-1)?.refunded).toBe(3000);
  });

  test('keeps the record of a member until it is finished', async () => {
    await payByCardNow(30);
    await refund();
    const obstacles = await db().transaction(async (tx) => {
      const [studio] = await tx.select().from(studios).where(eq(studios.id, 1001));
      if (!studio) throw new Error('There is no studio.');
      const day = { today: '2026-11-20', timeZone: studio.timeZone };
      return obstaclesOf(tx, await lockSubject(tx, studio, { customerId }), day);
    });
    expect(obstacles).toEqual([expect.stringMatching(/^refund \S+ is undecided$/)]);
    await queue();
  });
});

describe('a pending debit', () => {
  test('is cancelled, and nothing is refunded', async () => {
    await payByDebit(40);
    await sent();
    await refund();
    await queue();
    expect([await states(), await booked(), await claims()]).toEqual([['CANCELLED 4000'], [-4000, 4000], []]);
    expect([await balance(), await service.takenFrom(customerId)]).toEqual([0, []]);
    expect((await sent()).map(({ type }) => type)).toEqual(['PAYMENT_RETURNED', 'CUSTOMER_UPDATED']);
    settle();
    await checkReturns();
    expect(await booked()).toEqual([-4000, 4000]);
  });

  test('that can no longer be cancelled is refunded once it has settled', async () => {
    await payByDebit(40);
    service.clock.advance(MINUTE);
    await refund();
    await queue();
    expect([await states(), await balance()]).toEqual([['RESERVED 4000'], 0]);
    service.clock.advance(MINUTE);
    await queue();
    expect([await states(), await refundedAtProvider()]).toEqual([['DONE 4000'], 4000]);
  });

  test('is not cancelled for the refund of a part', async () => {
    await payByDebit(40);
    await refund(10);
    await queue();
    expect(await states()).toEqual(['RESERVED 1000']);
    settle();
    await queue();
    expect([await states(), await balance()]).toEqual([['DONE 1000'], 3000]);
  });
});

describe('the provider', () => {
  const referenceOf = async () => {
    const [found] = await db()
      .select({ reference: usages.providerReference })
      .from(usages)
      .where(and(eq(usages.customerId, customerId), eq(usages.kind, 'ACCOUNT_PAYMENT')));
    return found?.reference ?? '';
  };

  test('refuses, and the credit is free again', async () => {
    await payByCardNow(30);
    const [studio] = await db().select().from(studios).where(eq(studios.id, 1001));
    if (!studio) throw new Error('There is no studio.');
    const provider = service.app.context.providers.named(studio, 'SIMULATOR');
    await provider.refundIntent(await referenceOf(), 100, {
      key: crypto.randomUUID(),
      since: service.clock.now(),
    });
    await refund();
    await queue();
    expect([await states(), await balance(), await claims()]).toEqual([['DECLINED 3000'], 3000, []]);
    expect(await recorded('REFUND_DECLINED')).toBe(1);
    const { findings } = await compareBooks(service.app.context, 7);
    expect(findings).toHaveLength(1);
    // The studio has refunded a euro itself, and corrects its booking.
    await refund(29);
    await queue();
    await db()
      .update(accountTransactions)
      .set({ amount: 2900 })
      .where(eq(accountTransactions.customerId, customerId));
  });

  test.each(['request-lost', 'answer-lost'] as const)(
    'is silent (%s): the refund stays reserved',
    async (fault) => {
      await payByCardNow(30);
      await refund();
      service.network.lose(fault, /refund$/);
      await queue();
      await queue();
      expect([await states(), await balance()]).toEqual([['RESERVED 3000'], 0]);
      service.clock.advance(HOUR + 1);
      const stuck = await findStuck(service.app.context);
      expect(stuck.filter(({ what }) => /^1 refunds without an outcome/.test(what))).toHaveLength(1);
      service.network.mend();
      await queue();
      expect([await states(), await refundedAtProvider()]).toEqual([['DONE 3000'], 3000]);
    },
  );

  test.each<Step>(['refund.requested', 'refund.provider-answered', 'refund.committed'])(
    'is asked for one refund if the service dies at %s',
    async (step) => {
      await payByCardNow(30);
      await refund();
      service.onStep = (name) => {
        if (name === step) throw new Error('killed');
      };
      await expect(queue()).rejects.toThrow('killed');
      service.onStep = () => {};
      await queue();
      expect([await states(), await refundedAtProvider(), await recorded('REFUND_DONE')]).toEqual([
        ['DONE 3000'],
        3000,
        1,
      ]);
    },
  );
});

describe('a return by the bank', () => {
  /** The context of the service with an observed alert. */
  const watched = () => ({ ...service.app.context, alert: vi.fn<Context['alert']>() });

  test('after the refund is booked once and flagged, and no payment run charges the claim', async () => {
    await payByDebit(40, RETURNED);
    settle();
    await refund();
    await queue();
    const context = watched();
    await checkReturns(context);
    await checkReturns(context);
    expect([await booked(), await claims(), await balance()]).toEqual([
      [-4000, 4000],
      ['Refund 4000 open'],
      -4000,
    ]);
    expect(await recorded('RETURNED_AFTER_REFUND')).toBe(1);
    expect(context.alert.mock.calls.map(([{ kind }]) => kind)).toEqual(['RETURNED_AFTER_REFUND']);
    await makePaymentRun(service.app.context);
    expect(await db().$count(charges, eq(charges.customerId, customerId))).toBe(0);
    // What the member pays settles it.
    await payByCardNow(40);
    expect([await claims(), await balance()]).toEqual([['Refund 4000 paid'], 0]);
    await expect(refund()).rejects.toMatchObject({ params: { given: 0 } });
  });

  test('between the refund and its booking is flagged too', async () => {
    await payByDebit(40, RETURNED);
    settle();
    await refund();
    const context = watched();
    const steps = vi.fn<(name: Step) => Promise<void>>(async (name) => {
      if (name === 'refund.provider-answered') await checkReturns();
    });
    await queue({ ...context, step: steps });
    expect([await states(), await booked(), await balance()]).toEqual([['DONE 4000'], [-4000, 4000], -4000]);
    expect(await recorded('RETURNED_AFTER_REFUND')).toBe(1);
    expect(context.alert).toHaveBeenCalledTimes(1);
  });

  test.each<Step | 'reservation'>(['reservation', 'refund.requested'])(
    'after the %s ends the refund without a movement',
    async (moment) => {
      await payByDebit(40, RETURNED);
      settle();
      await refund();
      if (moment === 'reservation') await checkReturns();
      const step = async (name: Step) => {
        if (name === moment) await checkReturns();
      };
      await queue({ ...service.app.context, step });
      expect([await states(), await booked(), await claims()]).toEqual([
        ['CANCELLED 4000'],
        [-4000, 4000],
        [],
      ]);
      expect([await balance(), await refundedAtProvider(), await recorded('RETURNED_AFTER_REFUND')]).toEqual([
        0, 0, 0,
      ]);
    },
  );

  test('leaves no payment of a claim that is gone', async () => {
    await payByDebit(40);
    await refund();
    await queue();
    const rows = await db()
      .select()
      .from(claimPayments)
      .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
      .where(eq(accountTransactions.customerId, customerId));
    expect(rows).toEqual([]);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payByCard } from '../../../test/support/cards.js';
import { pressAtBank } from '../../../test/support/bank-page.js';
import { runBatches } from '../../../test/support/batches.js';
import type { GatewayClient } from '../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import type { UnitOfWork } from '../../core/context.js';
import { events } from '../../core/events.tables.js';
import { resolvePayment } from './attempts/resolution.js';
import { lockPayment } from './payments.js';
import { payments, type PaymentStatus } from './payments.tables.js';
import { handleProviderEvent } from './providers/provider-event.js';
import { expireSession } from './sessions/expire-session.js';
import { lockSession } from './sessions/sessions.js';
import { paymentSessions, type SessionStatus } from './sessions/sessions.tables.js';
import {
  changePayment,
  changeSession,
  type PaymentEvent,
  reserveUsage,
  type SessionEvent,
  settleUsage,
  statusAfter,
  USAGE_TRANSITIONS,
  type UsageEvent,
} from './state.js';
import { usages, type UsageStatus } from './usages/usages.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => {
  service.network.mend();
  service.onStep = () => {};
});

const CUSTOMER = 2001;
const HALF_HOUR = 30 * 60_000;

const open = async (fields: Record<string, unknown> = {}): Promise<GatewayClient> =>
  service.gateway(await service.api().session({ customerId: CUSTOMER, ...fields }));

const inTransaction = <Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> =>
  service.database.db.transaction((tx) => work({ context: service.app.context, tx, traceId: 'test' }));

const paymentOf = async (id: string) => {
  const [row] = await service.database.db.select().from(payments).where(eq(payments.id, id));
  if (!row) throw new Error('There is no such payment.');
  return row;
};

const recordedOf = async (id: string) => {
  const rows = await service.database.db
    .select()
    .from(events)
    .where(eq(events.paymentId, id))
    .orderBy(events.id);
  return rows.map(({ kind, detail }) => `${kind} ${detail}`);
};

/** Expected status after each event, by the status before. `.` changes nothing; `!` is an error. */
const PAYMENT_STATUSES = [
  'CREATED',
  'ACTION_REQUIRED',
  'AUTHENTICATED',
  'UNKNOWN',
  'PREAUTHED',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly PaymentStatus[];
const AFTER_PAYMENT_EVENT: Readonly<Record<PaymentEvent, string>> = {
  CONFIRMED:             'AUTHENTICATED   .               .               .               .         . .',
  SILENT:                '.               UNKNOWN         UNKNOWN         .               .         . .',
  REFUSED:               '.               FAILED          FAILED          FAILED          .         . .',
  REQUIRES_CONFIRMATION: '.               CREATED         CREATED         CREATED         .         . .',
  ACTION_REQUIRED:       'ACTION_REQUIRED .               ACTION_REQUIRED ACTION_REQUIRED .         . .',
  PROCESSING:            'UNKNOWN         UNKNOWN         UNKNOWN         .               .         . .',
  AUTHORIZED:            'PREAUTHED       PREAUTHED       PREAUTHED       PREAUTHED       .         . .',
  SUCCEEDED:             'PREAUTHED       PREAUTHED       PREAUTHED       PREAUTHED       .         . .',
  DECLINED:              'FAILED          FAILED          FAILED          FAILED          .         . .',
  CANCELLED:             'CANCELLED       CANCELLED       CANCELLED       CANCELLED       .         . .',
  CANCEL:                'CANCELLED       CANCELLED       !               !               CANCELLED ! .',
  FAIL:                  '!               !               !               !               FAILED    . !',
}; // prettier-ignore

const SESSION_STATUSES = [
  'OPEN',
  'USING',
  'USED',
  'EXPIRING',
  'EXPIRED',
] as const satisfies readonly SessionStatus[];
const AFTER_SESSION_EVENT: Readonly<Record<SessionEvent, string>> = {
  USE:      'USING    .    !    !       !',
  FREE:     '.        OPEN !    !       !',
  COMPLETE: '!        USED .    !       !',
  EXPIRE:   'EXPIRING !    !    .       !',
  CLOSE:    '!        !    !    EXPIRED .',
}; // prettier-ignore

const USAGE_STATUSES = ['RESERVED', 'DONE', 'DECLINED'] as const satisfies readonly UsageStatus[];
const AFTER_USAGE_EVENT: Readonly<Record<UsageEvent, string>> = {
  COMPLETE: 'DONE     . !',
  DECLINE:  'DECLINED ! .',
}; // prettier-ignore

/** Lists every pair of event and status with the expected result. */
function pairs<Event extends string, Status extends string>(
  statuses: readonly Status[],
  table: Readonly<Record<Event, string>>,
): { event: Event; from: Status; after: Status | '.' | '!' }[] {
  return Object.entries<string>(table).flatMap(([event, row]) => {
    const cells = row.split(/ +/);
    expect(cells).toHaveLength(statuses.length);
    return statuses.map((from, at) => ({
      event: event as Event,
      from,
      after: cells[at] as Status | '.' | '!',
    }));
  });
}

describe('a payment', () => {
  let id: string;
  let sessionId: string;
  beforeAll(async () => {
    ({ id } = await payByCard(service, await open({ scope: 'ECOM', amount: 5 })));
    ({ sessionId } = await paymentOf(id));
  });
  beforeEach(() => service.database.db.delete(events).where(eq(events.paymentId, id)));

  const isAtEnd = (status: string) => status === 'FAILED' || status === 'CANCELLED';

  test.each(pairs(PAYMENT_STATUSES, AFTER_PAYMENT_EVENT))(
    '$event when $from: $after',
    async ({ event, from, after }) => {
      const before = {
        status: from,
        failureCode: null,
        releaseStatus: null,
        requestTokenHash: null,
        requestTokenKeyId: null,
      };
      await service.database.db.update(payments).set(before).where(eq(payments.id, id));
      const apply = () =>
        inTransaction(async (unit) =>
          changePayment(unit, await lockPayment(unit.tx, sessionId, id), {
            event,
            failureCode: 'DECLINED',
            isHeld: true,
            record: { kind: 'PROVIDER_ANSWERED', detail: event },
          }),
        );
      if (after === '!') {
        await expect(apply()).rejects.toThrow(
          new RegExp(`${event} cannot take payment ${id} from ${from} to \\w+`),
        );
        expect(await paymentOf(id)).toMatchObject(before);
        expect(await recordedOf(id)).toEqual([]);
        return;
      }
      const changed = await apply();
      expect(await paymentOf(id)).toEqual(changed);
      if (after === '.') {
        // A hold of a payment that has ended is released, and a repeated report is recorded once.
        await apply();
        const isNews = !['CONFIRMED', 'CANCEL', 'FAIL'].includes(event) && event !== from;
        expect(changed).toMatchObject({ ...before, releaseStatus: isAtEnd(from) ? 'DUE' : null });
        expect(await recordedOf(id)).toHaveLength(1);
        if (isNews && isAtEnd(from)) expect((await recordedOf(id))[0]).toContain(event);
        return;
      }
      expect(changed).toMatchObject({
        status: after,
        failureCode: 'DECLINED',
        releaseStatus: isAtEnd(after) ? 'DUE' : null,
      });
      expect(changed.requestTokenHash !== null).toBe(after === 'PREAUTHED');
      expect(await recordedOf(id)).toEqual([`PROVIDER_ANSWERED ${event}`]);
    },
  );

  test('cannot be changed without the lock', async () => {
    const stale = await inTransaction(({ tx }) => lockPayment(tx, sessionId, id));
    await service.database.db.update(payments).set({ status: 'FAILED' }).where(eq(payments.id, id));
    const change = { event: 'CANCEL', isHeld: false, record: null } as const;
    const status = 'PREAUTHED' as const;
    const apply = inTransaction((unit) =>
      changePayment(unit, { ...stale, payment: { ...stale.payment, status } }, change),
    );
    await expect(apply).rejects.toThrow(
      `The status of payment ${id} was changed without the session's lock.`,
    );
  });
});

describe('a session', () => {
  let id: string;
  beforeAll(async () => {
    const { body } = await (await open()).create({ paymentMethod: 'CASH' });
    ({ sessionId: id } = await paymentOf(body.id));
  });

  test.each(pairs(SESSION_STATUSES, AFTER_SESSION_EVENT))(
    '$event when $from: $after',
    async ({ event, from, after }) => {
      const { db } = service.database;
      await db.update(paymentSessions).set({ status: from }).where(eq(paymentSessions.id, id));
      const applied = inTransaction(async (unit) =>
        changeSession(unit, await lockSession(unit.tx, id), event),
      );
      const statusNow = async () =>
        (await db.select().from(paymentSessions).where(eq(paymentSessions.id, id)))[0]?.status;
      if (after === '!') {
        await expect(applied).rejects.toThrow(
          new RegExp(`${event} cannot take session ${id} from ${from} to \\w+`),
        );
        expect(await statusNow()).toBe(from);
        return;
      }
      const status = after === '.' ? from : after;
      expect([(await applied).status, await statusNow()]).toEqual([status, status]);
    },
  );
});

describe('a usage', () => {
  test.each(pairs(USAGE_STATUSES, AFTER_USAGE_EVENT))(
    '$event when $from: $after',
    ({ event, from, after }) => {
      const apply = () => statusAfter(USAGE_TRANSITIONS, event, from, 'usage 7');
      if (after === '!') expect(apply).toThrow(`${event} cannot take usage 7 from ${from} to`);
      else expect(apply()).toBe(after === '.' ? null : after);
    },
  );

  test('that is settled stays so, with its session', async () => {
    const payment = await payByCard(service, await open({ scope: 'ECOM', amount: 5 }));
    const { sessionId } = await paymentOf(payment.id);
    const id = crypto.randomUUID();
    const settle = (unit: UnitOfWork) => async (outcome: Parameters<typeof settleUsage>[2]) => {
      const locked = await lockPayment(unit.tx, sessionId, payment.id);
      const [usage] = await unit.tx.select().from(usages).where(eq(usages.id, id));
      if (usage) await settleUsage(unit, { ...locked, usage }, outcome);
    };
    await inTransaction(async (unit) => {
      const usage = { id, kind: 'ACCOUNT_PAYMENT', customerId: CUSTOMER, amount: 500 } as const;
      await reserveUsage(unit, await lockPayment(unit.tx, sessionId, payment.id), usage);
      await settle(unit)({ kind: 'TAKEN', reference: 'intent_1' });
    });
    const found = () => service.database.db.select().from(usages).where(eq(usages.id, id));
    const settled = await found();
    await inTransaction((unit) => settle(unit)({ kind: 'TAKEN', reference: 'intent_2' }));
    const refuse = inTransaction((unit) =>
      settle(unit)({ kind: 'DECLINED', code: 'DECLINED', tokenIsGone: true }),
    );
    await expect(refuse).rejects.toThrow(`DECLINE cannot take usage ${id} from DONE to DECLINED`);
    expect(await found()).toEqual(settled);
    expect(settled[0]).toMatchObject({ status: 'DONE', providerReference: 'intent_1' });
  });
});

describe('a late report', () => {
  const ledger = async (id: string) => (await service.ledgerOfPayment(id)).at(-1);

  test('an event about a payment that has ended gives back what is held, once', async () => {
    const payment = await payByCard(service, await open({ scope: 'ECOM', amount: 5 }));
    const ended = { status: 'FAILED', failureCode: 'DECLINED', releaseStatus: 'DONE' } as const;
    await service.database.db.update(payments).set(ended).where(eq(payments.id, payment.id));
    const { providerReference } = await paymentOf(payment.id);
    for (const _ of ['first', 'again']) {
      await handleProviderEvent(service.app.context, 'SIMULATOR', providerReference ?? '', 'webhook');
    }
    expect(await ledger(payment.id)).toMatchObject({ cancelled: 500 });
    expect(await paymentOf(payment.id)).toMatchObject(ended);
    expect((await recordedOf(payment.id)).slice(-3)).toEqual([
      'PROVIDER_ANSWERED AUTHORIZED; the payment stays FAILED',
      'RELEASED provider says CANCELLED',
      'PROVIDER_ANSWERED CANCELLED; the payment stays FAILED',
    ]);
  });

  test('the event is reported again while the provider does not say what it holds', async () => {
    const payment = await payByCard(service, await open({ scope: 'ECOM', amount: 5 }));
    const ended = { status: 'CANCELLED', failureCode: 'EXPIRED', releaseStatus: 'DONE' } as const;
    await service.database.db.update(payments).set(ended).where(eq(payments.id, payment.id));
    const { providerReference } = await paymentOf(payment.id);
    const hear = () =>
      handleProviderEvent(service.app.context, 'SIMULATOR', providerReference ?? '', 'webhook');
    service.network.lose('answer-lost', /intents/);
    await expect(hear()).rejects.toThrow();
    service.network.mend();
    await hear();
    expect(await ledger(payment.id)).toMatchObject({ cancelled: 500 });
  });

  test('that two requests get: one token, recorded once', async () => {
    const gateway = await open({ scope: 'ECOM', amount: 5 });
    const { body } = await gateway.create(await gateway.sepaRequest());
    let isFirst = true;
    service.onStep = async (name) => {
      if (name !== 'payment.confirmed' || !isFirst) return;
      isFirst = false;
      await resolvePayment(service.app.context, body.id, 'faster');
    };
    const answer = await gateway.authenticate(body.id);
    expect(answer.body.status).toBe('PREAUTHED');
    const answered = (await recordedOf(body.id)).filter((line) => line.startsWith('PROVIDER_ANSWERED'));
    expect(answered).toEqual(['PROVIDER_ANSWERED SUCCEEDED']);
  });

  test('the session ends while the provider answers: no token, and nothing stays held', async () => {
    const gateway = await open({ scope: 'ECOM', amount: 5 });
    const returnUrl = 'http://localhost:5173/join';
    const { body } = await gateway.create({ paymentMethod: 'PAYPAL', returnUrl });
    const asked = await gateway.authenticate(body.id);
    const url = asked.body.nextAction?.type === 'REDIRECT' ? asked.body.nextAction.url : '';
    await pressAtBank(url, 'approve');
    const { sessionId } = await paymentOf(body.id);
    let isFirst = true;
    service.onStep = async (name) => {
      if (name !== 'payment.confirmed' || !isFirst) return;
      isFirst = false;
      service.clock.advance(HALF_HOUR);
      await expireSession(service.app.context, sessionId, 'expiry');
    };
    const polled = await gateway.get(body.id);
    expect([polled.body.status, polled.body.paymentRequestToken]).toEqual(['CANCELLED', undefined]);
    await runBatches(service.app.context, 0, (fault) => {
      throw fault;
    });
    expect(await paymentOf(body.id)).toMatchObject({ status: 'CANCELLED', releaseStatus: 'DONE' });
    expect(await ledger(body.id)).toMatchObject({ captured: 0, cancelled: 500 });
    expect(await recordedOf(body.id)).toContain('PROVIDER_ANSWERED AUTHORIZED; the payment stays CANCELLED');
  });
});

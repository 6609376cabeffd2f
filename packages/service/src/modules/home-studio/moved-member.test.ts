import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NINA } from '../../../test/support/buyer.js';
import { type ErrorBody, requestToken } from '../../../test/support/clients.js';
import { giveCommand } from '../../../test/support/command.js';
import { newMember as memberWithContract } from '../../../test/support/members.js';
import { staff } from '../../../test/support/staff.js';
import { runBatches } from '../../../test/support/batches.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { subscribeToEvents } from '../../../test/support/subscribe-to-events.js';
import { readRetention } from '../../admin/retention/retention-periods.js';
import { applyRetention } from '../../admin/retention/retention.js';
import { classSlots } from '../classes/classes.tables.js';
import { customers, paymentCustomers } from '../customers/customers.tables.js';
import { paymentInstruments } from '../payments/instruments/instruments.tables.js';
import { mandates } from '../payments/mandates/mandates.tables.js';
import { payments } from '../payments/payments.tables.js';
import { paymentSessions } from '../payments/sessions/sessions.tables.js';
import { homeStudioMoves } from './home-studio.tables.js';
import { CollectionStudio } from '../debt-collection/collection-scene.fixture.js';

/*
 * These tests cover the data that stays at the first studio when a member moves to another one: the person at the
 * payment service.
 */

const MILANO = 1005;
const MILANO_KEY = 'test-key-navigli-milano-eur';
const YEAR = 366 * 24 * 3600_000;

let service: TestService;
let studio: CollectionStudio;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
beforeAll(async () => {
  service = await startTestService();
  studio = new CollectionStudio(service);
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());
afterEach(() => service.network.mend());

const throwIt = (fault: unknown) => {
  throw fault;
};
const move = (customerId: number, targetStudioId = MILANO) =>
  studio.staff('customer.move-home-studio', { customerId, targetStudioId });
const personOf = async (customerId: number) => {
  const [found] = await service.database.db.select().from(customers).where(eq(customers.id, customerId));
  return found?.paymentCustomerId ?? '';
};
const instrumentsOf = (person: string) =>
  service.database.db
    .select({
      status: paymentInstruments.status,
      detachStatus: paymentInstruments.detachStatus,
      details: paymentInstruments.details,
    })
    .from(paymentInstruments)
    .where(eq(paymentInstruments.paymentCustomerId, person));
const sessionFor = (key: string, fields: object) =>
  service.api(key).post<ErrorBody & { token?: string }>('/v1/payments/user-session', {
    scope: 'ECOM',
    amount: 25,
    referenceText: 'Somebody else',
    ...fields,
  });
const gatewayOf = async (customerId: number, fields: object = {}) =>
  service.gateway(await service.api().session({ customerId, scope: 'ECOM', amount: 25, ...fields }));

/** Creates a member with an account for payment runs and another saved account. */
async function memberWithAccounts() {
  const customerId = await studio.member();
  const standing = await (await gatewayOf(customerId, { scope: 'MEMBER_ACCOUNT', amount: 0 })).paySepa();
  const set = await service.api().post(`/v1/customers/${customerId}/account/payment-instrument`, {
    paymentRequestToken: requestToken(standing),
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  const saved = await (
    await gatewayOf(customerId, { amount: 0 })
  ).paySepa('DE02120300000000202051', { savePaymentInstrument: true });
  return { customerId, person: await personOf(customerId), saved };
}

describe('what the old studio had of a member who has moved', () => {
  test('opens no session, and no saved account is left, here or at the provider', async () => {
    const { customerId, person } = await memberWithAccounts();
    expect(await instrumentsOf(person)).toMatchObject([{ status: 'ACTIVE' }, { status: 'ACTIVE' }]);
    await move(customerId);
    const asked = await sessionFor(EUR_KEY, { paymentServiceCustomerId: person });
    expect([asked.status, asked.body.errorCode, asked.body.reference]).toEqual([
      403,
      'errormessage.permission.denied',
      'paymentServiceCustomerId',
    ]);
    expect(asked.body.errorMessage).toContain('the member belongs to another studio');
    expect(await instrumentsOf(person)).toEqual([
      { status: 'DISCARDED', detachStatus: 'DUE', details: {} },
      { status: 'DISCARDED', detachStatus: 'DUE', details: {} },
    ]);
    await runBatches(service.app.context, 0, throwIt);
    expect(await instrumentsOf(person)).toMatchObject([{ detachStatus: 'DONE' }, { detachStatus: 'DONE' }]);
    // The new studio's key finds the member by number, as a person without saved instruments.
    const there = await sessionFor(MILANO_KEY, { customerId });
    const { body } = await service.gateway(there.body.token ?? '').session();
    expect(body.paymentInstruments).toEqual([]);
    expect((await sessionFor(MILANO_KEY, { paymentServiceCustomerId: person })).body.errorCode).toBe(
      'errormessage.payment.customer.unknown',
    );
  });

  test('an open session ends, its token pays nothing, and what the provider held is given back', async () => {
    const customerId = await studio.member();
    const gateway = await gatewayOf(customerId);
    const payment = await gateway.paySepa('DE89370400440532013000', { savePaymentInstrument: true });
    const person = await personOf(customerId);
    await move(customerId);
    expect((await gateway.session()).status).toBe(401);
    await runBatches(service.app.context, 0, throwIt);
    const [ended] = await service.database.db
      .select({ session: paymentSessions.status, payment: payments.status, release: payments.releaseStatus })
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .where(eq(payments.id, payment.id));
    expect(ended).toEqual({ session: 'EXPIRED', payment: 'CANCELLED', release: 'DONE' });
    expect(await instrumentsOf(person)).toMatchObject([{ status: 'DISCARDED', detachStatus: 'DONE' }]);
  });

  test('a place in a class goes to somebody else', async () => {
    const { db } = service.database;
    const { body: slots } = await service
      .api()
      .request<{ result: { id: number }[] }>({ url: '/v1/classes/11004/slots' });
    const slotId = slots.result.at(-1)?.id ?? 0;
    await db
      .update(classSlots)
      .set({ maxParticipants: 1, maxWaitingListParticipants: 1 })
      .where(eq(classSlots.id, slotId));
    const book = (customerId: number) =>
      service
        .api()
        .post<{ bookingId: number }>('/v1/classes/booking/book', { customerId, classSlotId: slotId });
    const mover = await memberWithContract(db);
    const { body: booked } = await book(mover);
    const { body: waiting } = await book(await memberWithContract(db));
    await newEvents();
    await move(mover);
    expect(await newEvents()).toEqual([
      { type: 'CLASS_BOOKING_CANCELLED', entityId: booked.bookingId },
      { type: 'CLASS_BOOKING_UPDATED', entityId: waiting.bookingId },
      { type: 'CUSTOMER_HOME_STUDIO_UPDATED', entityId: mover },
    ]);
  });

  test('while the outcome of a payment is unknown, the member does not move', async () => {
    const customerId = await studio.member();
    const gateway = await gatewayOf(customerId);
    service.network.lose('answer-lost', /confirm/);
    expect((await gateway.paySepa()).status).toBe('UNKNOWN');
    await expect(move(customerId)).rejects.toMatchObject({
      code: 'errormessage.customer.move.not.possible',
    });
    expect((await gateway.session()).status).toBe(200);
  });
});

describe('a member who is erased after a move', () => {
  const erase = (studioId: number, ...args: string[]) =>
    giveCommand(service, ['erase', '--studio', String(studioId), ...args]);

  test('is erased with what the first studio had, and goes to the last row when its time is over', async () => {
    const { db } = service.database;
    const { customerId, person } = await memberWithAccounts();
    const mandatesOf = () =>
      db
        .select({ payer: mandates.payerEncrypted })
        .from(mandates)
        .innerJoin(payments, eq(payments.id, mandates.paymentId))
        .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
        .where(eq(paymentSessions.paymentCustomerId, person));
    expect(await mandatesOf()).toHaveLength(2);
    await move(customerId);
    await runBatches(service.app.context, 0, throwIt);

    const here = await erase(1001, '--person', person, '--yes');
    expect([here.code, here.err]).toEqual([
      1,
      expect.stringContaining(`is customer ${customerId} of studio ${MILANO} now`),
    ]);

    await newEvents();
    const { code, err } = await erase(MILANO, '--customer', String(customerId), '--yes');
    expect([code, err]).toEqual([0, '']);
    // The partners of the first studio must erase their data as well.
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_DELETED', entityId: customerId }]);
    expect(await mandatesOf()).toEqual([]);
    const sessions = await db
      .select({ text: paymentSessions.referenceText, hash: paymentSessions.tokenHash })
      .from(paymentSessions)
      .where(eq(paymentSessions.paymentCustomerId, person));
    expect(sessions).toHaveLength(2);
    for (const { text, hash } of sessions)
      expect([text, hash]).toEqual(['', expect.stringMatching(/^erased /)]);
    const paid = await db
      .select({ details: payments.instrumentDetails, token: payments.requestTokenHash })
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .where(eq(paymentSessions.paymentCustomerId, person));
    expect(paid).toEqual(paid.map(() => ({ details: null, token: null })));

    service.clock.advance(11 * YEAR);
    await applyRetention(service.app.context, readRetention({}), throwIt);
    await applyRetention(service.app.context, readRetention({}), throwIt);
    expect(await db.$count(customers, eq(customers.id, customerId))).toBe(0);
    expect(await db.$count(paymentCustomers, eq(paymentCustomers.id, person))).toBe(0);
    expect(await instrumentsOf(person)).toEqual([]);
  });
});

describe('a switch of studio by a partner', () => {
  const switchStudio = (customerId: number, fields: object = {}, headers: Record<string, string> = {}) =>
    service
      .api()
      .post(
        `/v1/customers/${customerId}/switch-studio`,
        { targetStudioId: MILANO, switchDate: '2026-11-20', ...fields },
        headers,
      );
  const newMember = async () =>
    (await service.api().post<{ customerId: number }>('/v1/customers/create', NINA)).body.customerId;
  const refused = (reference: string, status = 400) => ({ status, body: { reference } });

  test('needs a studio that is open to the integration, and a day that is not to come', async () => {
    const customerId = await newMember();
    const toZurich = await switchStudio(customerId, { targetStudioId: 1002 });
    expect(toZurich).toMatchObject(refused('targetStudioId'));
    expect(await switchStudio(customerId, { switchDate: '2099-01-01' })).toMatchObject(refused('switchDate'));
    expect(await switchStudio(customerId, { targetStudioId: 1001 })).toMatchObject(refused('targetStudioId'));
  });

  test('moves the member with the access media, but without restrictions, and tells both studios', async () => {
    await newEvents();
    const customerId = await newMember();
    await studio.staff('access-medium.add', { customerId, type: 'PIN', value: '67676' });
    const url = `/v1/customers/${customerId}/access-restrictions`;
    await service.api().request({ method: 'PUT', url, payload: { reason: 'House rules' } });
    await newEvents();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = () => switchStudio(customerId, { description: 'Has moved house.' }, key);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await newEvents()).map(({ type }) => type)).toEqual([
      'CUSTOMER_ACCESS_RESTRICTION_DELETED',
      'CUSTOMER_HOME_STUDIO_UPDATED',
    ]);
    const { body } = await service.api(MILANO_KEY).request({ url: '/v1/customers/by?pin=67676' });
    expect(body).toMatchObject({ id: customerId, studioId: MILANO, accessRefusal: false });
    const [move] = await service.database.db
      .select()
      .from(homeStudioMoves)
      .where(eq(homeStudioMoves.customerId, customerId));
    expect(move).toMatchObject({ switchDate: '2026-11-20', description: 'Has moved house.' });
  });

  test('keeps the values of fields that both studios have defined alike', async () => {
    const shared = { id: 1, name: 'Recommended by', type: 'TEXT' };
    for (const [at, field] of [
      [1001, { id: 2, name: 'Locker', type: 'NUMERIC' }],
      [MILANO, { id: 2, name: 'Parking space', type: 'NUMERIC' }],
    ] as const) {
      const values = { fields: [shared, field] };
      await staff(service, 'settings.set', { subject: 'additionalFields', values }, at);
    }
    const customerId = await newMember();
    const payload = [1, 2].map((id) => ({ additionalInformationFieldId: id, value: '12' }));
    const url = `/v1/customers/${customerId}/additional-information-field-assignments`;
    expect((await service.api().request({ method: 'PUT', url, payload })).status).toBe(200);
    await switchStudio(customerId);
    const { body } = await service.api(MILANO_KEY).request({ url: `/v1/customers/${customerId}` });
    expect(body).toMatchObject({ additionalInformationFieldAssignments: [payload[0]] });
  });

  test('is refused while the other studio has an access medium with the same value', async () => {
    const [here, there] = [await newMember(), await newMember()];
    await studio.staff('access-medium.add', { customerId: there, type: 'PIN', value: '68686' });
    expect((await switchStudio(there)).status).toBe(200);
    await studio.staff('access-medium.add', { customerId: here, type: 'PIN', value: '68686' });
    expect(await switchStudio(here)).toMatchObject(refused('targetStudioId'));
    const { body } = await service.api().request({ url: '/v1/customers/by?pin=68686' });
    expect(body).toMatchObject({ id: here, studioId: 1001 });
  });
});

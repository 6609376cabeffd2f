import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { staff } from '../../../../test/support/staff.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { rowOf } from '../../../core/database/row-of.js';
import { NO_SETTINGS } from '../../studios/settings/studio-settings.js';
import { studios } from '../../studios/studios.tables.js';
import { communications, communicationThreads } from './communication.tables.js';

interface Kept extends ErrorBody {
  customerId: number;
  communicationId: number;
  threadId: number;
}
interface Category {
  messageCategory: string;
  channels: { communicationChannel: string; customerOverridable?: boolean; active?: boolean }[];
}

let service: TestService;
let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
let customerId: number;

beforeAll(async () => {
  service = await startTestService();
  newEvents = await subscribeToEvents(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  customerId = await newCustomer();
  await newEvents();
});

async function newCustomer(more: object = {}): Promise<number> {
  const made = await service.api().post<{ customerId: number }>('/v1/customers/create', { ...NINA, ...more });
  return made.body.customerId;
}

const COMPLAINT = {
  communicationThreadStatus: 'CREATED',
  ticketNumber: 'A123456',
  subject: 'Complaint',
  content: 'I received two invoices this month,\nbut I only made one purchase.',
  communicationDirection: 'INCOMING',
  ticketLink: 'https://ticketing-system.com/ticket/A123456',
  communicationChannel: 'EMAIL',
  agent: 'Peter Meyer',
};
const threads = () => `/v1/communications/${customerId}/threads`;
const begin = (more: object = {}, headers: Record<string, string> = {}) =>
  service.api().post<Kept>(threads(), { ...COMPLAINT, ...more }, headers);
const goOn = (threadId: number, more: object = {}, headers: Record<string, string> = {}) =>
  service.api().request<Kept>({
    method: 'PUT',
    url: `${threads()}/${threadId}`,
    payload: { ...COMPLAINT, ...more },
    headers,
  });
const stored = () => service.database.db.select().from(communications);
const statusOf = async (threadId: number) => {
  const { db } = service.database;
  const rows = await db.select().from(communicationThreads).where(eq(communicationThreads.id, threadId));
  return rows[0]?.status;
};

describe('a conversation', () => {
  test('begins in a new thread, and is answered as it was sent', async () => {
    const { status, body } = await begin();
    const { communicationId, threadId } = body;
    expect([status, body]).toEqual([200, { ...COMPLAINT, customerId, communicationId, threadId }]);
    const [row] = (await stored()).filter(({ id }) => id === communicationId);
    expect(row?.contentEncrypted).not.toContain('invoices');
    const { keys } = service.app.context;
    expect(
      JSON.parse(keys.decrypt(row?.contentEncrypted ?? '', rowOf(communications, row?.contentKey ?? ''))),
    ).toMatchObject({ subject: 'Complaint', agent: 'Peter Meyer' });
  });

  test('continues in its thread, whose status is that of the last word', async () => {
    const { threadId } = (await begin()).body;
    for (const communicationThreadStatus of ['ONGOING', 'CLOSED', 'ONGOING']) {
      const { body } = await goOn(threadId, { communicationThreadStatus });
      expect(body).toMatchObject({ threadId, communicationThreadStatus });
      expect(await statusOf(threadId)).toBe(communicationThreadStatus);
    }
    expect((await stored()).filter((each) => each.threadId === threadId)).toHaveLength(4);
  });

  test('was now where no time is given', async () => {
    const { body } = await begin({ communicationDateTime: null });
    const [row] = (await stored()).filter(({ id }) => id === body.communicationId);
    expect(row?.communicatedAt.toISOString()).toBe('2026-11-20T10:00:00.000Z');
  });

  test.each([
    ['a new thread', () => begin],
    ['a thread', async () => {
      const { threadId } = (await begin()).body;
      return (more: object, headers: Record<string, string>) => goOn(threadId, more, headers);
    }],
  ])('is kept once in %s for one Idempotency-Key', async (_, prepare) => {
    const send = await prepare();
    const headers = { 'idempotency-key': `a-key-for-customer-${customerId}` };
    const [first, ...again] = await Promise.all([send({}, headers), send({}, headers), send({}, headers)]);
    for (const { status, body } of again) expect([status, body]).toEqual([200, first.body]);
    const before = (await stored()).length;
    expect((await send({ subject: 'Other' }, headers)).status).toBe(409);
    expect(await stored()).toHaveLength(before);
  }); // prettier-ignore

  test('of another member is not there', async () => {
    const { threadId } = (await begin()).body;
    customerId = await newCustomer();
    expect(await goOn(threadId)).toMatchObject({ status: 404, body: { reference: 'threadId' } });
  });

  test.each([
    ['no subject', { subject: ' ' }, 'subject'],
    ['no content', { content: '' }, 'content'],
    ['an unknown status', { communicationThreadStatus: 'OPEN' }, 'communicationThreadStatus'],
    ['an unknown channel', { communicationChannel: 'PIGEON' }, 'communicationChannel'],
    ['a link that is none', { ticketLink: 'javascript:alert(1)' }, 'ticketLink'],
  ])('with %s is refused', async (_, more, reference) => {
    expect(await begin(more)).toMatchObject({ status: 400, body: { reference } });
  });
});

describe('preferences', () => {
  const url = () => `/v1/communications/${customerId}/communication-preferences`;
  const read = async () => (await service.api().request<Category[]>({ url: url() })).body;
  const decide = (payload: object) =>
    service.api().request<Category[] & ErrorBody>({ method: 'PUT', url: url(), payload });
  const active = (categories: Category[], category: string, channel: string) =>
    categories
      .find(({ messageCategory }) => messageCategory === category)
      ?.channels.find(({ communicationChannel }) => communicationChannel === channel)?.active;
  const newsletter = (isActive: boolean) => [
    { messageCategory: 'NEWSLETTER', channels: [{ communicationChannel: 'EMAIL', active: isActive }] },
  ];

  test("are the studio's until the customer decides, and then the customer's", async () => {
    expect(active(await read(), 'NEWSLETTER', 'EMAIL')).toBe(false);
    const { status, body } = await decide(newsletter(true));
    expect([status, active(body, 'NEWSLETTER', 'EMAIL')]).toEqual([200, true]);
    expect(await read()).toEqual(body);
    expect(await newEvents()).toEqual([
      { type: 'CUSTOMER_COMMUNICATION_PREFERENCES_UPDATED', entityId: customerId },
    ]);
  });

  test('are sent back as they were read, and change nothing', async () => {
    const before = await read();
    expect((await decide(before)).body).toEqual(before);
    expect((await decide([])).body).toEqual(before);
    expect(await newEvents()).toEqual([]);
  });

  test('that are left out stay', async () => {
    await decide(newsletter(true));
    const channels = [{ communicationChannel: 'TEXT_MESSAGE', active: false }];
    const { body } = await decide([{ messageCategory: 'APPOINTMENT', channels }]);
    expect([active(body, 'NEWSLETTER', 'EMAIL'), active(body, 'APPOINTMENT', 'TEXT_MESSAGE')]).toEqual([
      true,
      false,
    ]);
  });

  test('that nobody has decided follow the studio, those that were decided do not', async () => {
    await decide(newsletter(false));
    const channel = { communicationChannel: 'EMAIL', customerOverridable: true, active: true };
    const preferences = ['NEWSLETTER', 'LOYALTY_PROGRAM'].map((messageCategory) => ({
      messageCategory,
      channels: [channel],
    }));
    await staff(service, 'settings.set', { subject: 'communication', values: { preferences } });
    const now = await read();
    expect([active(now, 'NEWSLETTER', 'EMAIL'), active(now, 'LOYALTY_PROGRAM', 'EMAIL')]).toEqual([
      false,
      true,
    ]);
    await service.database.db.update(studios).set({ settings: NO_SETTINGS }).where(eq(studios.id, 1001));
  });

  test('of a sign-up count', async () => {
    customerId = await newCustomer({ communicationPreferences: newsletter(true) });
    expect(active(await read(), 'NEWSLETTER', 'EMAIL')).toBe(true);
  });

  test('about which the studio decides cannot be changed', async () => {
    const before = await read();
    const { status, body } = await decide([
      { messageCategory: 'CONTRACT', channels: [{ communicationChannel: 'EMAIL', active: false }] },
    ]);
    expect([status, body.errorCode, body.reference]).toEqual([
      400,
      'errormessage.communication.channel.fixed',
      '0.channels.0.active',
    ]);
    expect(await read()).toEqual(before);
  });

  test.each([
    ['a channel twice', [...newsletter(true), ...newsletter(false)], '1.channels.0'],
    ['an unknown category', [{ messageCategory: 'GOSSIP' }], '0.messageCategory'],
    ['no category', [{ channels: [] }], '0.messageCategory'],
    ['no list', {}, undefined],
  ])('with %s are refused', async (_, payload, reference) => {
    const { status, body } = await decide(payload);
    expect([status, body.reference]).toEqual([400, reference]);
  });
});

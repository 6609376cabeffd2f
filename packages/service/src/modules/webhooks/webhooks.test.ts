import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NINA, TERMS } from '../../../test/support/buyer.js';
import { deliverDue } from '../../../test/support/batches.js';
import { eventValidator } from '../../../test/support/event-validator.js';
import { EUR_KEY, startTestService, TEST_SECRET, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { reencrypt } from '../../admin/operations/reencrypt.js';
import { deriveKeys } from '../../core/secrets/secret-keys.js';
import { newSigningKey } from './signing-keys.js';
import { setSubscription, subscribe } from './subscriptions.js';
import { contentOf, emit, forgetPersonalContent } from './webhook-events.js';
import type { EventType } from './webhook-events.schema.js';
import { webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

interface Envelope {
  entityId: number;
  uuid: string;
  payload: { timestamp: number; type: string; content?: Record<string, unknown> }[];
}

const WEBHOOK_KEY = 'the-key-of-the-tests';
const TEN_MINUTES = 10 * 60_000;

let service: TestService;
let partner: Server;
let url: string;
let received: { envelope: Envelope; key: unknown }[] = [];
/** Events that do not fit the JSON Schema for partners. */
const invalid: unknown[] = [];
const isValid = eventValidator();
/** Delays the partner's response to a key for as long as the promise takes. */
let hold: (key: unknown) => Promise<void> | undefined = () => undefined;
/** The partner's responses; 'silent' never responds. */
let answers: (envelope: Envelope) => number | 'silent' = () => 200;

beforeAll(async () => {
  service = await startTestService({ studioPage: true });
  partner = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const envelope = JSON.parse(body) as Envelope;
      if (!isValid(envelope)) invalid.push({ envelope, errors: isValid.errors });
      received.push({ envelope, key: request.headers['x-api-key'] });
      const answer = () => {
        const status = answers(envelope);
        if (status !== 'silent') response.writeHead(status, { location: '/elsewhere' }).end();
      };
      const held = hold(request.headers['x-api-key']);
      if (held) void held.then(answer);
      else answer();
    });
  });
  await new Promise<void>((listening) => partner.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/events`;
});
afterAll(async () => {
  partner.closeAllConnections();
  partner.close();
  await service.close();
  expect(invalid).toEqual([]);
});

const register = (apiKey: string, types: EventType[] | null) =>
  subscribe(service.app.context.db, service.app.context.keys, {
    apiKey,
    url,
    webhookKey: WEBHOOK_KEY,
    types,
  });
const confirm = (key: string) => service.api(key).post<null>('/v1/studios/confirmActivation', {});
const deliver = (timeoutMs?: number) =>
  deliverDue(service.app.context, timeoutMs === undefined ? {} : { timeoutMs });
const notify = (
  entityId: number,
  type: 'CUSTOMER_UPDATED' | 'CUSTOMER_ACCESS_DISABLED' = 'CUSTOMER_UPDATED',
) => emit(service.app.context, service.app.context.db, 1001, { type, entityId });
const deliveries = () =>
  service.app.context.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id);

beforeEach(async () => {
  await service.app.context.db.delete(webhookDeliveries);
  received = [];
  answers = () => 200;
});

describe('before the integration has confirmed its activation', () => {
  test('nothing is sent, and confirming without a subscription does no harm', async () => {
    await register(EUR_KEY, null);
    await notify(1);
    await deliver();
    expect(received).toEqual([]);
    expect((await confirm('test-key-northside-berlin-no-payments')).status).toBe(200);
    const unknown = await confirm('nonsense');
    expect(unknown.status).toBe(401);
  });
});

describe('once it has', () => {
  beforeAll(async () => {
    await register(EUR_KEY, null);
    expect((await confirm(EUR_KEY)).status).toBe(200);
  });

  test('a signup reports the customer and the contract, in order, with the webhook key', async () => {
    const contract = { contractOfferTermId: TERMS.free, startDate: '2026-12-01' };
    const made = await service
      .api()
      .post<{ customerId: number }>('/v1/memberships/signup', { contract, customer: NINA });
    const { customerId } = made.body;
    await deliver();
    expect(received.map(({ key }) => key)).toEqual([WEBHOOK_KEY, WEBHOOK_KEY]);
    expect(received.map(({ envelope }) => envelope)).toEqual([
      {
        entityId: customerId,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        payload: [{ timestamp: service.clock.now().getTime(), type: 'CUSTOMER_CREATED' }],
      },
      {
        entityId: customerId,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        payload: [
          {
            timestamp: service.clock.now().getTime(),
            type: 'CONTRACT_CREATED',
            content: { contractId: expect.any(Number) as number },
          },
        ],
      },
    ]);
  });

  test('a signup that is refused reports nothing', async () => {
    await service.api().post('/v1/memberships/signup', {
      contract: { contractOfferTermId: TERMS.inFull, startDate: '2026-12-01' },
      customer: NINA,
    });
    expect(await deliveries()).toEqual([]);
  });

  test('other studios are not told', async () => {
    await emit(service.app.context, service.app.context.db, 1002, { type: 'CUSTOMER_CREATED', entityId: 1 });
    expect(await deliveries()).toEqual([]);
  });

  test('a failed try is made again ten minutes later, three times, with the same uuid; then given up', async () => {
    answers = () => 500;
    await notify(1);
    for (let tries = 1; tries <= 4; tries += 1) {
      await deliver();
      expect(received).toHaveLength(tries);
      service.clock.advance(TEN_MINUTES - 1000);
      await deliver();
      expect(received).toHaveLength(tries);
      service.clock.advance(1000);
    }
    await deliver();
    expect(new Set(received.map(({ envelope }) => envelope.uuid)).size).toBe(1);
    expect(await deliveries()).toMatchObject([{ status: 'GIVEN_UP', attempts: 4, lastResult: 'HTTP 500' }]);
  });

  test('keys that no secret reads use up no try, and keep up no other receiver', async () => {
    const { db, keys } = service.app.context;
    await notify(1);
    const [delivery] = await deliveries();
    const mine = eq(webhookSubscriptions.id, delivery?.subscriptionId ?? '');
    const other = deriveKeys('Jq2mVTzR4nWc9YbL6pHs3DfGkQ7zVd2mRf9Ls4Tx').encrypt('x', 'y');
    await db.update(webhookSubscriptions).set({ webhookKeyEncrypted: other }).where(mine);
    const second = await staff(service, 'integration.create', { name: 'Another', scopes: [] });
    const integrationId = Number(/\d+/.exec(second.entity)?.[0]);
    const integration = { id: integrationId, studioId: 1001 };
    await setSubscription(db, keys, integration, {
      url,
      webhookKey: 'other',
      signingKey: newSigningKey(),
      types: null,
    });
    const theirs = eq(webhookSubscriptions.integrationId, integrationId);
    await db.update(webhookSubscriptions).set({ isActive: true }).where(theirs);
    await notify(2);
    await expect(deliver()).rejects.toThrow('UPC_SECRET_PREVIOUS must contain');
    expect(received.map(({ envelope, key }) => [envelope.entityId, key])).toEqual([[2, 'other']]);
    expect(await deliveries()).toMatchObject([
      { status: 'PENDING', attempts: 0, lastResult: 'its keys or its content cannot be read' },
      { status: 'PENDING', attempts: 0 },
      { status: 'DELIVERED' },
    ]);
    await db.update(webhookSubscriptions).set({ isActive: false }).where(theirs);
    await register(EUR_KEY, null);
    service.clock.advance(TEN_MINUTES);
    await deliver();
    expect(received.map(({ envelope }) => envelope.entityId).sort()).toEqual([1, 2, 2]);
  });

  test('a receiver that does not answer delays no other', async () => {
    const { db, keys } = service.app.context;
    const second = await staff(service, 'integration.create', { name: 'Quick', scopes: [] });
    const integrationId = Number(/\d+/.exec(second.entity)?.[0]);
    const quick = { url: `${url}/quick`, webhookKey: 'quick', signingKey: newSigningKey(), types: null };
    await setSubscription(db, keys, { id: integrationId, studioId: 1001 }, quick);
    const theirs = eq(webhookSubscriptions.integrationId, integrationId);
    await db.update(webhookSubscriptions).set({ isActive: true }).where(theirs);
    // More than are sent to one receiver at a time.
    for (let entityId = 1; entityId <= 12; entityId += 1) await notify(entityId);
    const releases: (() => void)[] = [];
    hold = (key) => (key === 'quick' ? undefined : new Promise((release) => releases.push(() => release())));
    const delivering = deliver(60_000);
    const ofQuick = () => received.filter(({ key }) => key === 'quick');
    await vi.waitFor(() => expect(ofQuick()).toHaveLength(12), 50_000);
    hold = () => undefined;
    for (const release of releases) release();
    await delivering;
    expect(received).toHaveLength(24);
    await db.update(webhookSubscriptions).set({ isActive: false }).where(theirs);
  });

  test('events of one entity wait for the one before them, others do not', async () => {
    answers = ({ entityId }) => (entityId === 1 ? 503 : 200);
    await notify(1);
    await notify(1, 'CUSTOMER_ACCESS_DISABLED');
    await notify(2);
    await deliver();
    const receivedEvents = () =>
      received.map(({ envelope }) => [envelope.entityId, envelope.payload[0]?.type]);
    expect(receivedEvents().sort()).toEqual([
      [1, 'CUSTOMER_UPDATED'],
      [2, 'CUSTOMER_UPDATED'],
    ]);
    answers = () => 200;
    service.clock.advance(TEN_MINUTES);
    await deliver();
    expect(receivedEvents().slice(2)).toEqual([
      [1, 'CUSTOMER_UPDATED'],
      [1, 'CUSTOMER_ACCESS_DISABLED'],
    ]);
  });

  test.each([200, 201, 202, 204])('an answer of %i is a receipt', async (status) => {
    answers = () => status;
    await notify(1);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
  });

  test.each([
    ['does not respond in time', 'silent', 'no response within 2 s'],
    ['answers 404', 404, 'HTTP 404'],
    ['redirects', 302, 'HTTP 302'],
  ] as const)('a receiver that %s has not got it', async (_, answered, lastResult) => {
    answers = () => answered;
    await notify(1);
    await deliver(answered === 'silent' ? 2_000 : undefined);
    expect(received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 1, lastResult }]);
  });

  test('two services that deliver at the same time send it once', async () => {
    await notify(1);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(received).toHaveLength(1);
  });

  test.each(['webhook.taken', 'webhook.answered'])(
    'a crash at %s: it is sent again, with the same uuid',
    async (step) => {
      await notify(1);
      service.onStep = (name) => {
        if (name === step) throw new Error('crash');
      };
      await expect(deliver()).rejects.toThrow('crash');
      service.onStep = () => {};
      service.clock.advance(TEN_MINUTES);
      await deliver();
      const uuids = received.map(({ envelope }) => envelope.uuid);
      expect(uuids).toHaveLength(step === 'webhook.taken' ? 1 : 2);
      expect(new Set(uuids).size).toBe(1);
      expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]);
    },
  );

  describe('an event with personal content', () => {
    const emitPersonal = () =>
      emit(service.app.context, service.app.context.db, 1001, {
        type: 'AGGREGATOR_MEMBER_CREATED',
        entityId: 77,
        content: { aggregatorId: 'A-MARA' },
      });
    const contents = () => received.map(({ envelope }) => envelope.payload[0]?.content);

    test('is stored encrypted, and is delivered and replayed in plain', async () => {
      await emitPersonal();
      const [stored] = await deliveries();
      expect(stored).toMatchObject({ content: null, contentEncrypted: expect.any(String) as string });
      expect(JSON.stringify(stored)).not.toContain('MARA');
      await deliver();
      await staff(service, 'event.replay', { deliveryId: stored?.id });
      await deliver();
      expect(contents()).toEqual([{ aggregatorId: 'A-MARA' }, { aggregatorId: 'A-MARA' }]);
      const page = await service.app.app.inject({
        url: '/studio/integrations',
        headers: { host: 'localhost' },
      });
      expect(page.body).toContain('about 77');
      expect(page.body).not.toContain('MARA');
    });

    test('is sent after the secret was rotated', async () => {
      const { db } = service.app.context;
      await emitPersonal();
      const next = deriveKeys('Jq2mVTzR4nWc9YbL6pHs3DfGkQ7zVd2mRf9Ls4Tx', [TEST_SECRET]);
      await reencrypt({ db, keys: next });
      const [stored] = await deliveries();
      expect(stored && contentOf(next, stored)).toEqual({ aggregatorId: 'A-MARA' });
      expect(() => stored && contentOf(service.app.context.keys, stored)).toThrow(
        'UPC_SECRET_PREVIOUS must contain',
      );
      await deliverDue({ ...service.app.context, keys: next });
      expect(contents()).toEqual([{ aggregatorId: 'A-MARA' }]);
      await reencrypt({ db, keys: deriveKeys(TEST_SECRET, ['Jq2mVTzR4nWc9YbL6pHs3DfGkQ7zVd2mRf9Ls4Tx']) });
    });

    test('is deleted for a person who is erased, delivered or not', async () => {
      const { db } = service.app.context;
      await emitPersonal();
      await deliver();
      await emitPersonal();
      await notify(77);
      expect(await forgetPersonalContent(db, 'AGGREGATOR_MEMBER_CREATED', 78)).toBe(0);
      expect(await forgetPersonalContent(db, 'AGGREGATOR_MEMBER_CREATED', 77)).toBe(2);
      expect(await deliveries()).toMatchObject([{ type: 'CUSTOMER_UPDATED' }]);
    });
  });

  test('the studio page shows what became of it', async () => {
    await notify(77);
    await deliver();
    const page = await service.app.app.inject({
      url: '/studio/integrations',
      headers: { host: 'localhost' },
    });
    expect(page.body).toMatch(/Customer changed[\s\S]*DELIVERED[\s\S]*about 77/);
    expect(page.body).not.toContain(WEBHOOK_KEY);
  });

  test('only the types that are subscribed', async () => {
    await register(EUR_KEY, ['CUSTOMER_ACCESS_DISABLED']);
    await notify(1);
    await notify(1, 'CUSTOMER_ACCESS_DISABLED');
    await deliver();
    expect(received.map(({ envelope }) => envelope.payload[0]?.type)).toEqual(['CUSTOMER_ACCESS_DISABLED']);
  });
});

test('a service that ends finishes the tries that are under way, and leaves the others', async () => {
  await register(EUR_KEY, null);
  await confirm(EUR_KEY);
  await service.app.context.db.delete(webhookDeliveries);
  for (let entityId = 1; entityId <= 25; entityId += 1) await notify(entityId);
  const ending = new AbortController();
  answers = () => {
    ending.abort();
    return 200;
  };
  await deliverDue(service.app.context, { signal: ending.signal });
  const left = await deliveries();
  expect(received).toHaveLength(10);
  expect(left.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
    ...Array<string>(10).fill('DELIVERED 1'),
    ...Array<string>(15).fill('PENDING 0'),
  ]);
});

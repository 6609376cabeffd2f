import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '../../../test/support/batches.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { keyIdOfHash } from '../../core/secrets/tokens.js';
import { auditRecords } from '../studios/staff/staff.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { webhookDeliveries, webhookSubscriptions } from '../webhooks/webhooks.tables.js';
import { apiKeys, integrations } from './integrations.tables.js';
import { SCOPES } from './scopes.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const numberIn = (entity: string) => Number(/\d+/.exec(entity)?.[0]);

async function created(scopes: readonly string[], studioId = 1001): Promise<{ id: number; key: string }> {
  const { entity, shownOnce } = await staff(
    service,
    'integration.create',
    { name: 'Website', scopes },
    studioId,
  );
  return { id: numberIn(entity), key: shownOnce?.apiKey ?? '' };
}

const status = async (url: string, key: string) => (await service.api(key).request({ url })).status;

describe('an integration', () => {
  test('works with the key that was shown once, which is stored nowhere', async () => {
    const { id, key } = await created(['STUDIO_READ']);
    expect(key).toMatch(/^[A-Za-z0-9]{54}$/);
    expect(await status('/v1/studios/utilization', key)).toBe(200);
    expect(await status('/v1/member-lists', key)).toBe(403);
    const { db } = service.database;
    const stored = JSON.stringify([
      await db.select().from(integrations).where(eq(integrations.id, id)),
      await db.select().from(apiKeys).where(eq(apiKeys.integrationId, id)),
      await db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1),
    ]);
    expect(stored).toContain('"action":"integration.create"');
    expect(stored).not.toContain(key);
  });

  test('has the scopes that staff set, at once', async () => {
    const { id: integrationId, key } = await created(['STUDIO_READ']);
    await staff(service, 'integration.set-scopes', { integrationId, scopes: ['MEMBER_LIST_READ'] });
    expect(await status('/v1/studios/utilization', key)).toBe(403);
    expect(await status('/v1/member-lists', key)).toBe(200);
  });

  test('is refused with every key while it is switched off, and told of nothing', async () => {
    const { id: integrationId, key } = await created(['STUDIO_READ']);
    await staff(service, 'integration.subscribe', { integrationId, url: 'https://partner.example/events' });
    await service.api(key).post('/v1/studios/confirmActivation', {});
    const queuedEvents = async () => {
      const { context } = service.app;
      await context.db.delete(webhookDeliveries);
      await emit(context, context.db, 1001, { type: 'CUSTOMER_UPDATED', entityId: 2001 });
      return context.db.$count(webhookDeliveries);
    };
    expect([await status('/v1/studios/utilization', key), await queuedEvents()]).toEqual([200, 1]);
    await staff(service, 'integration.deactivate', { integrationId });
    // While the integration is inactive, earlier events are not delivered either.
    await deliverDue(service.app.context);
    expect(await service.database.db.select().from(webhookDeliveries)).toMatchObject([
      { status: 'PENDING', attempts: 0 },
    ]);
    expect([await status('/v1/studios/utilization', key), await queuedEvents()]).toEqual([401, 0]);
    await staff(service, 'integration.activate', { integrationId });
    expect([await status('/v1/studios/utilization', key), await queuedEvents()]).toEqual([200, 1]);
    await service.database.db
      .update(webhookSubscriptions)
      .set({ isActive: false })
      .where(eq(webhookSubscriptions.integrationId, integrationId));
  });

  test.each([
    ['integration.set-scopes', { scopes: [] }],
    ['integration.deactivate', {}],
    ['integration.subscribe', { url: 'https://partner.example/' }],
    ['integration.revoke-access', {}],
  ])('of another studio is not there for %s', async (action, input) => {
    const { id: integrationId } = await created([], 1002);
    await expect(staff(service, action, { integrationId, ...input })).rejects.toMatchObject({
      code: 'errormessage.integration.not.found',
    });
  });

  test.each([
    ['integration.create', { name: 'x', scopes: ['EVERYTHING'] }],
    ['integration.create', { name: ' ', scopes: [] }],
    ['integration.subscribe', { integrationId: 1, url: 'https://a.example', types: ['ANYTHING'] }],
  ])('%s with %j is refused', async (action, input) => {
    await expect(staff(service, action, input)).rejects.toMatchObject({
      code: 'errormessage.request.invalid',
    });
  });

  test.each(['http://partner.example/', 'https://user:secret@partner.example/', 'partner.example'])(
    'is not sent events to %s',
    async (url) => {
      const { id: integrationId } = await created([]);
      await expect(staff(service, 'integration.subscribe', { integrationId, url })).rejects.toMatchObject({
        code: 'errormessage.webhook.address.invalid',
      });
    },
  );

  test('can have every scope that an operation asks for', () => {
    const { paths } = service.app.app.swagger() as unknown as { paths: Record<string, object> };
    const asked = JSON.stringify(paths).matchAll(/Scopes? ([A-Z_]+(?: or [A-Z_]+)*)/g);
    const named = [...asked].flatMap(([, scopes = '']) => scopes.split(' or '));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((scope) => !SCOPES.includes(scope))).toEqual([]);
  });
});

describe('a debt collection partner', () => {
  const partnerOf = (studioId: number) =>
    service.database.db
      .select({ id: integrations.id, keyHash: apiKeys.keyHash })
      .from(integrations)
      .innerJoin(apiKeys, eq(apiKeys.integrationId, integrations.id))
      .where(and(eq(integrations.studioId, studioId), eq(integrations.name, 'Debt collection partner')));

  test('is held to its debtors with a key that was made after all earlier ones were revoked', async () => {
    const studioId = 1007;
    const [partner] = await partnerOf(studioId);
    if (!partner) throw new Error('The studio has no partner.');
    await staff(service, 'key.revoke', { keyId: keyIdOfHash(partner.keyHash) }, studioId);
    const { shownOnce } = await staff(service, 'key.rotate', { integrationId: partner.id }, studioId);
    const key = shownOnce?.apiKey ?? '';
    expect(await status('/v1/customers/2411', key)).toBe(403);
    expect(await status('/v1/customers/2411/account/transactions', key)).toBe(403);
    expect(await status('/v1/debt-collection/cases?debtorId=2411', key)).toBe(200);
    const granted = staff(service, 'integration.grant-access', { integrationId: partner.id });
    await expect(granted).rejects.toMatchObject({ code: 'errormessage.request.invalid' });
  });
});

describe('cross-studio access', () => {
  const OTHER = 2101;
  const read = (key: string) =>
    service.api(key).request<{ id?: number; errorCode?: string }>({
      url: `/v1/customers/${OTHER}`,
    });

  test('begins when the other studio lets the integration in, and ends when it takes that back', async () => {
    const { id: integrationId, key } = await created(['CUSTOMER_READ', 'PAYMENT_WRITE']);
    const denied = { status: 403, body: { errorCode: 'errormessage.permission.denied' } };
    expect(await read(key)).toMatchObject(denied);
    await staff(service, 'integration.grant-access', { integrationId }, 1002);
    expect(await read(key)).toMatchObject({ status: 200, body: { id: OTHER } });
    // A session for a member of the other studio uses that studio's currency and methods.
    const token = await service.api(key).session({ customerId: OTHER, scope: 'ECOM', amount: 5 });
    expect((await service.gateway(token).session()).body).toMatchObject({
      amount: { amount: 5, currency: 'CHF' },
    });
    await staff(service, 'integration.revoke-access', { integrationId }, 1002);
    expect(await read(key)).toMatchObject(denied);
  });

  test('is granted to nobody of the same studio', async () => {
    const { id: integrationId } = await created([]);
    await expect(staff(service, 'integration.grant-access', { integrationId })).rejects.toMatchObject({
      code: 'errormessage.request.invalid',
    });
  });

  test('is not for partners of debt collection', async () => {
    const [partner] = await service.database.db
      .select()
      .from(integrations)
      .where(eq(integrations.name, 'Debt collection partner'))
      .limit(1);
    const granted = staff(
      service,
      'integration.grant-access',
      { integrationId: partner?.id },
      partner?.studioId === 1002 ? 1001 : 1002,
    );
    await expect(granted).rejects.toMatchObject({ code: 'errormessage.request.invalid' });
  });
});

describe('a device', () => {
  const added = async (studioId = 1001) =>
    numberIn(
      (await staff(service, 'device.add', { name: 'Turnstile', model: 'GENERIC_CARD_READER' }, studioId))
        .entity,
    );

  test('belongs to the integration that it is assigned to', async () => {
    const own = await created(['DEVICE_READ', 'DEVICE_WRITE']);
    const other = await created(['DEVICE_READ', 'DEVICE_WRITE']);
    const deviceId = await added();
    const activate = async (key: string, id = deviceId) =>
      service.api(key).request({ method: 'PUT', url: `/v1/devices/${id}/activate` });
    const list = async (key: string) => (await service.api(key).request({ url: '/v1/devices' })).body;
    expect(await activate(own.key)).toMatchObject({ status: 403 });
    await staff(service, 'device.assign', { deviceId, integrationId: own.id });
    const device = { id: deviceId, name: 'Turnstile', model: 'GENERIC_CARD_READER' };
    expect(await list(own.key)).toEqual([{ ...device, active: false }]);
    expect(await activate(own.key)).toMatchObject({ status: 200, body: { id: deviceId } });
    expect(await list(own.key)).toEqual([{ ...device, active: true }]);
    expect(await activate(other.key)).toMatchObject({
      status: 403,
      body: { errorCode: 'errormessage.permission.denied', reference: 'deviceId' },
    });
    expect(await list(other.key)).toEqual([]);
    expect(await activate(own.key, 999)).toMatchObject({ status: 404 });
    await staff(service, 'device.assign', { deviceId });
    expect(await list(own.key)).toEqual([]);
  });

  test('is assigned to integrations of its studio alone', async () => {
    const { id: integrationId } = await created([]);
    const deviceId = await added(1002);
    await expect(staff(service, 'device.assign', { deviceId, integrationId }, 1002)).rejects.toMatchObject({
      code: 'errormessage.integration.not.found',
    });
    await expect(staff(service, 'device.assign', { deviceId, integrationId })).rejects.toMatchObject({
      code: 'errormessage.device.not.found',
    });
  });
});

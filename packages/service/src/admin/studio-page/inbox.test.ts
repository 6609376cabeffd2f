import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueue } from '../../../test/support/batches.js';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { communicationThreads } from '../../modules/customers/communication/communication.tables.js';
import { amendments } from '../../modules/self-service/amendments.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { subscribe } from '../../modules/webhooks/subscriptions.js';
import { emit } from '../../modules/webhooks/webhook-events.js';
import { webhookDeliveries } from '../../modules/webhooks/webhooks.tables.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ studioPage: true });
  const { db, keys } = service.app.context;
  const [url, webhookKey] = ['https://partner.example/events', 'the-key-of-the-tests'];
  await subscribe(db, keys, { apiKey: EUR_KEY, url, webhookKey, types: null });
  await service.api().post('/v1/studios/confirmActivation', {});
});
afterAll(() => service.close());

type Tab = 'contracts' | 'integrations';

const page = async (tab: Tab) =>
  (await service.app.app.inject({ url: `/studio/${tab}`, headers: { host: 'localhost:4010' } })).body;

/** Returns the fields of the form with a button, encoded as a browser sends them. */
function formOf(body: string, action: string): string {
  const [, form = ''] = new RegExp(`action="/studio/actions/${action}">([\\s\\S]*?)</form>`).exec(body) ?? [];
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)];
  return new URLSearchParams(
    Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  ).toString();
}

async function press(tab: Tab, action: string): Promise<string | undefined> {
  const { headers } = await service.app.app.inject({
    method: 'POST',
    url: `/studio/actions/${action}`,
    headers: {
      host: 'localhost:4010',
      origin: 'http://localhost:4010',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: formOf(await page(tab), action),
  });
  return headers.location;
}

const newestAction = async () => {
  const [record] = await service.database.db
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1);
  return record?.action;
};

describe('the lists of what waits for staff', () => {
  test('a change of contact data is shown with its fields, and approved by its button', async () => {
    const asked = await service
      .api()
      .post('/v1/customers/2001/self-service/contact-data', { phoneBusiness: '+49301234567' });
    expect(asked.status).toBe(200);
    expect(await page('contracts')).toMatch(/Phone, business<\/dt>\s*<dd>\+49301234567/);
    expect(await press('contracts', 'amendment.approve')).toMatch(/^\/studio\/contracts\?done=\d+$/);
    const statuses = await service.database.db
      .select({ status: amendments.status })
      .from(amendments)
      .where(eq(amendments.customerId, 2001));
    expect(statuses).toContainEqual({ status: 'APPROVED' });
    expect(await newestAction()).toBe('amendment.approve');
  });

  test('a declaration that fits no contract is shown with what the member wrote, to be assigned or closed', async () => {
    await service.app.app.inject({
      ...{ method: 'POST', url: '/contracts/cancel/1001' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Zo%C3%AB+%3Cb%3EBrandt&contractNumber=Membership&email=zoe%40example.com',
    });
    await runQueue(service.app.context, 'DECLARATIONS', 0);
    expect(await page('contracts')).toMatch(
      /Ordinary cancellation[\s\S]+No contract has this number[\s\S]+<dd>Zoë &lt;b&gt;Brandt<\/dd>[\s\S]+<dd>Membership<\/dd>/,
    );
    expect(await page('contracts')).toMatch(
      /\/studio\/actions\/declaration\.assign\?declarationId=\d+[\s\S]+action="\/studio\/actions\/declaration\.close"/,
    );
    expect(await page('contracts'), 'without a contract').not.toContain('declaration.accept');
  });

  test('a conversation is shown with what was said, and closed by its button', async () => {
    await service.api().post('/v1/communications/2001/threads', {
      subject: 'The <b>sauna</b>',
      content: 'When does it open again?',
      communicationDirection: 'INCOMING',
      communicationChannel: 'EMAIL',
      communicationThreadStatus: 'CREATED',
    });
    const body = await page('contracts');
    expect(body).toContain('The &lt;b&gt;sauna&lt;/b&gt;');
    expect(body).toContain('When does it open again?');
    expect(await press('contracts', 'communication.close-thread')).toContain('?done=');
    expect(await service.database.db.select().from(communicationThreads)).toMatchObject([
      { status: 'CLOSED' },
    ]);
    expect(await page('contracts')).not.toContain('communication.close-thread');
  });
});

test('integrations are shown with what staff actions ask for, and never with a key', async () => {
  const headers = { host: 'localhost:4010' };
  const moved = await service.app.app.inject({ url: '/studio/integrations?q=EUR,+all&studio=1001', headers });
  const { body } = await service.app.app.inject({ url: String(moved.headers.location), headers });
  const text = body.replace(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/EUR, all scopes On Northside Gym Berlin · \d+ permissions/);
  expect(text).toContain('Receives all events at partner.example');
  expect(text).toMatch(/Integration 5\d{5}/);
  expect(text).toMatch(/API keys \(1\) [\da-f]{12} Revoke/);
  for (const secret of [EUR_KEY, 'the-key-of-the-tests']) expect(body).not.toContain(secret);
});

describe('an event that was given up', () => {
  const deliveries = () =>
    service.database.db.select().from(webhookDeliveries).orderBy(desc(webhookDeliveries.id));

  test('is sent again by its button, with the uuid it had and all its tries', async () => {
    await service.database.db.delete(webhookDeliveries);
    const { context } = service.app;
    await emit(context, context.db, 1001, { type: 'CUSTOMER_UPDATED', entityId: 2001 });
    const [before] = await deliveries();
    const ended = { status: 'GIVEN_UP', attempts: 4, lastResult: 'HTTP 500' } as const;
    await service.database.db.update(webhookDeliveries).set(ended);
    expect(await page('integrations')).toMatch(
      /Customer changed\s+<span class="badge" data-status="GIVEN_UP">Given up/,
    );
    service.clock.advance(86_400_000);
    expect(await press('integrations', 'event.replay')).toContain('?done=');
    expect(await deliveries()).toMatchObject([
      {
        uuid: before?.uuid,
        status: 'PENDING',
        attempts: 0,
        lastResult: null,
        nextAttemptAt: service.clock.now(),
        occurredAt: before?.occurredAt,
      },
    ]);
  });

  test.each([
    ['while it is still to be sent', 1001, 'errormessage.event.delivery.pending'],
    ['of another studio', 1002, 'errormessage.event.delivery.not.found'],
  ] as const)('is not %s', async (_, studioId, code) => {
    const [delivery] = await deliveries();
    const again = staff(service, 'event.replay', { deliveryId: delivery?.id }, studioId);
    await expect(again).rejects.toMatchObject({ code });
  });
});

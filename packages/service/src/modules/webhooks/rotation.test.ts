import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveCommand } from '../../../test/support/command.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { readRetention } from '../../admin/retention/retention-periods.js';
import { applyRetention } from '../../admin/retention/retention.js';
import { webhookSubscriptions } from './webhooks.tables.js';

const DAY = 24 * 3600_000;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let service: TestService;
let partner: Server;
let url: string;
let received: Received[] = [];
beforeAll(async () => {
  service = await startTestService();
  partner = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => partner.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  partner.closeAllConnections();
  partner.close();
  await service.close();
});

let integrationId = 0;
/** The signing key created when the receiver was added. */
let first = '';
beforeEach(async () => {
  received = [];
  const { entity } = await staff(service, 'integration.create', { name: 'Events', scopes: [] });
  integrationId = Number(/\d+/.exec(entity)?.[0]);
  const { shownOnce } = await staff(service, 'integration.subscribe', { integrationId, url });
  first = shownOnce?.signingKey ?? '';
});

const rotate = () =>
  giveCommand(service, ['webhook', 'rotate', '--studio', '1001', '--integrationId', String(integrationId)]);

/**
 * Rotates the signing key.
 *
 * @returns the new key
 */
async function rotated(): Promise<string> {
  const { code, out, err } = await rotate();
  expect([code, err]).toEqual([0, '']);
  return /signingKey, shown this once: (whsec_\S+)/.exec(out)?.[1] ?? '';
}

async function stored() {
  const [row] = await service.database.db
    .select()
    .from(webhookSubscriptions)
    .where(eq(webhookSubscriptions.integrationId, integrationId));
  return row;
}

/**
 * Sends an event now.
 *
 * @returns the names of the keys that signed it, in the order of the signatures
 */
async function signersNow(keys: Readonly<Record<string, string>>): Promise<(string | undefined)[]> {
  await staff(service, 'webhook.test', { integrationId });
  const { headers, body } = received.at(-1) ?? { headers: {}, body: '' };
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
  const names = new Map(
    Object.entries(keys).map(([name, key]) => [
      new Webhook(key).sign(String(headers['webhook-id']), sentAt, body),
      name,
    ]),
  );
  const signatures = headers['webhook-signature'];
  if (typeof signatures !== 'string') return [];
  return signatures.split(' ').map((signature) => names.get(signature));
}

describe('a signing key that is rotated', () => {
  test('signs beside the new one for 24 hours, and not a moment longer', async () => {
    expect(await signersNow({ first })).toEqual(['first']);
    const second = await rotated();
    expect(await signersNow({ first, second })).toEqual(['second', 'first']);
    service.clock.advance(DAY - 1);
    expect(await signersNow({ first, second })).toEqual(['second', 'first']);
    service.clock.advance(1);
    expect(await signersNow({ first, second })).toEqual(['second']);
    const third = await rotated();
    expect(await signersNow({ first, second, third })).toEqual(['third', 'second']);
  });

  test('leaves the webhook key as it is, is written down without the key, and kept encrypted', async () => {
    const before = await stored();
    const second = await rotated();
    const after = await stored();
    expect(after?.webhookKeyEncrypted).toBe(before?.webhookKeyEncrypted);
    expect(after?.earlierSigningKeyEncrypted).toBe(before?.signingKeyEncrypted);
    const { rows } = await service.database.raw.query({
      text: 'select * from audit_records order by id desc limit 1',
    });
    expect(rows).toMatchObject([{ action: 'webhook.rotate', entity: `integration ${integrationId}` }]);
    for (const key of [first, second]) expect(JSON.stringify([after, rows])).not.toContain(key);
  });

  test('is not rotated again while two keys sign, and reports until when', async () => {
    const second = await rotated();
    const until = new Date(service.clock.now().getTime() + DAY).toISOString();
    service.clock.advance(3600_000);
    const { code, err } = await rotate();
    expect([code, err]).toEqual([1, expect.stringContaining(`the earlier one signs until ${until}`)]);
    expect(await signersNow({ first, second })).toEqual(['second', 'first']);
  });

  test('ends at once where all keys are made again', async () => {
    const second = await rotated();
    const { shownOnce } = await staff(service, 'integration.subscribe', { integrationId, url });
    const third = shownOnce?.signingKey ?? '';
    expect(await signersNow({ first, second, third })).toEqual(['third']);
  });

  test('is deleted by the jobs after its time', async () => {
    await rotated();
    const clean = () =>
      applyRetention(service.app.context, readRetention({}), (fault) => {
        throw fault;
      });
    service.clock.advance(DAY);
    await clean();
    expect((await stored())?.earlierSigningKeyEncrypted).not.toBeNull();
    service.clock.advance(1);
    await clean();
    expect(await stored()).toMatchObject({ earlierSigningKeyEncrypted: null, earlierKeySignsUntil: null });
  });

  test('needs a receiver', async () => {
    const { entity } = await staff(service, 'integration.create', { name: 'Without', scopes: [] });
    integrationId = Number(/\d+/.exec(entity)?.[0]);
    expect((await rotate()).err).toContain('has no receiver. Add one with: webhook add');
  });
});

import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { desc, eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requestToken } from '../../../test/support/clients.js';
import { giveCommand } from '../../../test/support/command.js';
import { emptyOnServer, SERVER } from '../../../test/support/database.js';
import { integrationWith } from '../../../test/support/integration.js';
import { startTestService, TEST_SECRET, type TestService } from '../../../test/support/service.js';
import { staff } from '../../../test/support/staff.js';
import { rowOf } from '../../core/database/row-of.js';
import { events } from '../../core/events.tables.js';
import { deriveKeys } from '../../core/secrets/secret-keys.js';
import { readEnvironment } from '../../environment.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { accountTransactions } from '../../modules/payments/account/account.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { emit } from '../../modules/webhooks/webhook-events.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import { ENCRYPTED_COLUMNS } from '../operations/encrypted-columns.js';
import { reencrypt } from '../operations/reencrypt.js';
import { THIS_PROCESS } from './cli-context.js';

let service: TestService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([
    startTestService(),
    mkdtemp(path.join(os.tmpdir(), 'upc-operator-')),
  ]);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

const command = (...args: string[]) => giveCommand(service, args);

async function newestRecord() {
  const [record] = await service.database.db
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1);
  return record;
}

/**
 * Pays 25.00 to a member's account by SEPA.
 *
 * @returns the payment's id
 */
async function paid(): Promise<string> {
  const token = await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
  const payment = await service.gateway(token).paySepa();
  const used = await service.api().post('/v1/customers/2001/account/payment', {
    paymentRequestToken: requestToken(payment),
    amount: { amount: 25, currency: 'EUR' },
  });
  expect(used.status).toBe(200);
  return payment.id;
}

describe('check', () => {
  test('reports that the books agree, and writes an audit record', async () => {
    await paid();
    const { code, out } = await command('check');
    expect([code, out]).toEqual([0, 'Payments compared: 1. Findings: 0.\n']);
    expect(await newestRecord()).toMatchObject({
      studioId: null,
      action: 'books.check',
      changed: { compared: 1, findings: 0 },
    });
  });

  test('finds different and missing bookings and unfinished tasks, with their remedies', async () => {
    const { db } = service.database;
    const [wrong, missing] = [await paid(), await paid()];
    const usageOf = async (paymentId: string) => {
      const [usage] = await db.select().from(usages).where(eq(usages.paymentId, paymentId));
      return usage?.id ?? '';
    };
    await db
      .update(accountTransactions)
      .set({ amount: 2400 })
      .where(eq(accountTransactions.usageId, await usageOf(wrong)));
    await db
      .update(accountTransactions)
      .set({ usageId: null })
      .where(eq(accountTransactions.usageId, await usageOf(missing)));
    const token = await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
    await service.gateway(token).paySepa();
    service.clock.advance(3 * 3600_000);
    const { code, out } = await command('check', '--days', '2');
    expect(out).toContain(`payment ${wrong} (studio 1001, SIMULATOR `);
    expect(out).toContain(
      'booked are 2400, the provider kept 2500 (minor units, EUR)\n  The member has paid more',
    );
    expect(out).toContain(`payment ${missing} (studio 1001, SIMULATOR `);
    expect(out).toContain('booked are 0, the provider kept 2500');
    expect(out).toContain('1 expired sessions that have not been closed');
    expect(out).toMatch(/^Payments compared: 3\. Findings: 3\.$/m);
    expect(code).toBe(1);
  });

  test('advises no refund of a payment that was booked as returned, and lists disputes', async () => {
    const { db } = service.database;
    const id = await paid();
    const [usage] = await db.select().from(usages).where(eq(usages.paymentId, id));
    const [booked] = await db
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.usageId, usage?.id ?? ''));
    const { id: reversesId, customerId = 0, amount = 0, ...rest } = booked ?? {};
    const reversal = { ...rest, customerId, amount: -amount, usageId: null, chargeId: null, reversesId };
    await db.insert(accountTransactions).values(reversal as typeof accountTransactions.$inferInsert);
    await db.insert(events).values({
      studioId: 1001,
      kind: 'DISPUTE_OPENED',
      detail:
        'transaction 7 of customer 2001 is disputed; answer at the provider until 2026-12-06T00:00:00.000Z',
      traceId: 'test',
      createdAt: service.clock.now(),
    });
    service.clock.advance(2 * 3600_000);
    const { out } = await command('check');
    const [, advice] = new RegExp(`payment ${id} .*booked are 0, .*\n  (.*)`).exec(out) ?? [];
    expect(advice).toContain('will reverse the booking. Do not refund anything');
    expect(out).toContain('1 disputes of the last two days: transaction 7 of customer 2001');
    service.clock.advance(48 * 3600_000);
    expect((await command('check')).out).not.toContain('disputes');
  });

  test('lists abandoned events for two days, and none that wait for a deactivated integration', async () => {
    const { db } = service.database;
    const { entity } = await staff(service, 'integration.create', { name: 'Off', scopes: [] });
    const integrationId = Number(/\d+/.exec(entity)?.[0]);
    await staff(service, 'integration.subscribe', { integrationId, url: 'https://partner.example/' });
    const mine = eq(webhookSubscriptions.integrationId, integrationId);
    const [subscription] = await db
      .update(webhookSubscriptions)
      .set({ isActive: true })
      .where(mine)
      .returning();
    await emit(service.app.context, db, 1001, { type: 'CUSTOMER_UPDATED', entityId: 2001 });
    const waiting = eq(webhookDeliveries.subscriptionId, subscription?.id ?? '');
    service.clock.advance(2 * 3600_000);
    const eventFindings = async () =>
      (await command('check')).out.match(/events (?:that their partner|abandoned)[^:]*/g);
    expect(await eventFindings()).toEqual(['events that their partner has not received yet']);
    await staff(service, 'integration.deactivate', { integrationId });
    expect(await eventFindings()).toBeNull();
    await db.update(webhookDeliveries).set({ status: 'GIVEN_UP' }).where(waiting);
    expect(await eventFindings()).toEqual(['events abandoned in the last two days']);
    service.clock.advance(48 * 3600_000);
    expect(await eventFindings()).toBeNull();
  });

  test('rejects an invalid number of days', async () => {
    expect((await command('check', '--days', 'all')).err).toContain('--days is "all"; allowed is');
  });
});

describe('archive', () => {
  const DAY_MS = 24 * 3600_000;

  test('moves only old, finished events into a file', async () => {
    const { db } = service.database;
    // This removes leftovers of other tests.
    await command('archive', '--to', path.join(folder, 'before.jsonl'));
    const ago = (days: number) => new Date(service.clock.now().getTime() - days * DAY_MS);
    const subscriptionId = randomUUID();
    const integrationId = await integrationWith(db, { key: randomUUID(), scopes: [], studioId: 1001 });
    const encrypted = service.app.context.keys.encrypt('key', rowOf(webhookSubscriptions, integrationId));
    await db.insert(webhookSubscriptions).values({
      id: subscriptionId, studioId: 1001, integrationId, url: 'https://a.example',
      webhookKeyEncrypted: encrypted, signingKeyEncrypted: encrypted, isActive: true,
    }); // prettier-ignore
    const delivery = (status: 'DELIVERED' | 'GIVEN_UP' | 'PENDING', days: number) => ({
      uuid: randomUUID(), subscriptionId, entityId: 2001, type: 'CUSTOMER_UPDATED' as const, status, attempts: 1,
      occurredAt: ago(days), nextAttemptAt: ago(days),
    }); // prettier-ignore
    // The rows fill more than one batch.
    const old = Array.from({ length: 700 }, () => delivery('DELIVERED', 40));
    const kept = [delivery('DELIVERED', 20), delivery('PENDING', 40)];
    const givenUp = { ...delivery('GIVEN_UP', 31), contentEncrypted: 'personal' };
    await db.insert(webhookDeliveries).values([...old, ...kept, givenUp]);
    const ofPage = { kind: 'SESSION_EXPIRED' as const, detail: 'archived', traceId: 'trace' };
    await db.insert(events).values([
      { ...ofPage, createdAt: ago(31) },
      { ...ofPage, createdAt: ago(29) },
    ]);
    const file = path.join(folder, 'events.jsonl');
    const { code, out } = await command('archive', '--to', file);
    expect([code, out]).toEqual([0, `${file} contains 702 events.\n`]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const rows = lines.map(
      (line) => JSON.parse(line) as { table: string; row: { uuid?: string; detail?: string } },
    );
    expect(rows.flatMap(({ row }) => row.uuid ?? []).sort()).toEqual(
      [...old, givenUp].map(({ uuid }) => uuid).sort(),
    );
    expect(lines.join()).not.toContain('personal');
    expect(rows.filter(({ table }) => table === 'events').map(({ row }) => row.detail)).toEqual(['archived']);
    const left = await db
      .select({ uuid: webhookDeliveries.uuid })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.subscriptionId, subscriptionId));
    expect(left.map(({ uuid }) => uuid).sort()).toEqual(kept.map(({ uuid }) => uuid).sort());
    expect(await db.$count(events, eq(events.detail, 'archived'))).toBe(1);
    expect(await newestRecord()).toMatchObject({
      action: 'events.archive',
      changed: { file: 'events.jsonl', days: 30, count: 702 },
    });
    const again = await command('archive', '--to', file);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')]);
    const later = path.join(folder, 'later.jsonl');
    expect((await command('archive', '--to', later)).out).toBe('No event is older than 30 days.\n');
    await expect(stat(later)).rejects.toThrow('ENOENT');
    await db.delete(webhookDeliveries).where(eq(webhookDeliveries.subscriptionId, subscriptionId));
    await db.delete(webhookSubscriptions).where(eq(webhookSubscriptions.id, subscriptionId));
  });

  test('deletes only what the file contains if the disk stores a part of the data', async () => {
    const { db } = service.database;
    await command('archive', '--to', path.join(folder, 'before-short.jsonl'));
    const createdAt = new Date(service.clock.now().getTime() - 31 * DAY_MS);
    await db.insert(events).values(
      Array.from({ length: 20 }, () => ({
        kind: 'SESSION_EXPIRED' as const,
        detail: 'written short',
        traceId: 'trace',
        createdAt,
      })),
    );
    const file = path.join(folder, 'short.jsonl');
    const handle = await open(folder);
    await handle.close();
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    // When a disk is almost full, the system writes fewer bytes and reports no error.
    const short = vi.spyOn(prototype, 'write').mockImplementation(async function (
      this: FileHandle,
      text: unknown,
    ) {
      const half = String(text).slice(0, String(text).length / 2);
      await this.appendFile(half);
      return { bytesWritten: half.length, buffer: half };
    });
    const { code } = await command('archive', '--to', file);
    short.mockRestore();
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.endsWith('}'));
    const left = await db.$count(events, eq(events.detail, 'written short'));
    expect([code, lines.length + left]).toEqual([0, 20]);
  });

  test.each(['0', '2', 'x', ''])('rejects "%s" days, and writes nothing', async (days) => {
    const file = path.join(folder, 'never.jsonl');
    const { code, err } = await command('archive', '--to', file, '--days', days);
    expect([code, err]).toEqual([1, expect.stringContaining('allowed is a number of days, 3 to 9999')]);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});

describe('secret rotate', () => {
  test('encrypts every encrypted column again', async () => {
    const { rows } = await service.database.raw.query({
      text: `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name like '%encrypted%' order by 1`,
    });
    const known = ENCRYPTED_COLUMNS.map(({ column }) => `${getTableName(column.table)}.${column.name}`);
    expect(rows.map((row) => (row as { name: string }).name)).toEqual(known.toSorted());
  });

  test('leaves nothing that needs the earlier secret', async () => {
    const { db } = service.database;
    const { entity } = await staff(service, 'integration.create', { name: 'Events', scopes: [] });
    const integrationId = Number(/\d+/.exec(entity)?.[0]);
    await staff(service, 'integration.subscribe', { integrationId, url: 'https://partner.example/' });
    const next = 'dGhlIG5leHQgc2VjcmV0IG9mIGFuIG9wZXJhdG9yLiA=';
    const alone = deriveKeys(next);
    const read = async () => {
      const [mandate] = await db.select().from(mandates).limit(1);
      const [receiver] = await db.select().from(webhookSubscriptions).limit(1);
      return [
        alone.decrypt(mandate?.payerEncrypted ?? '', rowOf(mandates, mandate?.id ?? '')),
        alone.decrypt(
          receiver?.signingKeyEncrypted ?? '',
          rowOf(webhookSubscriptions, receiver?.integrationId ?? ''),
        ),
      ];
    };
    await expect(read()).rejects.toThrow('UPC_SECRET_PREVIOUS must contain');
    const app = await service.another({ secret: next, previousSecrets: [TEST_SECRET] });
    const { code, out } = await giveCommand(service, ['secret', 'rotate'], {
      open: async () => ({ app, database: service.database, close: async () => {} }),
    });
    expect([code, /^[1-9]\d* texts were encrypted again/.test(out)]).toEqual([0, true]);
    expect(await read()).toEqual([expect.stringContaining('DE89'), expect.stringMatching(/^whsec_/)]);
    expect(out + JSON.stringify(await newestRecord())).not.toContain(next);
    expect(await reencrypt(app.context)).toEqual({ texts: 0, unreadable: [] });
    // This restores the original secret for the service of the other tests.
    await reencrypt({ db, keys: deriveKeys(TEST_SECRET, [next]) });
    await db.delete(auditRecords).where(eq(auditRecords.action, 'secret.rotate'));
    await app.close();
  });

  test('fails while a text still needs the earlier secret, and check names it', async () => {
    const { db } = service.database;
    const next = 'dGhlIG5leHQgc2VjcmV0IG9mIG9wZXJhdG9yLCAybmQ=';
    const app = await service.another({ secret: next, previousSecrets: [TEST_SECRET] });
    const open = async () => ({ app, database: service.database, close: async () => {} });
    // This imitates a service that was not restarted and still writes with the earlier secret.
    await db.execute(sql`create function keep_mandate() returns trigger language plpgsql as
      'begin new.payer_encrypted = old.payer_encrypted; return new; end'`);
    await db.execute(
      sql`create trigger keep before update on mandates for each row execute function keep_mandate()`,
    );
    const mandateCount = await db.$count(mandates);
    const stale = await giveCommand(service, ['secret', 'rotate'], { open });
    expect([stale.code, stale.err]).toEqual([
      1,
      expect.stringContaining(`${mandateCount} still need an earlier`),
    ]);
    expect((await giveCommand(service, ['check'], { open })).out).toContain(
      `${mandateCount} texts need an earlier secret`,
    );
    await db.execute(sql`drop trigger keep on mandates`);
    await db.execute(sql`drop function keep_mandate()`);
    expect((await giveCommand(service, ['secret', 'rotate'], { open })).code).toBe(0);
    // The newest session was made with the earlier secret, which may have leaked. The service must start without that
    // secret.
    const alone = await service.another({ secret: next });
    await alone.close();
    await reencrypt({ db, keys: deriveKeys(TEST_SECRET, [next]) });
    await db.delete(auditRecords).where(eq(auditRecords.action, 'secret.rotate'));
    await app.close();
  });

  test('skips a text that no secret can read, names its row, and fails', async () => {
    const { db } = service.database;
    const next = 'dGhlIG5leHQgc2VjcmV0IG9mIG9wZXJhdG9yLCAzcmQ=';
    const [customer] = await db
      .insert(paymentCustomers)
      .values({ id: randomUUID(), studioId: 1001, createdAt: service.clock.now() })
      .returning();
    const [damaged] = await db
      .insert(customers)
      .values({
        studioId: 1001,
        paymentCustomerId: customer?.id ?? '',
        firstName: 'Test',
        lastName: 'Person',
        identityEncrypted: `${deriveKeys(TEST_SECRET).ids[0]}.ZGFtYWdlZCBjaXBoZXJ0ZXh0IG9mIGEgcm93`,
      })
      .returning();
    const app = await service.another({ secret: next, previousSecrets: [TEST_SECRET] });
    const { code, out, err } = await giveCommand(service, ['secret', 'rotate'], {
      open: async () => ({ app, database: service.database, close: async () => {} }),
    });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/[1-9]\d* texts were encrypted again, 1 could not be decrypted/),
    ]);
    expect(err + out).toContain(`customers.identity_encrypted (row ${damaged?.id})`);
    expect(err + out).not.toContain('ZGFtYWdlZ');
    // Rows after the unreadable one are still encrypted again, in its table and in later ones.
    const [mandate] = await db.select().from(mandates).limit(1);
    expect(mandate?.payerEncrypted.startsWith(`${deriveKeys(next).ids[0]}.`)).toBe(true);
    expect(await newestRecord()).toMatchObject({ changed: { left: 0, unreadable: 1 } });
    await db.delete(customers).where(eq(customers.id, damaged?.id ?? 0));
    await reencrypt({ db, keys: deriveKeys(TEST_SECRET, [next]) });
    await db.delete(auditRecords).where(eq(auditRecords.action, 'secret.rotate'));
    await app.close();
  });

  test('without an earlier secret explains the procedure', async () => {
    const { code, err } = await command('secret', 'rotate');
    expect([code, err]).toEqual([1, expect.stringContaining('To rotate: make a secret')]);
  });
});

describe('backup and restore', () => {
  test('restore everything, only into an empty database and only with the secret', async () => {
    const file = path.join(folder, 'backup');
    // A stored session lets the service recognise the secret of the database.
    await service.api().session({ customerId: 2001, scope: 'ECOM', amount: 25 });
    const before = await service.database.db.select().from(customers).orderBy(customers.id);
    expect((await command('backup', '--to', file)).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await command('backup', '--to', file);
    expect([again.code, again.err]).toEqual([1, `upc-service: ${file} cannot be created (EEXIST).\n`]);

    const empty = SERVER === undefined ? null : await emptyOnServer(SERVER);
    if (empty) {
      await empty.db.execute(sql`drop schema public cascade`);
      await empty.db.execute(sql`drop schema drizzle cascade`);
      await empty.db.execute(sql`create schema public`);
    }
    const variables = {
      UPC_ENVIRONMENT: 'test',
      UPC_DATA_DIR: path.join(folder, 'data'),
      ...empty?.variables,
      UPC_SECRET: TEST_SECRET,
    };
    const restore = () =>
      giveCommand(service, ['restore', '--from', file], {
        variables,
        open: THIS_PROCESS.open,
      });
    const restored = await restore();
    expect([restored.code, restored.err]).toEqual([0, '']);
    const opened = await THIS_PROCESS.open(readEnvironment(variables));
    expect(await opened.database.db.select().from(customers).orderBy(customers.id)).toEqual(before);
    const [record] = await opened.database.db
      .select()
      .from(auditRecords)
      .orderBy(desc(auditRecords.id))
      .limit(1);
    expect(record).toMatchObject({ action: 'database.restore', changed: { file: 'backup' } });
    const on = (...args: string[]) =>
      giveCommand(service, args, { open: async () => ({ ...opened, close: async () => {} }) });
    expect((await on('check')).out).toContain('payments have been on hold since the database was restored');
    expect((await on('resume')).code).toBe(0);
    expect((await on('check')).out).not.toContain('on hold');
    expect((await on('resume')).err).toContain('No payments are on hold');
    await opened.close();
    const twice = await restore();
    if (!empty) {
      const elsewhere = path.join(folder, 'elsewhere');
      const given = { ...variables, UPC_DATA_DIR: elsewhere };
      const from = (source: string, secret: string) =>
        giveCommand(service, ['restore', '--from', source], {
          variables: { ...given, UPC_SECRET: secret },
          open: THIS_PROCESS.open,
        });
      const half = path.join(folder, 'half');
      await writeFile(half, (await readFile(file)).subarray(0, 200_000));
      expect((await from(half, TEST_SECRET)).err).toContain(`${half} is cut off or damaged`);
      await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
      const other = await from(file, 'dGhlIG5leHQgc2VjcmV0IG9mIGFuIG9wZXJhdG9yLiA=');
      expect([other.code, other.err]).toEqual([1, expect.stringContaining('with another UPC_SECRET')]);
    }
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('into an empty')]);
    await empty?.close();
  }, 120_000);
});

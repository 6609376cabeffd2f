import { readdir, readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';

async function run(db: PGlite, migration: string): Promise<void> {
  const file = new URL(`../../src/store/migrations/${migration}.sql`, import.meta.url);
  for (const statement of (await readFile(file, 'utf8')).split('--> statement-breakpoint')) {
    await db.exec(statement);
  }
}

test('mandates and payment methods of before the debits keep what is known of them', async () => {
  const db = await PGlite.create();
  await run(db, '0000_start');
  const creditor = { name: 'Gym', address: { line1: 'Weg 1', city: 'B', postalCode: '1', country: 'DE' } };
  const id = '00000000-0000-4000-8000-000000000001';
  const other = '00000000-0000-4000-8000-000000000002';
  await db.exec(`
    insert into studios values (1, 'Gym', 'EUR', 'Europe/Berlin', 'de', 'eu', '${JSON.stringify(creditor)}', 'pk', '[]', '[]', 30);
    insert into payment_customers values ('${id}', 1, now()), ('${other}', 1, now());
    insert into payment_instruments values ('${id}', 't', '${id}', 'SEPA', 'ACTIVE', '{}', 'r', now());
    insert into customers values (1, 1, '${id}', 'A', 'B', true, '${id}'), (2, 1, '${other}', 'C', 'D', true, null);
  `);
  await db.exec(`
    insert into payment_sessions (id, studio_id, payment_customer_id, token_hash, scope, amount, currency, reference_text,
      require_direct_debit_signature, show_existing_payment_instruments, saving_allowed, status, valid_until, created_at, trace_id)
      values ('${id}', 1, '${id}', 'h', 'MEMBER_ACCOUNT', 0, 'EUR', 'x', false, true, true, 'USED', now(), now(), 't');
    insert into payments (id, session_id, payment_method, status, hold, save_instrument, created_at, updated_at, trace_id)
      values ('${id}', '${id}', 'SEPA', 'PREAUTHED', 'SETUP', true, now(), now(), 't');
    insert into mandates (id, payment_id, scheme, reference, version, language, payment_type, accepted_text,
      accepted_text_sha256, accepted_at, ip, user_agent, payer_encrypted)
      values ('${id}', '${id}', 'SEPA', 'UPC-1', '2026-01', 'de', 'RECURRENT',
      E'Mandat\\nGym\\nWeg 1, 1 B, DE\\nUPC-1\\nRECURRENT\\nErstens.\\nZweitens.', 'x', now(), 'ip', 'ua', 'e');
  `);
  await run(db, '0001_memberships');
  await run(db, '0002_debits');
  const mandates = await db.query('select accepted from mandates');
  expect(mandates.rows).toEqual([
    {
      accepted: {
        creditor,
        offer: {
          scheme: 'SEPA',
          reference: 'UPC-1',
          version: '2026-01',
          language: 'de',
          paymentType: 'RECURRENT',
          heading: 'Mandat',
          text: ['Erstens.', 'Zweitens.'],
        },
      },
    },
  ]);
  const people = await db.query('select id, payment_method from customers order by id');
  expect(people.rows).toEqual([
    { id: 1, payment_method: 'SEPA' },
    { id: 2, payment_method: 'CASH' },
  ]);
  await db.close();
});

test('each key becomes an integration with its scopes, and its receiver of events belongs to that', async () => {
  const db = await PGlite.create();
  const folder = new URL('../../src/store/migrations/', import.meta.url);
  const all = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const at = all.findIndex((name) => name.endsWith('_integrations.sql'));
  for (const name of all.slice(0, at)) await run(db, name.replace('.sql', ''));
  await db.exec(`
    insert into studios (id, name, currency, time_zone, language, region, creditor, public_key, payment_methods, registered_origins)
      values (1, 'Gym', 'EUR', 'Europe/Berlin', 'de', 'eu', '{}', 'pk', '[]', '[]');
    insert into api_keys (key_hash, studio_id, label, scopes, status) values
      ('a', 1, 'Website', '["PAYMENT_WRITE"]', 'ACTIVE'),
      ('b', 1, 'Old website', '[]', 'ROTATED'),
      ('c', 1, 'Former partner', '["STUDIO_READ"]', 'DEACTIVATED');
    insert into webhook_subscriptions (id, studio_id, api_key_hash, url, webhook_key_encrypted, is_active) values
      ('00000000-0000-4000-8000-000000000001', 1, 'a', 'https://a.example', 'e', true),
      ('00000000-0000-4000-8000-000000000002', 1, 'gone', 'https://b.example', 'e', true);
  `);
  await run(db, (all[at] ?? '').replace('.sql', ''));
  const keys = await db.query(`
    select key_hash, name, i.scopes, i.status, k.status as key_status
    from api_keys k join integrations i on i.id = k.integration_id order by key_hash`);
  expect(keys.rows).toEqual([
    { key_hash: 'a', name: 'Website', scopes: ['PAYMENT_WRITE'], status: 'ACTIVE', key_status: 'ACTIVE' },
    { key_hash: 'b', name: 'Old website', scopes: [], status: 'ACTIVE', key_status: 'ROTATED' },
    {
      key_hash: 'c',
      name: 'Former partner',
      scopes: ['STUDIO_READ'],
      status: 'DEACTIVATED',
      key_status: 'ACTIVE',
    },
  ]);
  const receivers = await db.query(`
    select url, name, is_active from webhook_subscriptions w join integrations i on i.id = w.integration_id order by url`);
  expect(receivers.rows).toEqual([
    { url: 'https://a.example', name: 'Website', is_active: true },
    { url: 'https://b.example', name: 'Receiver of events without a key', is_active: false },
  ]);
  await db.close();
});

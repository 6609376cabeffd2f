import { readFile } from 'node:fs/promises';
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

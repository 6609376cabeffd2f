import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/database.js';
import { rowsRead } from '../../../test/support/rows-read.js';
import type { OpenDatabase } from '../../core/database/database.js';
import { sessionPage } from './queries.js';
import { readFilter } from './filter.js';
import { sessionTotals } from './session-totals.js';

const SESSIONS = 15_000;
const BIG_TABLES = ['payment_sessions', 'payments', 'usages', 'events'];

let database: OpenDatabase;

/** Creates many sessions, most of them with an attempt; a few early ones use TWINT. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.execute(sql`
    insert into payment_customers (id, studio_id, created_at)
    select ('00000000-0000-4000-9999-' || lpad(n::text, 12, '0'))::uuid, 1001, now() from generate_series(1, 2000) n`);
  await db.execute(sql`
    insert into payment_sessions (id, studio_id, payment_customer_id, token_hash, token_key_id, scope, amount, currency,
      reference_text, require_direct_debit_signature, show_existing_payment_instruments, saving_allowed, status,
      valid_until, created_at, trace_id)
    select gen_random_uuid(), case when n % 100 = 0 then 1002 else 1001 end,
      ('00000000-0000-4000-9999-' || lpad((n % 2000 + 1)::text, 12, '0'))::uuid, n::text, 'key', 'ECOM', 100, 'EUR', 'x',
      false, false, false, case when n % 3 = 0 then 'USED' else 'EXPIRED' end,
      '2026-01-01Z'::timestamptz + n * interval '5 minutes', '2026-01-01Z'::timestamptz + n * interval '5 minutes',
      'trace-' || n
    from generate_series(1, ${sql.raw(String(SESSIONS))}) n`);
  await db.execute(sql`
    insert into payments (id, session_id, payment_method, status, hold, save_instrument, created_at, updated_at, trace_id)
    select gen_random_uuid(), id, case when token_hash::int < 40 then 'TWINT' else 'SEPA' end,
      case when token_hash::int % 4 = 0 then 'FAILED' else 'PREAUTHED' end, 'SETUP', false, created_at, created_at,
      trace_id
    from payment_sessions where token_hash::int % 10 <> 0`);
  await db.execute(sql`
    insert into usages (id, payment_id, kind, amount, status, created_at, trace_id)
    select gen_random_uuid(), id, 'ACCOUNT_PAYMENT', 100, 'DONE', created_at, trace_id from payments
    where status = 'PREAUTHED'`);
  await db.execute(sql`
    insert into events (session_id, kind, detail, trace_id, created_at)
    select id, 'SESSION_CREATED', 'x', trace_id, created_at from payment_sessions`);
  await db.execute(sql`vacuum analyze`);
}, 120_000);
afterAll(() => database.close());

test.each([
  '',
  '?empty=shown',
  '?studio=1002',
  '?method=SEPA',
  '?method=TWINT',
  '?status=FAILED',
  '?status=USED',
  '?studio=1002&method=SEPA&status=PREAUTHED',
  '?from=2026-02-01&to=2026-02-02',
  '?studio=1001&from=2026-02-01&to=2026-02-02&method=SEPA',
  '?q=trace-777',
  '?q=00000000-0000-4000-9999-000000000007',
  '?customer=2001',
])('a page of the list reads few rows: %s', async (query) => {
  const { filter } = readFilter(Object.fromEntries(new URLSearchParams(query)));
  expect(await rowsRead(database.db, BIG_TABLES, () => sessionPage(database.db, filter))).toBeLessThan(3_000);
});

test.each(['?method=TWINT', '?q=trace-777'])('totals read what they count: %s', async (query) => {
  const { filter } = readFilter(Object.fromEntries(new URLSearchParams(query)));
  expect(await rowsRead(database.db, BIG_TABLES, () => sessionTotals(database.db, filter))).toBeLessThan(
    3_000,
  );
});

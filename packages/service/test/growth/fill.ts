import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../src/core/database/database.js';
import { acceptedOffer } from '../support/person-everywhere.js';

/** Studio whose history is filled. */
const STUDIO = 1001;
/** Number of finished payments per customer. */
const PAYMENTS_EACH = 10;

/**
 * Fills the database with finished payments, numbered from `from` to `to`, and everything that they leave behind: one
 * customer for ten payments, sessions, used tokens, paid claims, delivered events, request keys, visits, bookings, and
 * charges of payment runs. Nothing is left for a job to do.
 *
 * @param now time before which everything happened
 */
export async function fillFinished(db: Database, from: number, to: number, now: Date): Promise<void> {
  const people = sql`generate_series(${sql.raw(String(Math.floor(from / PAYMENTS_EACH)))}, ${sql.raw(String(Math.floor(to / PAYMENTS_EACH) - 1))}) n`;
  const each = sql`generate_series(${sql.raw(String(from))}, ${sql.raw(String(to - 1))}) n`;
  for (const statement of statements(people, each, now)) await db.execute(statement);
  await db.execute(sql`vacuum analyze`);
}

const id = (kind: string, number: SQL = sql`n`) => sql`md5(${sql.raw(`'${kind}'`)} || ${number})::uuid`;
const person = sql`(n / 10)`;
const customer = sql`(10000000 + n / 10)`;
const studio = sql.raw(String(STUDIO));
const accepted = JSON.stringify(acceptedOffer('x'));

function statements(people: SQL, each: SQL, time: Date): SQL[] {
  const now = sql.raw(`'${time.toISOString()}'::timestamptz`);
  // A finished payment happened between an hour and a year ago; one in seven happened on the last day.
  const at = sql`(${now} - interval '1 hour' -
    case when n % 7 = 0 then (n % 1200) * interval '1 minute' else (n % 50000) * interval '10 minutes' end)`;
  return [
    sql`insert into payment_customers (id, studio_id, created_at) select ${id('person')}, ${studio}, ${now} from ${people}`,
    sql`insert into customers (id, studio_id, payment_customer_id, first_name, last_name, payment_method, created_at)
      select 10000000 + n, ${studio}, ${id('person')}, 'Test', 'Person ' || n, 'SEPA', ${now} from ${people}`,
    sql`insert into payment_instruments (id, token, payment_customer_id, payment_method, status, details, provider,
        provider_reference, detach_status, expiry_notice_on, created_at)
      select ${id('instrument')}, 'instrument-' || n, ${id('person')}, 'SEPA', 'ACTIVE',
        '{"sepa": {"bankAccountDetails": {"accountHolder": "T", "iban": "DE89 **** 3000"}}}', 'SIMULATOR', 'pm_' || n,
        case when n % 10 = 0 then 'DONE' end, ${now} + interval '1 year', ${now} - interval '1 year' from ${people}`,
    sql`update customers set payment_instrument_id = md5('instrument' || (id - 10000000))::uuid
      where payment_instrument_id is null and id >= 10000000`,
    sql`insert into sales (id, studio_id, kind, status, payment_customer_id, customer_id, request_hash, created_at,
        finished_at, trace_id)
      select ${id('sale')}, ${studio}, 'SIGNUP', 'DONE', ${id('person')}, 10000000 + n, 'hash-' || n,
        ${now} - interval '1 year', ${now} - interval '1 year', 'trace-sale-' || n from ${people}`,
    // These are former members with an ended contract. One customer in five only enquired and was never a member.
    sql`insert into contracts (customer_id, sale_id, offer_id, offer_term_id, start_date, end_date, details, created_at)
      select 10000000 + n, ${id('sale')}, offer_id, offer_term_id, '2024-01-01', '2025-01-01', details,
        ${now} - interval '1 year'
      from ${people}, (select * from contracts order by id limit 1) seeded where n % 5 <> 3`,
    sql`insert into payment_sessions (id, studio_id, payment_customer_id, token_hash, token_key_id, scope, amount, currency,
        reference_text, require_direct_debit_signature, show_existing_payment_instruments, saving_allowed, status,
        valid_until, created_at, trace_id)
      select ${id('session')}, ${studio}, ${id('person', person)}, 'hash-' || n, 'key', 'ECOM', 2500, 'EUR', 'x', false, false,
        false, case when n % 3 = 0 then 'EXPIRED' else 'USED' end, ${at}, ${at}, 'trace-' || n from ${each}`,
    sql`insert into payments (id, session_id, payment_method, status, hold, provider, save_instrument, request_token_hash,
        provider_reference, release_status, created_at, updated_at, trace_id)
      select ${id('payment')}, ${id('session')}, 'SEPA', case when n % 3 = 0 then 'CANCELLED' else 'PREAUTHED' end,
        'SETUP', 'SIMULATOR', false, case when n % 3 = 0 then null else 'token-' || n end, 'pi_' || n,
        case when n % 3 = 0 then 'DONE' end, ${at}, ${at}, 'trace-' || n from ${each}`,
    sql`insert into mandates (id, payment_id, scheme, reference, version, language, payment_type, accepted, accepted_text,
        accepted_text_sha256, accepted_at, ip, user_agent, payer_encrypted)
      select ${id('mandate')}, ${id('payment')}, 'SEPA', 'UPC-' || n, '1', 'de', 'ONE_OFF', ${accepted}::jsonb, 'x', 'x',
        ${now} - interval '10 days', '192.0.2.1', 'x', 'x' from ${each} where n % 3 <> 0`,
    sql`insert into usages (id, payment_id, kind, sale_id, customer_id, amount, status, provider_reference, created_at,
        finished_at, trace_id)
      select ${id('usage')}, ${id('payment')}, case when n % 10 = 1 then 'INITIAL_PAYMENT' else 'ACCOUNT_PAYMENT' end,
        case when n % 10 = 1 then ${id('sale', person)} end, ${customer}, 2500, 'DONE', 'pu_' || n, ${at},
        ${at}, 'trace-' || n from ${each} where n % 3 <> 0`,
    sql`insert into bank_mandates (id, studio_id, payment_method, status, reference, payment_type, signed_on,
        payer_encrypted, created_at, updated_at)
      select ${id('payment')}, ${studio}, 'SEPA', 'ACTIVE', 'UPC-' || n, 'ONE_OFF', '2026-01-01', 'x', ${at}, ${at}
      from ${each} where n % 3 = 1`,
    sql`insert into bank_debits (id, studio_id, mandate_id, payment_method, amount, currency, statement_text, status,
        due_on, announced_at, created_at, updated_at)
      select ${id('usage')}, ${studio}, ${id('payment')}, 'SEPA', 2500, 'EUR', 'x', 'COLLECTED', '2026-01-01', ${at}, ${at},
        ${at}
      from ${each} where n % 3 = 1`,
    sql`insert into bank_files (id, studio_id, direction, payment_method, account, message_type, message_id, sha256,
        created_at)
      select ${id('bank file')}, ${studio}, 'OUT', 'ACH', '1234567890', 'NACHA', 'UPC-' || n, 'x', ${at}
      from ${each} where n % 3 = 1`,
    sql`insert into bank_batches (id, studio_id, file_id, execution_on, count, total, currency, status, updated_at)
      select 'UPC-' || n || '-1', ${studio}, ${id('bank file')}, '2026-01-01', 1, 2500, 'USD', 'BOOKED', ${at}
      from ${each} where n % 3 = 1`,
    // A bank may still return a recent debit, so each of these waits for the day on which the provider is queried
    // again.
    sql`insert into job_retries (queue, subject_id, retries, next_retry_at)
      select 'RETURNS', ${id('usage')}, 5, ${now} + (n % 1440 + 10) * interval '1 minute' from ${each}
      where n % 3 <> 0 and ${at} > ${now} - interval '60 days'`,
    sql`insert into account_transactions (id, customer_id, usage_id, amount, currency, booked_at)
      select 10000000 + n, ${customer}, ${id('usage')}, 2500, 'EUR', ${at} from ${each} where n % 3 <> 0`,
    sql`insert into debt_claims (id, customer_id, description, amount, due_date, is_settled)
      select 10000000 + n, ${customer}, 'Fee', 2500, '2025-06-01', true from ${each} where n % 3 <> 0`,
    sql`insert into claim_payments (transaction_id, claim_id, amount)
      select 10000000 + n, 10000000 + n, 2500 from ${each} where n % 3 <> 0`,
    sql`insert into charges (id, customer_id, instrument_id, claims, amount, currency, statement_text, status,
        provider_reference, created_at, finished_at, trace_id)
      select ${id('charge')}, ${customer}, ${id('instrument', person)}, '[]', 2500, 'EUR', 'x', 'DECLINED', 'ch_' || n,
        ${at}, ${at}, 'trace-charge-' || n from ${each} where n % 3 = 0`,
    sql`insert into idempotency_keys (scope, key, request_hash, made_id, created_at, expires_at)
      select 'session ' || ${id('session')}, 'key', 'hash', ${id('payment')}, ${now} - interval '1 day',
        ${now} + interval '29 days' from ${each}`,
    sql`insert into idempotency_keys (scope, key, request_hash, made_id, created_at, expires_at)
      select 'studio ' || ${studio} || ' integration 500001', 'key-' || n, 'hash', ${id('session')}, ${now}, ${now} + interval '30 days' from ${each}`,
    sql`insert into events (studio_id, session_id, payment_id, kind, detail, trace_id, created_at)
      select ${studio}, ${id('session')}, ${id('payment')}, 'SESSION_CREATED', 'x', 'trace-' || n,
        ${now} - interval '1 day' from ${each}`,
    sql`insert into webhook_deliveries (uuid, subscription_id, entity_id, type, status, attempts, last_result, occurred_at,
        next_attempt_at)
      select ${id('delivery')}, (select id from webhook_subscriptions limit 1), ${customer}, 'CUSTOMER_UPDATED', 'DELIVERED',
        1, 'HTTP 200', ${now} - interval '1 day', ${now} - interval '1 day' from ${each}`,
    sql`insert into check_ins (studio_id, customer_id, checked_in_at, gone_at, checked_out_at)
      select ${studio}, ${customer}, ${now} - interval '2 days', ${now} - interval '44 hours', ${now} - interval '47 hours' from ${each}`,
    // Half of the bookings were cancelled; every third was a trial that was confirmed.
    sql`insert into bookings (uuid, studio_id, customer_id, kind, subject_id, starts_at, ends_at, instructor_ids, status,
        is_trial, booked_at, confirm_by, confirmed_at, canceled_at)
      select ${id('booking')}, ${studio}, ${customer}, case when n % 4 < 2 then 'CLASS' else 'APPOINTMENT' end,
        case when n % 4 < 2 then (select min(id) from class_slots) else (select min(id) from bookable_appointments) end,
        ${at}, ${at} + interval '1 hour', '[]', case when n % 2 = 0 then 'CANCELED' else 'BOOKED' end, n % 3 = 0,
        ${at} - interval '1 day', case when n % 3 = 0 then ${at} - interval '3 hours' end,
        case when n % 3 = 0 then ${at} - interval '4 hours' end, case when n % 2 = 0 then ${at} - interval '2 hours' end
      from ${each}`,
    sql`insert into audit_records (studio_id, action, actor, entity, changed, trace_id, created_at)
      select ${studio}, 'customer.note', 'studio page', 'customer ' || n, '{}', 'trace-audit-' || n, ${now} from ${people}`,
  ];
}

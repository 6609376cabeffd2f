/** The last migration with which the tables have the form that is filled here. */
export const EARLY_FORM = '0003_providers';

/**
 * Statements that fill a database of that form with payments that are at their end: one customer for ten payments, with
 * what each leaves behind.
 *
 * @param count of payments
 */
export function fillEarlyForm(count: number): string[] {
  const people = `generate_series(0, ${count / 10 - 1}) n`;
  const each = `generate_series(0, ${count - 1}) n`;
  const id = (kind: string, number = 'n') => `md5('${kind}' || ${number})::uuid`;
  return [
    // It would hold a table for longer than a migration waits for it.
    `do $$
      declare name text;
      begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I set (autovacuum_enabled = false)', name);
        end loop;
      end $$`,
    // Everything refers to what is there: looking it up for each row would take most of the time.
    `set session_replication_role = replica`,
    `insert into studios values (1, 'Gym', 'EUR', 'Europe/Berlin', 'de', 'eu', '{}', 'pk', '[]', '[]', 30)`,
    `insert into api_keys values ('key', 1, 'Website', '[]', 'ACTIVE')`,
    `insert into webhook_subscriptions values (${id('receiver', '1')}, 1, 'key', 'https://a.example', 'e', null, true)`,
    `insert into payment_customers select ${id('person')}, 1, now() from ${people}`,
    `insert into customers (id, studio_id, payment_customer_id, first_name, last_name)
      select n + 1, 1, ${id('person')}, 'Test', 'Person ' || n from ${people}`,
    `insert into payment_instruments (id, token, payment_customer_id, payment_method, status, details, provider,
        provider_reference, created_at)
      select ${id('instrument')}, 'token-' || n, ${id('person')}, 'SEPA', 'ACTIVE', '{}', 'SIMULATOR', 'pm_' || n, now()
      from ${people}`,
    `insert into sales (id, studio_id, kind, status, payment_customer_id, customer_id, request_hash, created_at, trace_id)
      select ${id('sale')}, 1, 'SIGNUP', 'DONE', ${id('person')}, n + 1, 'hash', now(), 'trace' from ${people}`,
    `insert into contracts (customer_id, sale_id, offer_id, offer_term_id, start_date, end_date, details, created_at)
      select n + 1, ${id('sale')}, 1, 1, '2025-01-01', '2026-01-01', '{}', now() from ${people}`,
    `insert into payment_sessions (id, studio_id, payment_customer_id, token_hash, scope, amount, currency, reference_text,
        require_direct_debit_signature, show_existing_payment_instruments, saving_allowed, status, valid_until, created_at,
        trace_id)
      select ${id('session')}, 1, ${id('person', '(n / 10)')}, 'hash-' || n, 'ECOM', 2500, 'EUR', 'x', false, false, false,
        'USED', now(), now(), 'trace' from ${each}`,
    `insert into payments (id, session_id, payment_method, status, hold, provider, save_instrument, request_token_hash,
        provider_reference, created_at, updated_at, trace_id)
      select ${id('payment')}, ${id('session')}, 'SEPA', 'PREAUTHED', 'SETUP', 'SIMULATOR', false, 'hash-' || n, 'pi_' || n,
        now(), now(), 'trace' from ${each}`,
    `insert into mandates (id, payment_id, scheme, reference, version, language, payment_type, accepted, accepted_text,
        accepted_text_sha256, accepted_at, ip, user_agent, payer_encrypted)
      select ${id('mandate')}, ${id('payment')}, 'SEPA', 'UPC-' || n, '1', 'de', 'ONE_OFF', '{}', 'x', 'x', now(),
        '192.0.2.1', 'x', 'x' from ${each}`,
    `insert into usages (id, payment_id, kind, customer_id, amount, status, provider_reference, created_at, trace_id)
      select ${id('usage')}, ${id('payment')}, 'ACCOUNT_PAYMENT', n / 10 + 1, 2500, 'DONE', 'pi_' || n, now(), 'trace'
      from ${each}`,
    `insert into account_transactions (id, customer_id, usage_id, amount, currency, booked_at)
      select n + 1, n / 10 + 1, ${id('usage')}, 2500, 'EUR', now() from ${each}`,
    `insert into debt_claims (id, customer_id, contract_id, description, amount, due_date)
      select n + 1, n / 10 + 1, 600001 + n / 10, 'Fee', 2500, date '2025-01-01' + (n % 10) * 30 from ${each}`,
    `insert into claim_payments (transaction_id, claim_id, amount) select n + 1, n + 1, 2500 from ${each}`,
    `insert into events (studio_id, session_id, kind, detail, trace_id, created_at)
      select 1, ${id('session')}, 'CREATED', 'x', 'trace', now() from ${each}`,
    `insert into idempotency_keys (session_id, key, request_hash, payment_id, created_at)
      select ${id('session')}, 'key', 'hash', ${id('payment')}, now() from ${each}`,
    `insert into webhook_deliveries (uuid, subscription_id, entity_id, type, status, attempts, occurred_at, next_attempt_at)
      select ${id('delivery')}, ${id('receiver', '1')}, n / 10 + 1, 'CUSTOMER_UPDATED', 'DELIVERED', 1, now(), now()
      from ${each}`,
    `set session_replication_role = origin`,
    `analyze`,
  ];
}

import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/*
 * The baseline of every comparison. One route does a single insert on the same database, with the same number of
 * connections. The other finds a key, counts the request and writes the rows of a session in one prepared statement,
 * which is the cost of a session without a framework. Like the service, this is a process of its own. It is started
 * with DATABASE_URL and prints its address.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(
  'create table if not exists bench_bare (id uuid primary key, text text, made_at timestamptz)',
);
const ONE_STATEMENT = `
  with known as (
    select k.key_hash, i.studio_id from api_keys k join integrations i on i.id = k.integration_id
    where k.key_hash = $1 and k.status = 'ACTIVE' and i.status = 'ACTIVE'
  ), counted as (
    insert into rate_limits (key, points, expire) select 'one-statement:' || left(key_hash, 32), 1, $2::bigint from known
    on conflict (key) do update set points = rate_limits.points + 1 returning points
  ), person as (
    insert into payment_customers (id, studio_id, created_at) select $3::uuid, studio_id, now() from known
  ), session as (
    insert into payment_sessions (id, studio_id, payment_customer_id, token_hash, token_key_id, scope, amount, currency, reference_text,
      require_direct_debit_signature, show_existing_payment_instruments, saving_allowed, status, valid_until, created_at,
      trace_id)
    select $4::uuid, studio_id, $3::uuid, $5::text, 'key', 'ECOM', 2490, 'EUR', 'Membership', false, true, true, 'OPEN',
      now() + interval '30 minutes', now(), $5::text from known
  )
  insert into events (studio_id, session_id, kind, detail, trace_id, created_at)
  select studio_id, $4::uuid, 'SESSION_CREATED', 'ECOM session opened', $5::text, now() from known returning id`;
const app = Fastify();
app.post('/bare', async (_, reply) => {
  const id = randomUUID();
  await pool.query('insert into bench_bare (id, text, made_at) values ($1, $2, now())', [id, 'Membership']);
  return reply.status(201).send({ id });
});
app.post('/one-statement', async (request) => {
  const hash = createHash('sha256').update(String(request.headers['x-api-key'])).digest('hex');
  const [person, session] = [randomUUID(), randomUUID()];
  const values = [hash, Date.now() + 60_000, person, session, hash + session];
  const { rows } = await pool.query({ name: 'one_statement', text: ONE_STATEMENT, values });
  if (rows.length === 0) throw new Error('The key is not known.');
  return { session };
});
const listening = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ listening }));

import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/*
 * What everything is compared with: a route that does one insert on the same database, with as many connections to it.
 * A process of its own, as the service is; started with DATABASE_URL, it prints where it listens.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(
  'create table if not exists bench_bare (id uuid primary key, text text, made_at timestamptz)',
);
const app = Fastify();
app.post('/bare', async (_, reply) => {
  const id = randomUUID();
  await pool.query('insert into bench_bare (id, text, made_at) values ($1, $2, now())', [id, 'Membership']);
  return reply.status(201).send({ id });
});
const listening = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ listening }));

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inParallel } from '../../../service/src/core/concurrency.js';
import { deriveKeys } from '../../../service/src/core/secrets/secret-keys.js';
import { rowOf } from '../../../service/src/core/database/row-of.js';
import { webhookSubscriptions } from '../../../service/src/modules/webhooks/webhooks.tables.js';
import { nextKey } from './keys.mjs';
import { Payer } from './payer.mjs';

/** Ids of the added studios begin here. */
const FIRST_STUDIO = 100_000;
/** Numbers of the customers of events begin here. */
const FIRST_CUSTOMER = 50_000_000;
const SIGNING_KEY = 'whsec_dGVzdC1zaWduaW5nLWtleS1vZi10aGUtZGVtby1zdHVkaW8=';
/** Number of customers who are created, or pay, at the same time while the scene is prepared. */
const PREPARED_AT_ONCE = 20;
/** Number of tokens that are used at the same time while the provider is down. Most of the time, these requests wait. */
const USED_AT_ONCE = 60;
/** Milliseconds before a request is repeated that the service refused because it was busy. */
const BUSY_MS = 1000;

/**
 * Adds studios that resemble the first demo studio.
 * @param {import('pg').Client} client
 * @param {number} count
 */
export async function addStudios(client, count) {
  const { rows } = await client.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'studios' and column_name not in ('id', 'public_key')`,
  );
  const { names } = rows[0];
  await client.query(
    `insert into studios (id, public_key, ${names})
     select ${FIRST_STUDIO} + n, 'pk_bench_' || n, ${names} from studios, generate_series(0, ${count - 1}) n where id = 1001`,
  );
}

/**
 * Adds an integration with a receiver to each of the first added studios.
 * @param {import('pg').Client} client
 * @param {string} secret the services' secret
 * @param {readonly string[]} urls address of each receiver
 */
export async function addReceivers(client, secret, urls) {
  const keys = deriveKeys(secret, []);
  for (const [at, url] of urls.entries()) {
    const studioId = FIRST_STUDIO + at;
    const { rows } = await client.query(
      `insert into integrations (studio_id, name, scopes, status)
       select $1, 'Receiver', scopes, 'ACTIVE' from integrations order by id limit 1 returning id::int`,
      [studioId],
    );
    const row = rowOf(webhookSubscriptions, rows[0].id);
    await client.query(
      `insert into webhook_subscriptions (id, studio_id, integration_id, url, webhook_key_encrypted, signing_key_encrypted, is_active)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, true)`,
      [studioId, rows[0].id, url, keys.encrypt('bench', row), keys.encrypt(SIGNING_KEY, row)],
    );
  }
}

/**
 * Adds pending events, the same number for each added receiver.
 * @param {import('pg').Client} client
 * @param {number} count
 * @param {number} inOrder number of events about the same customer, which are sent one after the other
 */
export async function addEvents(client, count, inOrder) {
  await client.query(
    `with receivers as (
       select id, row_number() over (order by studio_id) - 1 as at, count(*) over () as count
       from webhook_subscriptions where studio_id >= ${FIRST_STUDIO}
     )
     insert into webhook_deliveries (uuid, subscription_id, entity_id, type, status, attempts, occurred_at, next_attempt_at)
     select gen_random_uuid(), id, ${FIRST_CUSTOMER} + n / count / $2::int, 'CUSTOMER_UPDATED', 'PENDING', 0, now(), now()
     from generate_series(0, $1::int - 1) n join receivers on at = n % count order by n`,
    [count, inOrder],
  );
}

/**
 * Creates customers of the first demo studio.
 * @param {readonly { url: string }[]} services
 * @param {number} count
 * @returns {Promise<number[]>} their numbers
 */
export async function addCustomers(services, count) {
  /** @type {number[]} */
  const numbers = [];
  await inParallel([...Array(count).keys()], PREPARED_AT_ONCE, async (at) => {
    const join = () => payerAt(services, at).join(nextKey(), `Bench-${randomUUID()}`);
    numbers.push(await unlessBusy(join));
  });
  return numbers;
}

/**
 * Has customers pay, and then uses their tokens while the provider is down. So the usages stay reserved, as after any
 * interruption, and the queue USAGES has to finish them. The queue takes a usage only after a minute, because a request
 * may still be working on it. `release` makes the usages older, so that nobody has to wait. If the scene took longer
 * than that, the queue has already tried some, and `release` makes them due again.
 * @param {object} scene
 * @param {import('pg').Client} scene.client
 * @param {readonly { url: string }[]} scene.services
 * @param {import('./slow-provider.mjs').SlowProvider} scene.provider
 * @param {readonly number[]} customers
 * @param {number} count
 * @returns {Promise<{ reserved: number, release: () => Promise<void> }>}
 */
export async function reserveUsages({ client, services, provider }, customers, count) {
  /** @type {{ customerId: number, token: string }[]} */
  const paid = [];
  provider.state = 'quick';
  await inParallel([...Array(count).keys()], PREPARED_AT_ONCE, async (at) => {
    const customerId = /** @type {number} */ (customers[at % customers.length]);
    const pay = () => payerAt(services, at).pay(nextKey(), (_, work) => work(), customerId);
    const token = await unlessBusy(pay);
    paid.push({ customerId, token });
  });
  provider.state = 'down';
  await inParallel([...paid.entries()], USED_AT_ONCE, async ([at, { customerId, token }]) => {
    const used = payerAt(services, at).use(nextKey(), customerId, token);
    await used.catch(requireRefusal);
  });
  const { rows } = await client.query(`select count(*)::int as count from usages where status = 'RESERVED'`);
  return {
    reserved: rows[0].count,
    release: async () => {
      await client.query(`update job_retries set next_retry_at = now() where queue = 'USAGES'`);
      await client.query(
        `update usages set created_at = created_at - interval '2 minutes' where status = 'RESERVED'`,
      );
    },
  };
}

/**
 * @param {readonly { url: string }[]} services
 * @param {number} at
 */
function payerAt(services, at) {
  return new Payer(services[at % services.length]?.url ?? '');
}

/**
 * Repeats a request for as long as the service is too busy for it.
 * @template Answer
 * @param {() => Promise<Answer>} request
 * @returns {Promise<Answer>}
 */
async function unlessBusy(request) {
  for (;;) {
    try {
      return await request();
    } catch (fault) {
      requireRefusal(fault);
      await delay(BUSY_MS);
    }
  }
}

/**
 * @param {unknown} fault
 * @throws the fault, unless it is a response with 503
 */
function requireRefusal(fault) {
  if (!(fault instanceof Error && fault.message.includes('answered 503'))) throw fault;
}

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsRead } from '../../../../test/support/rows-read.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { NOBODY_WAITS } from '../../../core/database/waiting.js';
import { customers } from '../../customers/customers.tables.js';

const LIMIT = 5;
const KEPT = 100;
const CUSTOMER = 2001;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    rateLimit: { limit: LIMIT, seconds: 3600 },
    waiting: () => NOBODY_WAITS,
  });
});
afterAll(() => service.close());

test('a request over the limit reads no instruments', async () => {
  const { db } = service.database;
  const [person] = await db.select().from(customers).where(eq(customers.id, CUSTOMER));
  const asked = { customerId: CUSTOMER, scope: 'MEMBER_ACCOUNT', amount: 0 };
  const gateway = service.gateway(await service.api().session(asked));
  await gateway.paySepa();
  // Other people's instruments fill the table, so that the database uses an index to find one person's instruments.
  await db.execute(sql`
    insert into payment_customers (id, studio_id, created_at)
    select md5('other' || n)::uuid, 1001, now() from generate_series(1, 1000) n`);
  await db.execute(sql`
    insert into payment_instruments (id, token, payment_customer_id, payment_method, status, details, provider,
      provider_reference, created_at)
    select gen_random_uuid(), 'kept-' || n,
      case when n <= ${KEPT} then ${person?.paymentCustomerId}::uuid else md5('other' || n % 1000 + 1)::uuid end,
      'SEPA', 'ACTIVE', '{"sepa": {"bankAccountDetails": {"accountHolder": "T", "iban": "DE89 **** 3000"}}}', 'SIMULATOR',
      'pm_' || n, now()
    from generate_series(1, 20000) n`);
  await db.execute(sql`vacuum analyze`);
  const show = (status: number) => async () => expect((await gateway.session()).status).toBe(status);
  expect(await rowsRead(db, ['payment_instruments'], show(200))).toBeGreaterThanOrEqual(KEPT);
  while ((await gateway.session()).status === 200);
  expect(await rowsRead(db, ['payment_instruments'], show(429))).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { customers } from '../../src/modules/customers/customers.tables.js';
import { NINA } from '../support/buyer.js';
import { TwoServices } from '../support/two-services.js';

let services: TwoServices;

describe('two processes on PostgreSQL', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    services = await TwoServices.shared();
  });

  test('one Idempotency-Key sent to both at the same time makes one customer, whom every answer names', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = randomUUID();
      const lastName = `Brandt ${key}`;
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          services.api<{ customerId: number }>(
            'customers/create',
            { ...NINA, lastName },
            index % 2 === 0 ? 0 : 1,
            { 'idempotency-key': key },
          ),
        ),
      );
      const made = await services.database.db
        .select({ id: customers.id })
        .from(customers)
        .where(eq(customers.lastName, lastName));
      expect(made).toHaveLength(1);
      expect(answers.map(({ status, body }) => [status, body.customerId])).toEqual(
        answers.map(() => [200, made[0]?.id]),
      );
    }
  });
});

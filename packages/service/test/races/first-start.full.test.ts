import { describe, expect, test } from 'vitest';
import { seed } from '../../src/admin/seed/seed.js';
import { contracts } from '../../src/modules/memberships/contracts/contracts.tables.js';
import { emptyOnServer, onServer, SERVER } from '../support/database.js';
import { SEEDED } from '../support/seeded.js';

describe('an empty database on PostgreSQL', () => {
  test('is seeded once by services that start together', async () => {
    const together = await emptyOnServer(SERVER ?? '');
    const alone = await onServer(SERVER ?? '');
    try {
      await Promise.all([1, 2, 3, 4].map(() => seed({ ...SEEDED, db: together.db })));
      expect(await together.db.$count(contracts)).toBe(await alone.db.$count(contracts));
    } finally {
      await together.close();
      await alone.close();
    }
  });
});

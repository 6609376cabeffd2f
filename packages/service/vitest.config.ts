import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { testsHavePostgres } from '../../scripts/lib/postgres.mjs';
import { testsWithoutDatabase } from './test/support/tests-without-database.js';

/** Tests that open an embedded database themselves, whatever other there is. */
const ON_THEIR_OWN = [
  'test/end-of-service.full.test.ts',
  'test/main.full.test.ts',
  'src/core/database/open-pglite.test.ts',
];

/**
 * Tests that run on PostgreSQL too: they notice what the embedded database alone could break, which has one connection, drivers
 * of its own and no other process.
 */
const SMOKE = [
  // Seeded rows of every table, read through the API.
  'test/open-api/first-start.test.ts',
  // JSON, dates and large numbers as they are stored and read.
  'src/core/database/stored-json.test.ts',
  'src/core/jobs/counts.test.ts',
  // Locks and transactions, which it takes one after the other.
  'src/modules/payments/usages/same-request.test.ts',
  // A payment of each kind.
  'src/modules/payments/gateway/{cards,sepa}.test.ts',
  'src/modules/payments/charges/payment-runs.test.ts',
  'src/modules/payments/providers/stripe/webhooks.test.ts',
  // Jobs, and the commands of the operator: backup and restore among them.
  'src/admin/retention/retention.full.test.ts',
  'src/admin/cli/operator.full.test.ts',
];

const root = import.meta.dirname;

const shared = {
  isolate: false,
  setupFiles: [
    join(root, '../../scripts/lib/property-tests.mjs'),
    join(root, 'test/support/declared-statuses.ts'),
  ],
  // The line of a failed test in a log has the message alone, without the difference.
  chaiConfig: { truncateThreshold: 300 },
};

/** Each test against the real parts, the simulated provider included. */
const onPostgres = defineProject({
  root,
  test: {
    ...shared,
    name: 'service',
    include: ['{src,test}/**/*.test.ts'],
    exclude: ON_THEIR_OWN,
    globalSetup: join(root, 'test/support/postgres-setup.ts'),
  },
});

const embedded = (name: string, include: readonly string[]) =>
  defineProject({
    root,
    test: {
      ...shared,
      name,
      include: [...include],
      globalSetup: join(root, 'test/support/embedded-setup.ts'),
    },
  });

const onTheirOwn = embedded('service-embedded', ON_THEIR_OWN);
const smoke = embedded('service-smoke', SMOKE);
// Where there is no PostgreSQL, what needs no database runs all the same.
const others = embedded('service', testsWithoutDatabase(root));
// `npm test` leaves what has run on PostgreSQL to `npm run test:full`.
const isCore = process.env.UPC_TIER === 'core';

export default testsHavePostgres()
  ? [onPostgres, onTheirOwn, ...(isCore ? [] : [smoke])]
  : [others, onTheirOwn, smoke];

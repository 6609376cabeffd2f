import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { testsHavePostgres } from '../../scripts/lib/postgres.mjs';
import { testsWithoutDatabase } from './test/support/tests-without-database.js';

/** Tests that open an embedded database themselves, whatever other database exists. */
const ON_THEIR_OWN = [
  'test/end-of-service.full.test.ts',
  'test/main.full.test.ts',
  'src/core/database/open-pglite.test.ts',
];

/**
 * Tests that run on the embedded database as well as on PostgreSQL. They detect faults that only the embedded database
 * can cause: it has one connection, its own drivers and no other process.
 */
const SMOKE = [
  // This test sends a request to every operation about seeded rows.
  'test/open-api/examples.test.ts',
  // These tests store and read JSON, dates and large numbers.
  'src/core/database/stored-json.test.ts',
  'src/core/jobs/counts.test.ts',
  // This test needs locks and transactions, which the embedded database runs one after the other.
  'src/modules/payments/usages/same-request.test.ts',
  // These tests make a payment of each kind.
  'src/modules/payments/gateway/{cards,sepa}.test.ts',
  'src/modules/payments/charges/payment-runs.test.ts',
  'src/modules/payments/providers/stripe/webhooks.test.ts',
  // These tests run jobs and operator commands, including backup and restore.
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
  // In a log, the line of a failed test contains only the message and not the diff.
  chaiConfig: { truncateThreshold: 300 },
};

/** Runs each test against the real parts, including the simulated provider. */
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
// Without PostgreSQL, the tests that need no database still run.
const others = embedded('service', testsWithoutDatabase(root));
// `npm test` leaves the tests that have run on PostgreSQL to `npm run test:full`.
const isCore = process.env.UPC_TIER === 'core';

export default testsHavePostgres()
  ? [onPostgres, onTheirOwn, ...(isCore ? [] : [smoke])]
  : [others, onTheirOwn, smoke];

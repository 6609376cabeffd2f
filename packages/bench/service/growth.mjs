import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withPostgres } from '../../../scripts/lib/postgres.mjs';
import { tool } from '../../../scripts/lib/run.mjs';
import { measuredWith, writePart } from './lib/page.mjs';
import { serverVersion } from './lib/server-version.mjs';

/*
 * Runs the growth test at its full size. It compares how many rows each request and each job reads when the database
 * contains a quarter of the finished payments and when it contains all of them. It ends with an error if one of them
 * reads notably more.
 */
const { values } = parseArgs({ options: { payments: { type: 'string', default: '1000000' } } });
const payments = Number(values.payments);
if (!Number.isInteger(payments / 40) || payments <= 0) {
  throw new Error(`--payments must be a positive multiple of 40, not ${values.payments}.`);
}

const folder = mkdtempSync(join(tmpdir(), 'upc-growth-'));
try {
  const file = join(folder, 'growth.json');
  const version = await withPostgres(async (url) => {
    const env = {
      UPC_TEST_DATABASE_URL: url,
      UPC_TEST_FINISHED_PAYMENTS: String(payments),
      UPC_TEST_GROWTH_REPORT: file,
    };
    const args = ['run', '--project=service', 'packages/service/test/growth/growth.full.test.ts'];
    const { code } = await tool('vitest/vitest.mjs', args, { env, show: true });
    process.exitCode = code;
    return serverVersion(url);
  });
  await writePart('growth', pageOf(JSON.parse(readFileSync(file, 'utf8')), version));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @typedef {{ rows: number, by: Record<string, number>, milliseconds: number }} Cost
 * @param {{ payments: number, few: Record<string, Cost>, many: Record<string, Cost>, grown: string[] }} report
 * @param {string} version
 */
function pageOf({ payments, few, many, grown }, version) {
  const number = (/** @type {number} */ value) => value.toLocaleString('en');
  const rows = Object.entries(many).map(([name, cost]) => {
    const before = few[name];
    return `| ${name} | ${number(before?.rows ?? NaN)} | ${number(cost.rows)} | ${before?.milliseconds.toFixed(1)} | ${cost.milliseconds.toFixed(1)} | ${most(cost)} |`;
  });
  return `## Growth

${measuredWith(version)}

\`node packages/bench/service/growth.mjs\` runs each operation once with ${number(payments / 4)} and once with ${number(payments)} finished payments in the database.
The database also contains the records that belong to them: customers, sales, mandates, usages, bookings, claims, charges, keys, events, deliveries and
visits.

- **rows** counts rows of tables that were read completely, and entries of indexes, as PostgreSQL counts them.
- **ms** is the time of one call on a busy machine, so it means little.
- \`random_page_cost\` is 1.1, as for a disk that reads all pages equally fast.

${grown.length === 0 ? 'No operation reads more rows with four times as many payments.' : `**These operations read more rows: ${grown.join(', ')}.**`}

| operation | rows | rows, 4 × as many | ms | ms, 4 × as many | mostly by |
|---|---|---|---|---|---|
${rows.join('\n')}`;
}

/** @param {Cost} cost */
function most({ by }) {
  const largest = Object.entries(by).sort(([, one], [, other]) => other - one);
  return largest
    .slice(0, 2)
    .map(([name, rows]) => `${name} ${rows}`)
    .join(', ');
}

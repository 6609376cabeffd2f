import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withPostgres } from '../../../scripts/lib/postgres.mjs';
import { tool } from '../../../scripts/lib/run.mjs';
import { measuredWith, writePart } from './lib/page.mjs';
import { serverVersion } from './lib/server-version.mjs';

/*
 * The test of growth at its full size: what each request and each round reads beside a quarter of the finished payments,
 * and beside all of them. Ends with an error when one of them reads more.
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
  return `## How it grows

${measuredWith(version)} \`node packages/bench/service/growth.mjs\`: each operation once, beside ${number(payments / 4)} and beside ${number(payments)} finished payments, with
what they leave behind (customers, sales, mandates, usages, bookings, claims, charges, keys, events, deliveries, visits). Rows are those of tables that
were read as a whole and entries of indexes, as PostgreSQL counts them; milliseconds are of one call on a busy machine, and say
little. The planner knows of a disk that reads any page as fast as the next (\`random_page_cost\` 1.1).

${grown.length === 0 ? 'No operation reads more when there are four times as many.' : `**More than before read: ${grown.join(', ')}.**`}

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

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DEPLOY, queries } from './files.js';

/* These tests run Prometheus's own tool; `npm run test:full` provides its path. */

const PROMTOOL = process.env.UPC_TEST_PROMTOOL;

/** Runs promtool, which must succeed, and returns its output. */
async function promtool(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(PROMTOOL ?? '', args);
  return stdout;
}

describe.skipIf(PROMTOOL === undefined)('Prometheus', () => {
  test('accepts the example of its configuration and the rules in it', async () => {
    expect(await promtool('check', 'config', path.join(DEPLOY, 'prometheus/prometheus.yaml'))).toMatch(
      /SUCCESS: \d+ rules found/,
    );
  });

  test('fires each alert when the rules’ tests say so', async () => {
    await promtool('test', 'rules', path.join(DEPLOY, 'prometheus/rules.test.yaml'));
  });

  test('can run the queries of the dashboard', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'upc-queries-'));
    const file = path.join(folder, 'queries.yaml');
    // JSON is YAML too.
    const rules = queries.map(({ expr }, at) => ({ record: `query_${at}`, expr }));
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(await promtool('check', 'rules', file)).toContain(`SUCCESS: ${queries.length} rules found`);
    await rm(folder, { recursive: true });
  });
});

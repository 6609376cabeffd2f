import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { watchState } from '../../src/admin/operations/watch-state.js';
import type { Database } from '../../src/core/database/database.js';
import { createMetrics } from '../../src/core/metrics.js';
import { alerts, DEPLOY, firing, queries } from './files.js';

/** Labels that Prometheus adds to every metric. It renames a label of the service with the same name. */
const OF_PROMETHEUS = ['job', 'instance'];

/** Labels of each series, by its name. */
const series = new Map<string, ReadonlySet<string>>([['up', new Set()]]);

beforeAll(async () => {
  const metrics = createMetrics();
  metrics.requestAnswered({ method: 'GET', route: '/', status: 200, seconds: 1 });
  metrics.providerCalled({ provider: 'STRIPE', operation: 'x', outcome: 'answered', seconds: 1 });
  metrics.jobEnded('CREDIT', 1);
  metrics.jobFailed('CREDIT');
  const db = { $count: () => Promise.resolve(0) } as unknown as Database;
  watchState(metrics, {
    db,
    clock: { now: () => new Date() },
    waiting: () => ({ count: 0, longestMs: 0 }),
  });
  metrics.watch({ name: 'canary', help: 'cannot be read' }, () => Promise.reject(new Error('canary')));
  await metrics.print();
  for (const [, name = '', labels = ''] of (await metrics.print()).matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    series.set(name, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)));
  }
});

test('the service uses no label of Prometheus', () => {
  expect(series.size).toBeGreaterThan(20);
  for (const [name, labels] of series)
    for (const label of OF_PROMETHEUS) expect(labels, name).not.toContain(label);
});

const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...queries.map(({ title, expr }) => [title, expr] as const),
];

test.each(expressions)('%s uses metrics and labels that the service has', (_, expression) => {
  // The range `[5m]` and the texts of matchers contain no names.
  const selectors = [...expression.matchAll(/\b(up|(?:upc|process|nodejs)_\w+)\b(?:\{([^}]*)\})?/g)];
  expect(selectors.length).toBeGreaterThan(0);
  const all = new Set(OF_PROMETHEUS);
  for (const [, name = '', matchers = ''] of selectors) {
    const labels = series.get(name);
    expect([...series.keys()]).toContain(name);
    for (const [, label = ''] of matchers.matchAll(/(\w+)(?:=|!)/g))
      expect([...OF_PROMETHEUS, ...(labels ?? [])], name).toContain(label);
    for (const label of labels ?? []) all.add(label);
  }
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
  for (const label of grouped) expect([...all]).toContain(label);
});

test.each(alerts)('$alert fires in a test of the rules', ({ alert }) => {
  expect(firing).toContain(alert);
});

test('the page on monitoring names only metrics that the service has', () => {
  const page = readFileSync(path.join(DEPLOY, '../docs/monitoring.md'), 'utf8');
  for (const [name] of page.matchAll(/\bupc_\w+/g)) expect([...series.keys()].join(' ')).toContain(name);
});

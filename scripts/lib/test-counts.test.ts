import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCounts, sumCounts } from './test-counts.mjs';

describe('adding up what the test runners report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upc-counts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['vitest', { numPassedTests: 5, numFailedTests: 2 }, { passed: 5, failed: 2 }],
    ['elements', { passed: 3, failed: 1 }, { passed: 3, failed: 1 }],
    ['playwright', { stats: { expected: 7, unexpected: 1, flaky: 2 } }, { passed: 7, failed: 3 }],
  ] as const)('%s', (format, report, counts) => {
    const file = join(folder, `${format}.json`);
    writeFileSync(file, JSON.stringify(report));
    expect(readCounts(format, file)).toEqual(counts);
  });

  it('knows nothing when the runner ended before it wrote its report', () => {
    expect(readCounts('vitest', join(folder, 'none.json'))).toBeUndefined();
  });

  it('is one sum of all reports, where a missing one is a failure', () => {
    expect(sumCounts([{ passed: 5, failed: 1 }, undefined, { passed: 2, failed: 0 }])).toEqual({
      passed: 7,
      failed: 2,
    });
  });
});

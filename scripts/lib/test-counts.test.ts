import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './root.mjs';
import { readCounts, sumCounts } from './test-counts.mjs';

const NOT_VISIBLE = `expect(locator).toBeVisible() failed

Locator:  getByText('paid')
Expected: visible

Call log:
  - waiting for getByText('paid')`;

describe('adding up what the test runners report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upc-counts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const vitest = {
    numPassedTests: 5,
    testResults: [
      {
        name: join(root, 'src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          {
            fullName: 'a sum is right',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected 3 to be 4\u001b[39m\n    at a line'],
          },
          { fullName: 'a sum is there', status: 'passed' },
        ],
      },
      {
        name: join(root, 'src/b.test.ts'),
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
      {
        name: join(root, 'src/c.test.ts'),
        status: 'passed',
        assertionResults: [{ fullName: 'is left out', status: 'skipped' }],
      },
    ],
  };
  const playwright = {
    stats: { expected: 7, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec(3, 'pays', 'expected'), spec(9, 'cancels', 'unexpected', NOT_VISIBLE)],
        suites: [{ specs: [spec(12, 'waits', 'flaky')] }],
      },
    ],
  };

  it.each([
    [
      'vitest',
      vitest,
      {
        passed: 5,
        failed: 2,
        failures: ['src/a.test.ts › a sum is right: expected 3 to be 4', 'src/b.test.ts: Cannot find module'],
      },
    ],
    [
      'elements',
      { passed: 3, failures: ['src/a.test.ts › draws'], ended: [] },
      { passed: 3, failed: 1, failures: ['src/a.test.ts › draws'] },
    ],
    [
      'playwright',
      playwright,
      {
        passed: 7,
        failed: 2,
        failures: [
          "[firefox] a.e2e.ts:9 › cancels (at line 41 of a.e2e.ts): expect(locator).toBeVisible() failed Locator: getByText('paid') Expected: visible",
          '[firefox] a.e2e.ts:12 › waits',
        ],
      },
    ],
  ] as const)('%s', (format, report, counts) => {
    const file = join(folder, `${format}.json`);
    writeFileSync(file, JSON.stringify(report));
    expect(readCounts(format, file)).toEqual(counts);
  });

  it('knows nothing when the runner ended before it wrote its report', () => {
    expect(readCounts('vitest', join(folder, 'none.json'))).toBeUndefined();
  });

  it('is one sum of all reports, where a missing one is a failure', () => {
    const one = { passed: 5, failed: 1, failures: ['a'] };
    expect(sumCounts([one, undefined, { passed: 2, failed: 0, failures: [] }])).toEqual({
      passed: 7,
      failed: 2,
      failures: ['a'],
    });
  });

  function spec(line: number, title: string, status: string, message?: string): object {
    const location = { file: join(root, 'e2e/specs/a.e2e.ts'), line: 41, column: 7 };
    const results = message === undefined ? [] : [{ error: { message, location } }];
    return { file: 'a.e2e.ts', line, title, tests: [{ projectName: 'firefox', status, results }] };
  }
});

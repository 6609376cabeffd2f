import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../lib/root.mjs';
import { readReport } from './test-report.mjs';

const NOT_VISIBLE = `expect(locator).toBeVisible() failed

Locator:  getByText('paid')
Expected: visible

Call log:
  - waiting for getByText('paid')`;

describe('reading what the test runners report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upc-counts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const vitest = {
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
      {
        name: join(root, 'src/a.test.ts'),
        status: 'passed',
        assertionResults: [{ fullName: 'a sum is right', status: 'passed' }],
      },
    ],
  };
  const playwright = {
    config: { rootDir: join(root, 'e2e/specs') },
    stats: { expected: 7, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec(3, 'pays', 'expected'), spec(9, 'cancels', 'unexpected', NOT_VISIBLE)],
        suites: [{ specs: [spec(12, 'waits', 'flaky')] }],
      },
    ],
    errors: [{ message: 'The stack could not be started.' }],
  };

  it.each([
    [
      'vitest',
      vitest,
      {
        passed: { 'src/a.test.ts': 2, 'src/b.test.ts': 0, 'src/c.test.ts': 0 },
        failures: [
          { file: 'src/a.test.ts', test: 'a sum is right', reason: 'expected 3 to be 4' },
          { file: 'src/b.test.ts', reason: 'Cannot find module' },
        ],
        flaky: [],
      },
    ],
    [
      'elements',
      { passed: { 'src/a.test.ts': 3 }, failures: [{ file: 'src/a.test.ts', test: 'draws', reason: '' }] },
      {
        passed: { 'src/a.test.ts': 3 },
        failures: [{ file: 'src/a.test.ts', test: 'draws', reason: '' }],
        flaky: [],
      },
    ],
    [
      'playwright',
      playwright,
      {
        passed: { 'e2e/specs': 8 },
        failures: [
          { file: 'e2e/specs', reason: 'The stack could not be started.' },
          {
            file: 'e2e/specs/a.e2e.ts',
            test: 'cancels [firefox, line 9] (at line 41 of a.e2e.ts)',
            reason: "expect(locator).toBeVisible() failed Locator: getByText('paid') Expected: visible",
          },
        ],
        flaky: [{ file: 'e2e/specs/a.e2e.ts', test: 'waits [firefox, line 12]', reason: '' }],
      },
    ],
  ] as const)('%s', (format, report, results) => {
    const file = join(folder, `${format}.json`);
    writeFileSync(file, JSON.stringify(report));
    expect(readReport(format, file)).toEqual(results);
  });

  it('knows nothing when the runner ended before it wrote its report', () => {
    expect(readReport('vitest', join(folder, 'none.json'))).toBeUndefined();
  });

  function spec(line: number, title: string, status: string, message?: string): object {
    const location = { file: join(root, 'e2e/specs/a.e2e.ts'), line: 41, column: 7 };
    const results = message === undefined ? [] : [{ error: { message, location } }];
    return { file: 'a.e2e.ts', line, title, tests: [{ projectName: 'firefox', status, results }] };
  }
});

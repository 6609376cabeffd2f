import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../lib/root.mjs';
import { runStep, type StepResult } from './run-step.mjs';
import { summary } from './run-tests.mjs';
import { tool } from '../lib/run.mjs';
import { readQuarantine } from './test-policy.mjs';

mkdirSync(join(root, 'test-results'), { recursive: true });
const folder = mkdtempSync(join(root, 'test-results/policy-'));
const inRoot = relative(root, folder);
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Writes a file with two tests. One passes, the other fails in its first runs, with a message or by exceeding its time
 * limit.
 */
function write(file: string, message: string | undefined, failures = 1): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `import { appendFileSync, readFileSync } from 'node:fs';
    import { test } from 'vitest';
    test('is fine', () => {});
    test('fails', { timeout: 1_000 }, async () => {
      const runs = import.meta.filename + '.runs';
      appendFileSync(runs, 'x');
      if (readFileSync(runs).length > ${failures}) return;
      ${message === undefined ? 'await new Promise(() => {})' : `throw new Error(${JSON.stringify(message)})`};
    });`,
  );
}

const quarantine = [{ file: `${inRoot}/known.test.ts`, test: 'fails', since: '2026-11-24', why: 'a ticket' }];

let result: StepResult;

beforeAll(async () => {
  // Without this file, Vitest would use the configuration of the root.
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  write('once.test.ts', 'expected 3 to be 4');
  write('twice.test.ts', 'expected 3 to be 4', 2);
  write('races/late.test.ts', undefined);
  write('races/wrong.test.ts', 'expected 3 to be 4');
  write('books.test.ts', 'Books disagree: 3000 held');
  write('property.test.ts', 'Property failed after 7 tests');
  const report = join(folder, 'report.json');
  const run = ({ files }: { files: readonly string[] }) =>
    tool('vitest/vitest.mjs', [
      'run',
      '--root',
      folder,
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ]);
  result = await runStep(
    { name: 'policy', run, report: { format: 'vitest', file: join(inRoot, 'report.json'), runsAgain: true } },
    { quarantine },
  );
}, 120_000);

const names = (failures: StepResult['failures']) =>
  failures.map(({ file, test: name }) => `${relative(inRoot, file)}: ${name}`).sort();

test('a file that fails once is flaky, and the run goes on as if it had passed', () => {
  expect(names(result.flaky)).toEqual(['once.test.ts: fails', 'races/late.test.ts: fails']);
});

test('what fails twice, is about money, or has a counterexample counts as failed', () => {
  expect(names(result.failures)).toEqual([
    'books.test.ts: fails',
    'property.test.ts: fails',
    'races/wrong.test.ts: fails',
    'twice.test.ts: fails',
  ]);
});

test('each test is counted once', () => {
  expect(result.passed).toBe(6 + 2);
});

test('the last lines name what was flaky and count; more than three flaky tests are red', () => {
  const flaky = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ file: `${at}.test.ts`, test: 'waits', reason: 'late' }));
  expect(summary({ passed: 5, failures: [], flaky: flaky(1) }, '7')).toEqual({
    lines: ['FLAKY 0.test.ts › waits: late (seed 7, passed when tried again)', '5 passed, 0 failed'],
    isGreen: true,
  });
  expect(summary({ passed: 5, failures: [], flaky: flaky(3) }, '7').isGreen).toBe(true);
  const red = summary({ passed: 5, failures: [], flaky: flaky(4) }, '7');
  expect(red.isGreen).toBe(false);
  expect(red.lines.slice(-2)).toEqual(['FAILED 4 flaky tests: 3 are allowed in a run', '5 passed, 1 failed']);
  expect(summary({ passed: 0, failures: [], flaky: [] }, '7').isGreen).toBe(false);
});

test('a test in quarantine may fail, but not about money', async () => {
  write('known.test.ts', 'expected 3 to be 4', 9);
  const step = {
    name: 'quarantine',
    run: () =>
      tool('vitest/vitest.mjs', [
        'run',
        '--root',
        folder,
        '--reporter=json',
        `--outputFile=${join(folder, 'known.json')}`,
        'known',
        'races/wrong',
      ]),
    report: { format: 'vitest', file: join(inRoot, 'known.json') },
  } as const;
  rmSync(join(folder, 'races/wrong.test.ts.runs'));
  const both = [
    ...quarantine,
    { file: `${inRoot}/races/wrong.test.ts`, test: 'fails', since: '2026-11-24', why: '' },
  ];
  const { quarantined, failures } = await runStep(step, { quarantine: both });
  expect(names(quarantined)).toEqual(['known.test.ts: fails']);
  expect(names(failures)).toEqual(['races/wrong.test.ts: fails']);
});

test('the quarantine is short in number and in time', () => {
  const list = join(folder, 'quarantine.json');
  const entries = (count: number, since: string) => {
    writeFileSync(
      list,
      JSON.stringify(Array.from({ length: count }, () => ({ file: 'a', test: 'b', since }))),
    );
    return readQuarantine(new Date('2026-11-24T12:00:00Z'), list).length;
  };
  expect(entries(10, '2026-11-10')).toBe(10);
  expect(() => entries(11, '2026-11-24')).toThrow('11 tests are in quarantine; 10 are allowed.');
  expect(() => entries(1, '2026-11-09')).toThrow(
    'since "2026-11-09"; a date of the last 14 days is allowed.',
  );
  expect(() => entries(1, 'soon')).toThrow('since "soon"');
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BrowserEndedError, type ElementReport, reportOf } from './element-report.mjs';
import { root } from '../lib/root.mjs';

type Session = Parameters<typeof reportOf>[0][number];

/** Builds a session from signs: `+` passed, `-` failed, `s` skipped. The last test is in a suite of its own. */
function file(name: string, signs: string, errors: Session['errors'] = []): Session {
  const tests = Array.from(signs, (sign) => ({
    name: sign,
    passed: sign === '+',
    skipped: sign === 's',
    ...(sign === '-' && { error: { message: 'wrong' } }),
  }));
  return {
    testFile: join(root, 'src', name),
    passed: errors.length === 0 && !signs.includes('-'),
    errors,
    testResults: {
      name: '',
      tests: tests.slice(0, -1),
      suites: [{ name: 'inner', tests: tests.slice(-1), suites: [] }],
    },
  };
}

function unloaded(name: string, ...errors: Session['errors']): Session {
  return { testFile: join(root, 'src', name), passed: false, errors };
}

const disconnected = { message: 'Tests were interrupted because the browser disconnected.' };
const ended = (test?: string): Session['errors'][number] => new BrowserEndedError(test, new Error('gone'));

it.each<[string, Session[], ElementReport]>([
  [
    'tests of every suite',
    [file('a.test.ts', '++s+'), file('b.test.ts', '+-')],
    {
      passed: { 'src/a.test.ts': 3, 'src/b.test.ts': 1 },
      failures: [{ file: 'src/b.test.ts', test: '-', reason: 'wrong' }],
    },
  ],
  [
    'a file that cannot be loaded',
    [unloaded('a.test.ts', { message: 'no such module' })],
    { passed: { 'src/a.test.ts': 0 }, failures: [{ file: 'src/a.test.ts', reason: 'no such module' }] },
  ],
  [
    'a file that fails outside of its tests',
    [file('a.test.ts', '++', [{ message: 'no' }])],
    { passed: { 'src/a.test.ts': 2 }, failures: [{ file: 'src/a.test.ts', reason: 'no' }] },
  ],
  [
    'the test in which a browser ended',
    [unloaded('b.test.ts', disconnected, ended('draws a line'))],
    {
      passed: { 'src/b.test.ts': 0 },
      failures: [{ file: 'src/b.test.ts', reason: 'The browser ended in "draws a line".' }],
    },
  ],
  [
    'nothing of what was said before it ended, which is said again',
    [file('a.test.ts', '+-', [ended()])],
    {
      passed: { 'src/a.test.ts': 0 },
      failures: [{ file: 'src/a.test.ts', reason: 'The browser ended before the first test.' }],
    },
  ],
])('the report of the tests of elements says %s', (_, sessions, report) => {
  expect(reportOf(sessions)).toEqual(report);
});

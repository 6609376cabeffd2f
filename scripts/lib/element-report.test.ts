import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BrowserEndedError, type ElementReport, reportOf, together } from './element-report.mjs';
import { root } from './root.mjs';

type Session = Parameters<typeof reportOf>[0][number];

/** `+` passed, `-` failed, `s` skipped; the last one in a suite of its own. */
function file(name: string, signs: string, errors: Session['errors'] = []): Session {
  const tests = Array.from(signs, (sign) => ({ name: sign, passed: sign === '+', skipped: sign === 's' }));
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

describe('what the tests of elements report', () => {
  const disconnected = { message: 'Tests were interrupted because the browser disconnected.' };
  const gone = new Error('invalid session id');

  it.each<[string, Session[], ElementReport]>([
    [
      'tests of every suite',
      [file('a.test.ts', '++s+'), file('b.test.ts', '+-')],
      counts(4, ['src/b.test.ts › -']),
    ],
    [
      'a file that cannot be loaded',
      [unloaded('a.test.ts'), file('b.test.ts', '+')],
      counts(1, ['src/a.test.ts']),
    ],
    [
      'a file that fails outside of its tests',
      [file('a.test.ts', '++', [{ message: 'no' }])],
      counts(2, ['src/a.test.ts']),
    ],
    [
      'where a browser ended',
      [
        file('a.test.ts', '++'),
        unloaded('b.test.ts', disconnected, new BrowserEndedError('draws a line', gone)),
      ],
      counts(2, ['src/b.test.ts'], { file: 'src/b.test.ts', test: 'draws a line' }),
    ],
    [
      'that it ended before the first test',
      [unloaded('a.test.ts', new BrowserEndedError(undefined, gone))],
      counts(0, ['src/a.test.ts'], { file: 'src/a.test.ts', test: undefined }),
    ],
    [
      'nothing of what was said before it ended, which is said again',
      [file('a.test.ts', '++', [new BrowserEndedError('draws a line', gone)])],
      counts(0, ['src/a.test.ts'], { file: 'src/a.test.ts', test: 'draws a line' }),
    ],
  ])('says %s', (_, sessions, report) => {
    expect(reportOf(sessions)).toEqual(report);
  });

  const end = { file: 'src/b.test.ts', test: 'draws a line' };
  it.each<[string, ElementReport, ElementReport | undefined, ElementReport]>([
    ['all passed the second time', counts(700, [end.file], end), counts(116, []), counts(816, [])],
    [
      'it ended again',
      counts(700, [end.file], end),
      counts(115, [end.file], end),
      counts(815, [end.file], end),
    ],
    [
      'a test failed in either',
      counts(700, ['a', end.file], end),
      counts(114, ['b']),
      counts(814, ['a', 'b']),
    ],
    ['there is no second report', counts(700, [end.file], end), undefined, counts(700, [end.file], end)],
  ])('is put together of two runs: %s', (_, first, second, both) => {
    expect(together(first, second)).toEqual(both);
  });

  function counts(
    passed: number,
    failures: readonly string[],
    ...ended: ElementReport['ended']
  ): ElementReport {
    return { passed, failures, ended };
  }
});

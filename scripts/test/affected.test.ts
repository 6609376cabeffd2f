import { expect, test } from 'vitest';
import { extentOf } from './affected.mjs';
import { fullSteps, testSteps } from './test-steps.mjs';

/** Returns the steps that a change of one file requires, with how much of each. */
function asked(file: string): Record<string, string> {
  const steps = new Map([...testSteps, ...fullSteps].map((step) => [step.name, step]));
  const extents = [...steps].map(([name, step]) => [name, extentOf(step, [file])] as const);
  return Object.fromEntries(extents.filter(([, extent]) => extent !== 'none'));
}

const everything = Object.fromEntries([...testSteps, ...fullSteps].map(({ name }) => [name, 'all']));

/** Steps that name no files. They always run, and the task runner's cache decides what to repeat. */
const always = Object.fromEntries(
  [...testSteps, ...fullSteps].filter(({ inputs }) => inputs === undefined).map(({ name }) => [name, 'all']),
);

test('a change runs what depends on it', () => {
  expect({
    'packages/service/src/app.ts': asked('packages/service/src/app.ts'),
    'packages/service/locales/de.json': asked('packages/service/locales/de.json'),
    'src/elements/notice/notice.ts': asked('src/elements/notice/notice.ts'),
    'e2e/specs/sepa.e2e.ts': asked('e2e/specs/sepa.e2e.ts'),
    'docs/styling.md': asked('docs/styling.md'),
  }).toEqual({
    'packages/service/src/app.ts': {
      ...always,
      unit: 'imports',
      'long unit tests': 'imports',
      'core journeys': 'all',
      journeys: 'all',
      'smoke set on the embedded database': 'all',
      'service behind nginx': 'all',
      'bank files': 'all',
      chaos: 'all',
      'journeys in Firefox': 'all',
      'journeys in WebKit': 'all',
    },
    'packages/service/locales/de.json': {
      ...always,
      unit: 'all',
      'long unit tests': 'all',
      'core journeys': 'all',
      journeys: 'all',
      'smoke set on the embedded database': 'all',
      'service behind nginx': 'all',
      'bank files': 'all',
      chaos: 'all',
      'journeys in Firefox': 'all',
      'journeys in WebKit': 'all',
    },
    'src/elements/notice/notice.ts': {
      ...always,
      unit: 'imports',
      'long unit tests': 'imports',
      elements: 'all',
      'elements in WebKit': 'all',
      visual: 'all',
      'core journeys': 'all',
      journeys: 'all',
      'journeys in Firefox': 'all',
      'journeys in WebKit': 'all',
    },
    'e2e/specs/sepa.e2e.ts': {
      ...always,
      unit: 'all',
      'long unit tests': 'all',
      'core journeys': 'all',
      journeys: 'all',
      'journeys in Firefox': 'all',
      'journeys in WebKit': 'all',
    },
    'docs/styling.md': always,
  });
});

test.each(['packages/contract/gateway.yaml', 'scripts/lib/run.mjs', 'package.json', 'new-folder/file.ts'])(
  'a change of %s runs everything',
  (file) => {
    expect(asked(file)).toEqual(everything);
  },
);

test('no change runs nothing', () => {
  expect([...testSteps, ...fullSteps].map((step) => extentOf(step, []))).toEqual(
    [...testSteps, ...fullSteps].map(() => 'none'),
  );
});

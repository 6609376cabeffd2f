import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/root.mjs';
import { chosenSteps, testSteps } from './test-steps.mjs';

it('a test runs each time: one that a cache may skip cannot fail', () => {
  const { wireit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    wireit: Record<string, { readonly files?: readonly string[] }>;
  };
  const cached = Object.entries(wireit).filter(
    ([name, { files }]) => name.startsWith('test') && files !== undefined,
  );
  expect(cached).toEqual([]);
});

describe('npm test -- --only=…', () => {
  const names = (...words: string[]): readonly string[] =>
    chosenSteps(testSteps, words).map(({ name }) => name);

  it('takes the steps whose names contain a word, and all without one', () => {
    expect(names('core')).toEqual(['core journeys']);
    expect(names('unit', 'build')).toEqual(['build', 'unit']);
    expect(names()).toHaveLength(testSteps.length);
  });

  it('names the steps that there are, where a word is in none', () => {
    expect(() => names('unit', 'typo')).toThrow(
      /^--only=typo matches no step; the steps are build, static checks, unit,/,
    );
  });
});

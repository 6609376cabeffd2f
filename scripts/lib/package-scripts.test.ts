import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.mjs';
import { chosenSteps, testSteps } from './test-steps.mjs';

interface Script {
  readonly command?: string;
  readonly dependencies?: readonly string[];
  readonly files?: readonly string[];
}

const { scripts, wireit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  wireit: Record<string, Script | undefined>;
};

/** Programs of installed packages, by name. */
const installed = readdirSync(join(root, 'node_modules/.bin')).map((name) =>
  name.replace(/\.(cmd|ps1)$/, ''),
);

/** Every folder with a tsconfig.json of its own, from the root; examples check their types when they are built. */
function typescriptProjects(folder = '.'): string[] {
  const below = readdirSync(join(root, folder), { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !/^(\.|node_modules|dist|test-results|examples)/.test(entry.name),
    )
    .flatMap((entry) => typescriptProjects(join(folder, entry.name)));
  return existsSync(join(root, folder, 'tsconfig.json')) ? [folder, ...below] : below;
}

/** Folders of the root with code of ours. */
const foldersOfCode = readdirSync(root, { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isDirectory() &&
      !/^(\.|node_modules|dist|released|test-results|sheet)/.test(entry.name) &&
      readdirSync(join(root, entry.name), { recursive: true }).some((file) =>
        /^(?!.*node_modules).*\.(ts|mjs|js)$/.test(String(file)),
      ),
  )
  .map(({ name }) => name);

/** Names of the scripts that a script runs, itself included. */
function runBy(name: string): string[] {
  return [name, ...(wireit[name]?.dependencies ?? []).flatMap(runBy)];
}

describe('the scripts of package.json', () => {
  it('check the types of every project', () => {
    // Code that the compiler builds is checked by it.
    const checked = [...runBy('typecheck'), ...runBy('build')].flatMap(
      (name) => /tsc -p (\S+)/.exec(wireit[name]?.command ?? '')?.[1] ?? [],
    );
    expect(checked).toEqual(expect.arrayContaining(typescriptProjects()));
  });

  const commands = [
    ...Object.entries(scripts),
    ...Object.entries(wireit).flatMap(([name, script]) =>
      script?.command === undefined ? [] : [[name, script.command] as const],
    ),
  ];

  it('call programs of ours, and no shell but with words and double quotes', () => {
    // One command after another is written alike everywhere; quotes, variables and pipes are what the shells differ in.
    const isPortable = (command: string) =>
      [...installed, 'node', 'npm', 'wireit'].includes(command.split(' ')[0] ?? '') &&
      !/['$`;&|<>\\%^]/.test(command) &&
      !/["*?{}]/.test(command.replaceAll(/"[^"]*"/g, ''));
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter(([, given]) => !given.split(' && ').every(isPortable))).toEqual([]);
  });

  it('run a linter again when a folder that it reads has changed', () => {
    const linted = Object.entries(wireit).flatMap(([name, script]) => {
      const [program = '', ...words] = script?.command?.split(' ') ?? [];
      if (!['oxlint', 'eslint', 'depcruise', 'knip'].includes(program)) return [];
      const ignored = words.filter((_, at) => words[at - 1] === '--ignore-pattern');
      const named = words.filter((word) => !ignored.includes(word));
      const isWhole = program === 'knip' || named.includes('.');
      const folders = foldersOfCode.filter(
        (folder) =>
          !ignored.includes(`"${folder}/**"`) &&
          // knip.jsonc leaves them out.
          (program !== 'knip' || folder !== 'examples') &&
          (isWhole || named.some((word) => word === folder || word.startsWith(`${folder}/`))),
      );
      const watched = runBy(name).flatMap((each) => wireit[each]?.files ?? []);
      const missed = folders.filter((folder) => !watched.some((pattern) => pattern.startsWith(`${folder}/`)));
      return [{ name, reads: folders.length > 0, missed }];
    });
    expect(linted).not.toEqual([]);
    expect(linted).toEqual(linted.map(({ name }) => ({ name, reads: true, missed: [] })));
  });

  it('run every test each time: one that a cache may skip cannot fail', () => {
    const cached = Object.entries(wireit).filter(
      ([name, script]) => /^(test|check):/.test(name) && script?.files !== undefined,
    );
    expect(cached).toEqual([]);
  });
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
      /^--only=typo names no step; there are build, static checks, unit,/,
    );
  });
});

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

  it.each(testSteps.map(({ name }) => name))('have %s, which npm test calls', (name) => {
    expect(scripts).toHaveProperty([name]);
  });

  const commands = [
    ...Object.entries(scripts),
    ...Object.entries(wireit).flatMap(([name, script]) =>
      script?.command === undefined ? [] : [[name, script.command] as const],
    ),
  ];

  it.each(commands)(
    'call a program of ours in %s, and no shell but with words and double quotes: %s',
    (_, given) => {
      // One command after another is written alike everywhere.
      for (const command of given.split(' && ')) {
        const [program = ''] = command.split(' ');
        expect([...installed, 'node', 'npm', 'wireit']).toContain(program);
        // Quotes, variables and pipes are what the shells of the systems differ in.
        expect(command).not.toMatch(/['$`;&|<>\\%^]/);
        expect(command.replaceAll(/"[^"]*"/g, '')).not.toMatch(/["*?{}]/);
      }
    },
  );

  it.each(
    Object.entries(wireit).flatMap(([name, script]) => {
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
      return [[name, folders] as const];
    }),
  )('run %s again when one of these has changed: %j', (name, folders) => {
    const watched = runBy(name).flatMap((each) => wireit[each]?.files ?? []);
    expect(folders.length).toBeGreaterThan(0);
    expect(folders.filter((folder) => !watched.some((pattern) => pattern.startsWith(`${folder}/`)))).toEqual(
      [],
    );
  });

  it.each(Object.keys(wireit).filter((name) => /^(test|check):/.test(name)))(
    'run %s every time: a test that a cache may skip cannot fail',
    (name) => {
      expect(wireit[name]).not.toHaveProperty('files');
    },
  );
});

describe('npm test -- --only=…', () => {
  const names = (...words: string[]): readonly string[] =>
    chosenSteps(testSteps, words).map(({ name }) => name);

  it('takes the steps whose names contain a word, and all without one', () => {
    expect(names('lint')).toEqual(['lint']);
    expect(names('unit', 'lint')).toEqual(['lint', 'test:unit']);
    expect(names()).toHaveLength(testSteps.length);
  });

  it('names the steps that there are, where a word is in none', () => {
    expect(() => names('lint', 'typo')).toThrow(
      /^--only=typo names no step; there are build, format:check, lint,/,
    );
  });
});

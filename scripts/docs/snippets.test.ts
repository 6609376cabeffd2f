import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import stylelint from 'stylelint';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/root.mjs';
import { pages, skill, snippetsOf, type Snippet } from './pages.mjs';
import { typeErrors } from './type-check.mjs';

const snippets = [...pages, skill].flatMap(snippetsOf);
const written = (language: string): (readonly [place: string, snippet: Snippet])[] =>
  snippets.filter((snippet) => snippet.language === language).map((snippet) => [placeOf(snippet), snippet]);
const placeOf = ({ page, line }: Snippet): string => `${page}, line ${line}`;

/** Returns the scripts in an HTML page, or in a Vue or Svelte component. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code);
}

const scripts = [
  ...[...written('js'), ...written('ts'), ...written('tsx')].flatMap(
    ([, { page, line, language, code, runBy }]) =>
      runBy === undefined ? [{ name: `${page}-${line}.${language}`, code }] : [],
  ),
  ...[...written('html'), ...written('vue'), ...written('svelte')].flatMap(
    ([, { page, line, language, code }]) =>
      scriptsOf(code).map((script, index) => ({
        name: `${page}-${line}-${index}.${language === 'vue' ? 'ts' : 'js'}`,
        code: script,
      })),
  ),
];

/** Returns the names of the npm scripts that a shell snippet runs, each with its workspace or '.'. */
function npmScripts(code: string): (readonly [name: string, workspace: string])[] {
  return [...code.matchAll(/^.*?\bnpm run ([\w:-]+)(.*)$/gm)].map(([, name = '', rest = '']) => [
    name,
    / -w (\w+)/.exec(rest)?.[1] ?? '.',
  ]);
}

describe('a snippet', () => {
  it('is in a language that is checked, or has nothing to check', () => {
    // Requests of the debt collection, policies, the nginx configuration and the code of receivers have tests of their
    // own.
    const known = [
      ...['js', 'ts', 'tsx', 'html', 'vue', 'svelte', 'json', 'css', 'sh', 'http', 'nginx', ''],
      ...['python', 'php', 'go'],
    ];
    expect([...new Set(snippets.map(({ language }) => language))].sort()).toEqual(known.sort());
  });

  it.each(written('json'))('of JSON can be read: %s', (_, { code }) => {
    expect(() => JSON.parse(code) as unknown).not.toThrow();
  });

  it.each(written('css'))('of CSS is right: %s', async (_, { code }) => {
    const { results } = await stylelint.lint({
      code,
      config: { extends: ['stylelint-config-standard'], rules: { 'selector-class-pattern': null } },
    });
    expect(results.flatMap(({ warnings }) => warnings.map(({ text }) => text))).toEqual([]);
  });

  it.each(written('html'))('of HTML closes what it opens: %s', (_, { code }) => {
    const open: string[] = [];
    for (const [, end, name = '', rest = ''] of code
      .replace(/(<script[^>]*>).*?(?=<\/script>)/gs, '$1')
      .matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>/g)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (!rest.endsWith('/')) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it.each(written('sh'))('of a shell runs npm scripts and programs that there are: %s', (_, snippet) => {
    for (const [name, workspace] of npmScripts(snippet.code)) {
      const file = join(root, workspace, 'package.json');
      const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
      expect(scripts).toHaveProperty([name]);
    }
    const text = readFileSync(join(root, 'docs', snippet.page), 'utf8');
    for (const [, file = ''] of snippet.code.matchAll(/\bnode ([\w./-]+\.m?js)\b/g))
      expect(text.includes(`<!-- file: ${file} -->`) || existsSync(join(root, file))).toBe(true);
  });

  it('that another test runs names one that there is', () => {
    const tests = snippets.flatMap(({ runBy }) => runBy ?? []);
    expect(tests.length).toBeGreaterThan(0);
    for (const file of tests) expect(existsSync(join(root, file))).toBe(true);
  });

  const errors = typeErrors(scripts);
  it.each(scripts.map(({ name }) => name))('of a script has the types of the package: %s', (name) => {
    expect(errors.get(name)).toEqual([]);
  });
});

describe('the check of types', () => {
  it('finds a wrong option, a missing one and a name that is not there', () => {
    const found = typeErrors([
      { name: 'wrong.ts', code: "paymentWidget.init({ ...config, environment: 'prod' });" },
      { name: 'missing.js', code: "paymentWidget.init({ environment: 'test' });" },
      { name: 'unknown.js', code: 'paymentWidget.start(config);' },
    ]);
    expect(found.get('wrong.ts')).toEqual([expect.stringContaining('"prod"')]);
    expect(found.get('missing.js')).toEqual([expect.stringContaining('userSessionToken')]);
    expect(found.get('unknown.js')).toEqual([expect.stringContaining("'start'")]);
  });
});

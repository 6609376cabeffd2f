import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { root } from '../lib/root.mjs';
import { run } from '../lib/run.mjs';

/**
 * What a change asks of a step: all of it, nothing, or what Vitest finds by the imports of the changed modules.
 * @typedef {'all' | 'none' | 'imports'} Extent
 */

/** Everything is built or tested by these. */
const tools = /^(contract|scripts|\.ci|\.github)\/|^[^/]+$/;

/** No test but those of the longer tiers reads them. */
const prose = /^(docs|\.changeset)\/|\.md$/;

/** Only what modules import is known to Vitest: not texts, tables or programs that a test starts. */
const modules = /^(src|service|simulator|platform|testkit|demo|sandbox)\/.*\.ts$/;

/**
 * Lists the files that differ from a commit, with those that git does not know yet.
 * @param {string} since
 * @returns {Promise<string[]>} from the root
 * @throws Error when git knows no such commit
 */
export async function changedFiles(since) {
  const lists = await Promise.all([
    run('git', ['diff', '--name-only', '--no-renames', since, '--']),
    run('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  const failed = lists.find(({ code }) => code !== 0);
  if (failed) throw new Error(`--changed=${since}: ${failed.output.trim()}`);
  return lists.flatMap(({ output }) => output.split('\n').filter(Boolean));
}

/**
 * Says how much of a step a change asks for, by the task runner's graph of files in package.json. A change to the contract,
 * the tools, or a file that no script reads asks for all of every step.
 * @param {Pick<import('./test-steps.mjs').Step, 'inputs' | 'usesImports'>} step
 * @param {readonly string[]} changed files from the root
 * @param {Graph} [graph]
 * @returns {Extent}
 */
export function extentOf({ inputs, usesImports = false }, changed, graph = readGraph()) {
  const code = changed.filter((file) => !prose.test(file));
  if (inputs === undefined) return changed.length === 0 ? 'none' : 'all';
  const isKnown = readers(graph, Object.keys(graph));
  if (code.some((file) => tools.test(file) || !isKnown(file))) return 'all';
  if (!code.some(readers(graph, inputs))) return 'none';
  return usesImports && code.every((file) => modules.test(file)) ? 'imports' : 'all';
}

/**
 * @typedef {Readonly<Record<string, { dependencies?: readonly string[], files?: readonly string[] } | undefined>>} Graph
 * @returns {Graph}
 */
function readGraph() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).wireit;
}

/**
 * @param {Graph} graph
 * @param {readonly string[]} names of scripts
 * @returns {(file: string) => boolean} whether one of them, or of those they depend on, reads the file
 */
function readers(graph, names) {
  const matchers = [...withDependencies(graph, names)].map((name) => {
    const files = graph[name]?.files ?? [];
    return picomatch(
      files.filter((pattern) => !pattern.startsWith('!')),
      { dot: true },
    );
  });
  return (file) => matchers.some((matches) => matches(file));
}

/**
 * @param {Graph} graph
 * @param {readonly string[]} names
 * @param {Set<string>} [found]
 */
function withDependencies(graph, names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withDependencies(graph, graph[name]?.dependencies ?? [], found);
  }
  return found;
}

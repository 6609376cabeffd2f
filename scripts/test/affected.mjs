import { run } from '../lib/run.mjs';

/**
 * Extent of a step that must run for a change: all of it, nothing, or the tests that Vitest finds through the imports
 * of the changed modules. @typedef {'all' | 'none' | 'imports'} Extent
 */

/** Files that affect how everything is built or tested. */
const tools = /^(packages\/contract|scripts|\.ci|\.github)\/|^[^/]+$/;

/** Files that only tests of the longer tiers read. */
const prose = /^(docs|\.changeset)\/|\.md$/;

/** Modules whose tests Vitest can find. It sees only imports, not the texts, tables or programs that a test uses. */
const modules = /^(src|demo|packages\/(service|simulator|server-kit|sandbox|sdk))\/.*\.ts$/;

/** Folders that steps name. Each step may read a file of any other folder. */
const known = /^(src|styles|locales|demo|e2e|examples|packages)\//;

/**
 * Lists the files that differ from a commit, including untracked ones.
 * @param {string} since
 * @returns {Promise<string[]>} from the root
 * @throws Error when git does not know the commit
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
 * Returns how much of a step a change requires. A change to the contract, the tools, or a folder that no step names
 * requires all of every step.
 * @param {Pick<import('./test-steps.mjs').Step, 'inputs' | 'usesImports'>} step
 * @param {readonly string[]} changed files from the root
 * @returns {Extent}
 */
export function extentOf({ inputs, usesImports = false }, changed) {
  const code = changed.filter((file) => !prose.test(file));
  if (inputs === undefined) return changed.length === 0 ? 'none' : 'all';
  if (code.some((file) => tools.test(file) || !known.test(file))) return 'all';
  if (!code.some((file) => inputs.some((input) => file === input || file.startsWith(`${input}/`))))
    return 'none';
  return usesImports && code.every((file) => modules.test(file)) ? 'imports' : 'all';
}

import { run } from '../lib/run.mjs';

/**
 * What a change asks of a step: all of it, nothing, or what Vitest finds by the imports of the changed modules.
 * @typedef {'all' | 'none' | 'imports'} Extent
 */

/** Everything is built or tested by these. */
const tools = /^(packages\/contract|scripts|\.ci|\.github)\/|^[^/]+$/;

/** No test but those of the longer tiers reads them. */
const prose = /^(docs|\.changeset)\/|\.md$/;

/** Only what modules import is known to Vitest: not texts, tables or programs that a test starts. */
const modules = /^(src|demo|packages\/(service|simulator|server-kit|sandbox))\/.*\.ts$/;

/** Folders that steps name. A file of any other folder may be read by each of them. */
const known = /^(src|styles|locales|demo|e2e|examples|packages)\//;

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
 * Says how much of a step a change asks for. A change to the contract, the tools, or a folder that no step names asks for all of
 * every step.
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

import { execa } from 'execa';
import { root } from './root.mjs';

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] added to our own
 * @property {boolean} [show] also prints while it runs
 * @property {string} [cwd] instead of the root
 */

/**
 * Runs a command of ours to its end and keeps what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} the exit code; 1, with the reason in the output, when a signal ended it or it
 *   could not be started
 */
export async function run(command, args, { env = {}, show = false, cwd = root } = {}) {
  const { exitCode, all, shortMessage } = await execa(command, args, {
    cwd,
    env,
    stdin: 'ignore',
    stdout: show ? ['pipe', 'inherit'] : 'pipe',
    stderr: show ? ['pipe', process.stdout] : 'pipe',
    all: true,
    reject: false,
    stripFinalNewline: false,
  });
  return exitCode === undefined
    ? { code: 1, output: `${all}${shortMessage}\n` }
    : { code: exitCode, output: all };
}

/**
 * Runs npm: the one that runs this script, or the one on the path.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env['npm_execpath'];
  return cli !== undefined && /\.[cm]?js$/.test(cli)
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options);
}

/**
 * Runs the program of an installed package by this Node.
 * @param {string} file path below node_modules, such as `eslint/bin/eslint.js`
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function tool(file, args, options) {
  return run(process.execPath, [`node_modules/${file}`, ...args], options);
}

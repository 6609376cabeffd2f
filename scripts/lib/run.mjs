import { execa } from 'execa';
import { root } from './root.mjs';

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] added to our own
 * @property {boolean} [show] whether to print the output while it runs
 * @property {string} [cwd] default: the root
 */

/**
 * Runs a command to its end and returns what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} the exit code; if a signal ended the command or it could not be
 * started, this is 1 and the output contains the reason
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
 * Runs the program of an installed package with this Node.
 * @param {string} file path below node_modules, such as `eslint/bin/eslint.js`
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function tool(file, args, options) {
  return run(process.execPath, [`node_modules/${file}`, ...args], options);
}

import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] added to our own
 * @property {boolean} [show] also prints while it runs
 * @property {string} [cwd] instead of the root
 * @property {boolean} [shell] the command is one line for the system's shell
 */

/**
 * Runs a command of ours to its end and keeps what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} the exit code, 1 when it was ended by a signal
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: options.shell ?? false,
    });
    /** @type {Buffer[]} */
    const chunks = [];
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      chunks.push(chunk);
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/**
 * npm as the one that runs this script, or the one on the path.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const { command, args: all, shell } = npmCommand(args, process.platform, process.env['npm_execpath']);
  return run(command, all, { ...options, shell });
}

/**
 * The program that starts npm on a system. On Windows the one on the path is a file of commands, which Node runs in a shell alone,
 * as one line: a folder is given as `cwd` or in `env`, since its name may have blanks.
 * @param {readonly string[]} args words without blanks
 * @param {NodeJS.Platform} platform
 * @param {string | undefined} cli the npm that runs this script, as it says itself
 * @returns {{ command: string, args: readonly string[], shell: boolean }}
 * @throws Error for a word with a blank, on every system, so that it is found on each
 */
export function npmCommand(args, platform, cli) {
  const blank = args.find((word) => /\s/.test(word));
  if (blank !== undefined)
    throw new Error(
      `npm is given "${blank}": on Windows a word with a blank would be two. Name a folder by cwd or env.`,
    );
  if (cli !== undefined && /\.[cm]?js$/.test(cli))
    return { command: process.execPath, args: [cli, ...args], shell: false };
  return platform === 'win32'
    ? { command: ['npm', ...args].join(' '), args: [], shell: true }
    : { command: 'npm', args, shell: false };
}

/**
 * The program of an installed package, run by this Node without a shell.
 * @param {string} file path below node_modules, such as `eslint/bin/eslint.js`
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function tool(file, args, options) {
  return run(process.execPath, [`node_modules/${file}`, ...args], options);
}

import { setTimeout as delay } from 'node:timers/promises';
import { execaNode } from 'execa';
import { answers } from './ports.mjs';
import { root } from './root.mjs';

/**
 * @typedef {object} Program
 * @property {string} name shown before each line that it prints
 * @property {string} entry TypeScript file, from the root
 * @property {number} port port on which it will listen
 * @property {Record<string, string>} env
 */

/** Milliseconds within which a server must listen. The first start of the embedded database is the slowest. */
const startDeadline = 90_000;
/** Milliseconds within which a server must end once it is asked to. */
const endDeadline = 10_000;

/** Starts programs one after the other, and ends all of them together, each by its process id. */
export class Children {
  /** @type {Map<string, ReturnType<typeof launch>>} */
  #running = new Map();
  #ending = false;
  /** @type {(name: string, how: string) => void} */
  #onDeath;

  /** @param {(name: string, how: string) => void} onDeath called when a program ends unexpectedly */
  constructor(onDeath) {
    this.#onDeath = onDeath;
  }

  /**
   * Starts a program and waits until it listens.
   * @param {Program} program
   * @throws when it does not listen in time; if it ends before that, `onDeath` is called and the promise never settles
   */
  async start(program) {
    const child = launch(program);
    this.#running.set(program.name, child);
    void child.then(({ exitCode, signal }) => {
      this.#running.delete(program.name);
      if (!this.#ending)
        this.#onDeath(program.name, signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`);
    });
    const deadline = Date.now() + startDeadline;
    while (!(await answers(program.port))) {
      if (this.#ending || !this.#running.has(program.name)) await new Promise(() => undefined);
      if (Date.now() > deadline) {
        throw new Error(
          `${program.name} does not listen on port ${program.port} after ${startDeadline / 1000} s.`,
        );
      }
      await delay(50);
    }
  }

  /** Asks every program to end, and kills those that do not end in time. */
  async end() {
    this.#ending = true;
    const children = [...this.#running.values()];
    // A signal would be wrong here: on Windows it would end the programs immediately, in the middle of their work
    // (end-with-parent.mjs).
    for (const child of children) if (child.connected) child.disconnect();
    const late = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), endDeadline);
    await Promise.all(children);
    clearTimeout(late);
  }
}

/** @param {Program} program */
function launch({ name, entry, env }) {
  /** @param {unknown} line */
  const withName = function* (line) {
    yield `${name.padEnd(9)} | ${String(line)}`;
  };
  return execaNode(entry, {
    nodeOptions: ['--import', './scripts/lib/end-with-parent.mjs', '--import', 'tsx'],
    cwd: root,
    env,
    stdin: 'ignore',
    stdout: [withName, 'inherit'],
    stderr: [withName, 'inherit'],
    buffer: false,
    reject: false,
    // end-with-parent.mjs ends the program. A signal in addition would cut its shutdown short.
    cleanup: false,
  });
}

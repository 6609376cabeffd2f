import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from './bundled-program.js';
import type { Order } from './service-child.js';

/** Runs a server in its own process, which can be killed as abruptly as by a power failure, and started again. */
export class CrashingProcess {
  private child: ChildProcess | null = null;
  private listening = '';
  private isReady = false;
  private program: string | null = null;
  private restarted: Promise<void> | null = null;
  /** Number of restarts. */
  crashes = 0;
  /** Milliseconds by which its clock is ahead of ours, also after a restart. */
  protected ahead = 0;

  /** @param entry file beside this one that sends `{ listening: <url> }` to its parent. */
  constructor(
    private readonly entry: 'service-child.ts' | 'simulator-child.ts',
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Starts the process and waits until it listens. @param later milliseconds by which its clock is advanced first */
  async start(later = 0): Promise<void> {
    this.ahead += later;
    this.program ??= await bundledProgram(`packages/service/test/support/${this.entry}`);
    const child = fork(this.program, [], {
      // The process does not live long enough to benefit from a better compilation of the database.
      execArgv: ['--liftoff-only'],
      env: { ...process.env, ...this.environment, UPC_TEST_AHEAD_MS: String(this.ahead) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    child.once('exit', () => (this.isReady = false));
    const started = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
    const [message] = (started ?? []) as { listening?: string }[];
    if (!message?.listening) throw new Error(`${this.entry} did not start.`);
    this.listening = message.listening;
    this.isReady = true;
  }

  /** Address on which it listens, or listened before it died. */
  get url(): string {
    return this.listening;
  }

  get isDead(): boolean {
    return this.child === null || !isAlive(this.child);
  }

  /** Whether it has started and is alive. */
  get isListening(): boolean {
    return this.isReady && !this.isDead;
  }

  /** Sends it an order and waits until it is carried out, or until the process dies. */
  async order(order: Order): Promise<void> {
    const { child } = this;
    if (!child || !this.isListening) throw new Error(`${this.entry} is not running.`);
    if ('advance' in order) this.ahead += order.advance;
    const ended = new AbortController();
    const { signal } = ended;
    const done = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
    child.send(order, () => {});
    await done;
    ended.abort();
  }

  /** Whether SIGKILL ended it. */
  get wasKilled(): boolean {
    return this.child?.signalCode === 'SIGKILL';
  }

  /** Waits until it has died, and starts it again. Simultaneous calls share one restart. */
  async restart(): Promise<void> {
    this.restarted ??= this.revive().finally(() => (this.restarted = null));
    await this.restarted;
  }

  private async revive(): Promise<void> {
    await this.death();
    this.crashes += 1;
    await this.start();
  }

  /** Waits until it has died. */
  async death(): Promise<void> {
    if (this.child && !this.isDead) await once(this.child, 'exit');
  }

  async kill(): Promise<void> {
    if (this.isDead) return;
    const ended = this.death();
    this.child?.kill('SIGKILL');
    await ended;
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from './bundled-program.js';
import type { Order } from './service-child.js';

/** A server in a process of its own that can be killed, as hard as a machine that loses its power, and started again. */
export class CrashingProcess {
  private child: ChildProcess | null = null;
  private listening = '';
  private isReady = false;
  private program: string | null = null;
  private restarted: Promise<void> | null = null;
  /** Number of times that it was started again. */
  crashes = 0;
  /** Milliseconds that its clock is ahead of ours, also when it is started again. */
  protected ahead = 0;

  /** @param entry file beside this one that says `{ listening: <url> }` to its parent. */
  constructor(
    private readonly entry: 'service-child.ts' | 'simulator-child.ts',
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param later milliseconds by which its clock is moved on before */
  async start(later = 0): Promise<void> {
    this.ahead += later;
    this.program ??= await bundledProgram(`packages/service/test/support/${this.entry}`);
    const child = fork(this.program, [], {
      // It does not live long enough to earn what a better compilation of the database costs.
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

  /** The address on which it listens, or listened before it died. */
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

  /** Tells it something; a process that dies over it was told. */
  async order(order: Order): Promise<void> {
    const { child } = this;
    if (!child || !this.isListening) throw new Error(`${this.entry} does not run.`);
    if ('advance' in order) this.ahead += order.advance;
    const done = Promise.race([once(child, 'message'), once(child, 'exit')]);
    child.send(order, () => {});
    await done;
  }

  /** Whether it was a signal that ended it. */
  get wasKilled(): boolean {
    return this.child?.signalCode === 'SIGKILL';
  }

  /** Waits until it has died, and starts it again; once, however many ask for it meanwhile. */
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

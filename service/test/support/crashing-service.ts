import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order } from './service-child.js';

const ENTRY = fileURLToPath(new URL('./service-child.ts', import.meta.url));

/** A service in a process of its own, on one data folder, started again whenever it was killed. */
export class CrashingService {
  private child: ChildProcess | null = null;
  private url = '';
  /** How often it was killed by itself. */
  crashes = 0;

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  async start(): Promise<void> {
    const child = fork(ENTRY, [], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...this.environment, PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    const started = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
    const [message] = (started ?? []) as { listening?: string }[];
    if (!message?.listening) throw new Error('The service did not start.');
    this.url = message.listening;
  }

  async order(order: Order): Promise<void> {
    const { child } = this;
    if (!child) throw new Error('The service does not run.');
    const done = once(child, 'message');
    child.send(order);
    await done;
  }

  /** Sends a request, and again as it was whenever the service died over it, until it is answered. */
  async request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    for (;;) {
      try {
        const response = await fetch(`${this.url}${path}`, {
          method,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        return { status: response.status, body: (text ? JSON.parse(text) : null) as Record<string, unknown> };
      } catch {
        await this.restart();
      }
    }
  }

  /** A page as it is; for a service that is alive. */
  async text(path: string): Promise<string> {
    return (await fetch(`${this.url.replace('127.0.0.1', 'localhost')}${path}`)).text();
  }

  /** Waits until it has died by itself, and starts it again. */
  async restart(): Promise<void> {
    const { child } = this;
    if (child && isAlive(child)) await once(child, 'exit');
    this.crashes += 1;
    await this.start();
  }

  get isDead(): boolean {
    return this.child?.signalCode !== null;
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || !isAlive(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

import { setTimeout as wait } from 'node:timers/promises';
import { TestClock } from './clock.js';
import { CrashingProcess } from './crashing-process.js';

const DAY_MS = 24 * 3600_000;

/**
 * A service in a process of its own, on one data folder, started again whenever it was killed. Its clock begins in the
 * morning of a certain day and goes on from there: no test ever runs at midnight.
 */
export class CrashingService extends CrashingProcess {
  constructor(environment: NodeJS.ProcessEnv) {
    super('service-child.ts', { ...environment, PORT: '0', LOG_LEVEL: 'error' });
    this.ahead = new TestClock().now().getTime() - Date.now();
  }

  /** The time by its clock. */
  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  /** The day by its clock, so many days from now. */
  day(fromNow: number): string {
    return new Date(this.now().getTime() + fromNow * DAY_MS).toISOString().slice(0, 10);
  }

  /** Sends a request, and again as it was whenever the service died over it or was too busy for it, until it is answered. */
  async request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object | FormData,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    for (;;) {
      try {
        const isJson = body !== undefined && !(body instanceof FormData);
        const response = await fetch(`${this.url}${path}`, {
          method,
          headers: { ...headers, ...(isJson ? { 'content-type': 'application/json' } : {}) },
          ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        });
        const text = await response.text();
        // Refused before anything was done: on a busy machine the queue of the database gets long.
        if (text.includes('errormessage.service.busy')) {
          await wait(Number(response.headers.get('retry-after')) * 1000);
          continue;
        }
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
}

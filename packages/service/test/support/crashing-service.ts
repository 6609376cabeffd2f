import { setTimeout as wait } from 'node:timers/promises';
import { TestClock } from './clock.js';
import { CrashingProcess } from './crashing-process.js';

const DAY_MS = 24 * 3600_000;

/**
 * Runs a service in its own process, on one data folder, and restarts it whenever it was killed. Its clock starts on
 * the morning of a fixed day, so that no test runs at midnight.
 */
export class CrashingService extends CrashingProcess {
  constructor(environment: NodeJS.ProcessEnv) {
    super('service-child.ts', { ...environment, PORT: '0', LOG_LEVEL: 'error' });
    this.ahead = new TestClock().now().getTime() - Date.now();
  }

  /** Returns the time of its clock. */
  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  /** Returns the date of its clock, the given number of days from now. */
  day(fromNow: number): string {
    return new Date(this.now().getTime() + fromNow * DAY_MS).toISOString().slice(0, 10);
  }

  /** Sends a request until it is answered, and repeats it unchanged whenever the service died or was too busy. */
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
        // The request was refused before anything was done: on a busy machine, the database's queue gets long.
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

  /** Returns a page unchanged. The service must be running. */
  async text(path: string): Promise<string> {
    return (await fetch(`${this.url.replace('127.0.0.1', 'localhost')}${path}`)).text();
  }
}

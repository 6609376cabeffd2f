import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import type { Random } from '@upc/server-kit/random';

export interface Request {
  readonly to: 'service' | 'provider';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** Fields of a form, instead of a body. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** Code of an error; empty otherwise. */
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What was answered, if it is no JSON. */
  readonly text: string;
}

/** Number of times that clients got no usable response, by the kind of failure. */
export type Repeats = Map<string, number>;

/** Receives faults of the service itself: HTTP 500, which nothing in this test explains. */
export type FaultListener = (fault: string) => void;

/** Thrown when the result of a request was never reported. */
export class NeverAnswered extends Error {}

const ANSWER_LOST = 0.03;
const ATTEMPT_MS = 20_000;

/**
 * Sends requests as every real client does. A request that gets no response, or "not known" (5xx) or "later" (429), is
 * repeated unchanged, with the same tokens, body and idempotency key, until its result is known. Some responses are
 * lost.
 */
export class RetryingClient {
  constructor(
    private readonly fleet: Fleet,
    private readonly random: Random,
    private readonly repeats: Repeats,
    private readonly onFault: FaultListener,
    /** Time after which it gives up, in milliseconds since 1970. */
    private readonly deadline: number,
  ) {}

  /** Sends a request until it is answered. @throws NeverAnswered */
  async send(request: Request): Promise<Answer> {
    let last = '';
    while (Date.now() < this.deadline) {
      const answer = await this.#once(request);
      if (typeof answer !== 'string' && answer.status < 429) return answer;
      last = typeof answer === 'string' ? answer : `${request.to} ${answer.status}`;
      if (last === 'service 500' && typeof answer !== 'string') {
        this.onFault(`${request.method} ${request.path}, trace ${String(answer.body.traceId)}`);
      }
      this.repeats.set(last, (this.repeats.get(last) ?? 0) + 1);
      await wait(this.random.between(60, 400) * (last.endsWith('429') ? 10 : 1));
    }
    throw new NeverAnswered(`${request.method} ${request.path.split('?')[0] ?? ''} (at last: ${last})`);
  }

  async pause(milliseconds: number): Promise<void> {
    if (Date.now() > this.deadline) throw new NeverAnswered('what a payment came to');
    await wait(milliseconds);
  }

  async #once({ to, method, path, headers, body, form }: Request): Promise<Answer | string> {
    const base = to === 'service' ? this.fleet.serviceUrl(this.random) : this.fleet.providerUrl;
    const isLost = this.random.chance(ANSWER_LOST);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        ...(form && { body: new URLSearchParams(form) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      const text = await response.text();
      if (isLost) return 'answer lost';
      const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
      const json = (isJson ? JSON.parse(text) : null) as Record<string, unknown> | null;
      const code = typeof json?.errorCode === 'string' ? json.errorCode : '';
      return { status: response.status, code, body: json ?? {}, text: isJson ? '' : text };
    } catch {
      return 'no answer';
    }
  }
}

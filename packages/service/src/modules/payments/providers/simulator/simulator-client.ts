import { setTimeout as wait } from 'node:timers/promises';
import { ErrorView } from '@upc/contract/simulator-api';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { noteStatus } from '../../../../core/trace.js';
import { ProviderRequestError, ProviderUnavailableError } from '../provider.js';

export interface SimulatorClientOptions {
  /** The simulator's origin as the service reaches it. */
  readonly baseUrl: string;
  readonly secretKey: string;
  /** The studio's public key. Each call is made for one account. */
  readonly account: string;
  readonly fetch?: typeof fetch;
  /** Timeout of one attempt; 8 seconds by default. */
  readonly timeoutMs?: number;
  /** Milliseconds before each further attempt; by default there are two more. */
  readonly retryPausesMs?: readonly number[];
}

export interface SimulatorCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Signals that another attempt may help, because there was no response or none that shows what happened. */
class NoAnswer extends Error {}

/** Calls the simulated provider with a timeout per attempt, a few attempts with the same key, and checked responses. */
export class SimulatorClient {
  readonly #options: SimulatorClientOptions;

  constructor(options: SimulatorClientOptions) {
    this.#options = options;
  }

  /**
   * Makes a call and repeats it while there is no usable response.
   *
   * @param schema of the expected response
   * @throws ProviderUnavailableError after the last attempt, ProviderRequestError when the request is refused
   */
  async call<S extends TSchema>(schema: S, call: SimulatorCall): Promise<Static<S>> {
    const pauses = this.#options.retryPausesMs ?? [150, 600];
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#once(schema, call);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const pause = pauses[tries];
        if (pause === undefined) {
          throw new ProviderUnavailableError(`${call.method} ${call.path}: ${error.message}`, {
            cause: error,
          });
        }
        await wait(pause * (0.5 + Math.random()));
      }
    }
  }

  async #once<S extends TSchema>(schema: S, call: SimulatorCall): Promise<Static<S>> {
    const { status, json } = await this.#send(call);
    if (status >= 500 || status === 408 || status === 429) throw new NoAnswer(`status ${status}`);
    if (status >= 400 && Value.Check(ErrorView, json)) {
      throw new ProviderRequestError(json.error.message, json.error.code);
    }
    if (status < 200 || status >= 300 || !Value.Check(schema, json)) {
      throw new NoAnswer(`status ${status} with a response that is not the provider's`);
    }
    return json;
  }

  async #send({
    method,
    path,
    body,
    idempotencyKey,
  }: SimulatorCall): Promise<{ status: number; json: unknown }> {
    const { baseUrl, secretKey, account, fetch: send = fetch, timeoutMs = 8_000 } = this.#options;
    try {
      const response = await send(new URL(path, baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          'simulator-account': account,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      noteStatus(response.status);
      return { status: response.status, json: await response.json() };
    } catch (error) {
      // A lost connection, the timeout, or a body that is not JSON leaves the outcome unknown.
      throw new NoAnswer(error instanceof Error ? error.message : 'no response', { cause: error });
    }
  }
}

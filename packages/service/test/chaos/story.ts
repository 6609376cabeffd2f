import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@upc/contract/gateway';
import type { Fleet } from './fleet.js';
import { RetryingClient, type Answer, type Repeats } from './retrying-client.js';
import type { Random } from '@upc/server-kit/random';
import type { StudioOfPartner } from './studios.js';
import type { ClientHistory } from './client-history.js';

/** Counts the payments that were started, by method. */
export class Attempts {
  readonly byMethod = new Map<PaymentMethod, number>();
  total = 0;

  count(method: PaymentMethod): void {
    this.total += 1;
    this.byMethod.set(method, (this.byMethod.get(method) ?? 0) + 1);
  }
}

/** Parts that all stories of a run share. */
export interface Stage {
  readonly seed: number;
  readonly fleet: Fleet;
  readonly history: ClientHistory;
  readonly attempts: Attempts;
  readonly repeats: Repeats;
  /** Actions of persons in tabs that were left open, to be performed when everything else is over. */
  readonly forgotten: ((client: RetryingClient) => Promise<void>)[];
  /** Expires a session immediately, as if its time had passed. */
  readonly expire: (token: string) => Promise<void>;
}

/**
 * Runs one story: a few requests of a partner, and of persons in their tabs. Its choices follow from seed and number.
 */
export class Story {
  readonly client: RetryingClient;
  /** Random generator for the story's choices. Delays and losses of its requests use a separate one. */
  readonly random: Random;
  readonly history: ClientHistory;
  readonly attempts: Attempts;
  readonly forgotten: Stage['forgotten'];
  /** Tokens of its sessions. */
  readonly sessions: string[] = [];
  readonly #way: Random;

  constructor(
    readonly name: string,
    readonly number: number,
    readonly studio: StudioOfPartner,
    readonly stage: Stage,
    chances: { readonly random: Random; readonly way: Random; readonly deadline: number },
  ) {
    this.random = chances.random;
    this.#way = chances.way;
    this.client = new RetryingClient(stage.fleet, this.#way, stage.repeats, this.#onFault, chances.deadline);
    this.history = stage.history;
    this.attempts = stage.attempts;
    this.forgotten = stage.forgotten;
  }

  readonly #onFault = (fault: string): void => void this.stage.history.faults.push(fault);

  newKey(): string {
    return randomUUID();
  }

  /** Waits a moment, so that actions that start together do not always meet at the same step. */
  async moment(most = 60): Promise<void> {
    await this.client.pause(this.#way.between(0, most));
  }
}

/** Records a refusal that nothing in the story explains, unlike a bank's refusal. */
export function mustSucceed({ history, name, number }: Story, { status, code }: Answer): void {
  if (status === 200 || /declined/i.test(code)) return;
  history.refusedForNothing.push(`story ${number} (${name}): ${status} ${code}`);
}

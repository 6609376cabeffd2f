import type { Answer } from './retrying-client.js';

/** Responses to clients about one token, of all requests that use it. */
export interface UsageHistory {
  /** Amount in minor units and customer of the request that returned 200; null if none did. */
  readonly done: { readonly customerId: number; readonly amount: number } | null;
  /** Error codes of the requests that were refused permanently. */
  readonly refused: readonly string[];
  /** Number of requests that were never answered. */
  readonly open: number;
}

/** Intended use of a payment. */
export interface Intended {
  readonly paymentId: string;
  readonly customerId: number;
  /** Amount in minor units; 0 if only an instrument is used. */
  readonly amount: number;
}

/**
 * Records what the service has stated to its clients. Each statement must be true in the end. They contain ids and no
 * personal data.
 */
export class ClientHistory {
  readonly usages = new Map<string, UsageHistory>();
  /** Payments that were reported as ended: nothing may be taken with them afterwards. */
  readonly ended = new Map<string, 'CANCELLED' | 'FAILED'>();
  /** Customers named in a response with 200. */
  readonly customers = new Set<number>();
  /** Number of contracts whose creation returned 200, by customer. */
  readonly contracts = new Map<number, number>();
  /** Last name of each new person, which contains a number and belongs to no real person. */
  readonly persons = new Set<string>();
  /** Customers who pay each contract in full when it is signed. */
  readonly paidWhenSigned = new Set<number>();
  /** Requests that were refused although nothing stood in their way. */
  readonly refusedForNothing: string[] = [];
  /** Requests that failed because of a fault in the service. */
  readonly faults: string[] = [];
  /** Requests that were never answered, by story. */
  readonly silence: string[] = [];

  /** Awaits the response to a request that uses tokens, and records what it states about each. */
  async usage(
    uses: (customerId: number) => readonly Intended[],
    tokens: readonly string[],
    request: Promise<Answer>,
  ): Promise<Answer> {
    for (const id of tokens) this.#ofUsage(id, (usage) => ({ ...usage, open: usage.open + 1 }));
    const answer = await request;
    for (const id of tokens) this.#ofUsage(id, (usage) => ({ ...usage, open: usage.open - 1 }));
    if (answer.status === 200) {
      for (const { paymentId, customerId, amount } of uses(Number(answer.body.customerId ?? 0)))
        this.#ofUsage(paymentId, (usage) => ({ ...usage, done: { customerId, amount } }));
      return answer;
    }
    const code = `${answer.status} ${answer.code}`;
    for (const id of tokens) this.#ofUsage(id, (usage) => ({ ...usage, refused: [...usage.refused, code] }));
    return answer;
  }

  contract(customerId: number): void {
    this.contracts.set(customerId, (this.contracts.get(customerId) ?? 0) + 1);
  }

  #ofUsage(paymentId: string, change: (usage: UsageHistory) => UsageHistory): void {
    const usage = this.usages.get(paymentId) ?? { done: null, refused: [], open: 0 };
    this.usages.set(paymentId, change(usage));
  }
}

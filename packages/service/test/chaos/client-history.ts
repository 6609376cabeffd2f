import type { Answer } from './retrying-client.js';

/** Answers to clients about a token, of all requests that would use it. */
export interface UsageHistory {
  /** Minor units and customer of the request that was answered 200; null when none was. */
  readonly done: { readonly customerId: number; readonly amount: number } | null;
  /** Error codes of the requests that were refused for good. */
  readonly refused: readonly string[];
  /** Requests that nobody ever answered. */
  readonly open: number;
}

/** The purpose of a payment. */
export interface Intended {
  readonly paymentId: string;
  readonly customerId: number;
  /** Minor units; 0 where an instrument is all that is used. */
  readonly amount: number;
}

/**
 * Statements of the service to its clients. Each has to be true in the end; they name ids and no
 * persons.
 */
export class ClientHistory {
  readonly usages = new Map<string, UsageHistory>();
  /** Payments that were answered as ended: nothing may be taken with them afterwards. */
  readonly ended = new Map<string, 'CANCELLED' | 'FAILED'>();
  /** Customers that a 200 named. */
  readonly customers = new Set<number>();
  /** Contracts whose making was answered 200, by customer. */
  readonly contracts = new Map<number, number>();
  /** The last name of each new person: a number, and of nobody real. */
  readonly persons = new Set<string>();
  /** Customers who pay each contract in full when it is signed. */
  readonly paidWhenSigned = new Set<number>();
  /** Requests that nothing stood in the way of, and that were refused all the same. */
  readonly refusedForNothing: string[] = [];
  /** Requests that the service answered with a fault of its own. */
  readonly faults: string[] = [];
  /** Requests that nobody ever answered, by story. */
  readonly silence: string[] = [];

  /** Awaits the answer to a request that uses tokens, and remembers what it said of each. */
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

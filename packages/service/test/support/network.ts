/** Faults of a request or its response. */
export type Fault = 'request-lost' | 'answer-lost' | 'held';

/** Provides a fetch that loses requests or responses on demand. The provider is real, only the connection is bad. */
export class UnreliableNetwork {
  private held: (() => void)[] = [];
  private faults: { fault: Fault; path: RegExp; times: number }[] = [];

  /** Loses the next requests (or their responses) with a matching path; later ones get through. */
  lose(fault: Fault, path: RegExp, times = Infinity): void {
    this.faults.push({ fault, path, times });
  }

  mend(): void {
    this.faults = [];
    this.letGo();
  }

  /** Drops the held requests and stops holding others. */
  letGo(): void {
    this.faults = this.faults.filter(({ fault }) => fault !== 'held');
    for (const release of this.held.splice(0)) release();
  }

  /** Number of held requests. */
  get waiting(): number {
    return this.held.length;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const found = this.faults.find(({ path, times }) => times > 0 && path.test(pathname));
    if (!found) return fetch(input, init);
    found.times -= 1;
    if (found.fault === 'held') await new Promise<void>((resolve) => this.held.push(resolve));
    if (found.fault === 'answer-lost') await (await fetch(input, init)).text();
    throw new TypeError('fetch failed');
  };
}

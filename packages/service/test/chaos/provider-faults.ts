import type { ProviderProxy, Treatment } from '../support/provider-proxy.js';
import { Random } from '@upc/server-kit/random';

/**
 * Faults of calls to the provider. With `after`, the provider does what was requested, but the response does not arrive
 * normally.
 */
const TREATMENTS = {
  none: {},
  'lost before': { lost: 'request' },
  'lost after': { lost: 'answer' },
  '500 before': { failed: 'request' },
  '500 after': { failed: 'answer' },
  'late before': { delayBefore: 700 },
  'late after': { delayAfter: 700 },
  doubled: { isDoubled: true },
  // This delay is longer than the service waits for one attempt.
  'silent after': { delayAfter: 8_500 },
} as const satisfies Readonly<Record<string, Treatment>>;

export type ProviderFault = keyof typeof TREATMENTS;

/** Frequency of each fault in 1000 calls. */
const WEIGHTS: Readonly<Record<ProviderFault, number>> = {
  none: 880,
  'lost before': 15,
  'lost after': 25,
  '500 before': 15,
  '500 after': 15,
  'late before': 15,
  'late after': 15,
  doubled: 18,
  'silent after': 2,
};

/**
 * Injects faults into the calls to the provider. The fault of a call follows from the seed, the session that it is
 * about, and the number of earlier calls about that session.
 */
export class ProviderFaults {
  /** Number of times that each fault has happened. */
  readonly happened = new Map<ProviderFault, number>();
  #isCalm = false;
  readonly #calls = new Map<string, number>();
  /** Statement text of each intent, which names its session. */
  readonly #sessions = new Map<string, string>();

  /** Installs the faults in a proxy. */
  constructor(seed: number, proxy: ProviderProxy) {
    proxy.treat = (method, path, body) => {
      const fault = this.#isCalm ? 'none' : this.#faultOf(seed, method, path, body);
      this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1);
      return TREATMENTS[fault];
    };
    proxy.onAnswer = (path, request, answer) => {
      const id = textIn(answer, 'id');
      const session = textIn(request, 'statementText');
      if (path === '/v1/intents' && id !== null && session !== null) this.#sessions.set(id, session);
    };
  }

  /** Stops all faults; from now on every call gets through. */
  calm(): void {
    this.#isCalm = true;
  }

  #faultOf(seed: number, method: string, path: string, body: string): ProviderFault {
    const intent = /^\/v1\/(?:browser\/)?intents\/([^/?]+)/.exec(path)?.[1] ?? '';
    const session = this.#sessions.get(intent) ?? textIn(body, 'statementText') ?? path;
    const call = (this.#calls.get(session) ?? 0) + 1;
    this.#calls.set(session, call);
    return Random.of(seed, 'provider', session, method, call).weighted(WEIGHTS);
  }
}

/** Returns a text from a JSON body, or null. */
function textIn(body: string, name: string): string | null {
  return new RegExp(`"${name}":"([^"]*)"`).exec(body)?.[1] ?? null;
}

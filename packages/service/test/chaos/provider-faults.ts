import type { ProviderProxy, Treatment } from '../support/provider-proxy.js';
import { Random } from './random.js';

/** Faults of calls to the provider. `after`: the provider does what was asked, and nobody learns of it. */
const TREATMENTS = {
  none: {},
  'lost before': { lost: 'request' },
  'lost after': { lost: 'answer' },
  '500 before': { failed: 'request' },
  '500 after': { failed: 'answer' },
  'late before': { delayBefore: 700 },
  'late after': { delayAfter: 700 },
  doubled: { isDoubled: true },
  // Longer than the service waits for one try.
  'silent after': { delayAfter: 8_500 },
} as const satisfies Readonly<Record<string, Treatment>>;

export type ProviderFault = keyof typeof TREATMENTS;

/** Of 1000 calls. */
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
 * The faults on the way to the provider. Which call has which follows from the seed, the session that the call is
 * about, and how many calls there were about it.
 */
export class ProviderFaults {
  /** Number of times that each happened. */
  readonly happened = new Map<ProviderFault, number>();
  #isCalm = false;
  readonly #calls = new Map<string, number>();
  /** The statement text of each intent, which names its session. */
  readonly #sessions = new Map<string, string>();

  /** Lets them happen in a proxy. */
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

  /** From now on everything gets through. */
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

/** A text of a JSON body, or null. */
function textIn(body: string, name: string): string | null {
  return new RegExp(`"${name}":"([^"]*)"`).exec(body)?.[1] ?? null;
}

import { Random } from '@upc/server-kit/random';

export const REQUEST_FAULTS = ['lost-answer', '5xx', 'slow'] as const;
export const EVENT_FAULTS = ['doubled-event', 'reordered-events'] as const;
/** All faults, in the order in which they are documented. */
export const FAULTS = [...REQUEST_FAULTS, ...EVENT_FAULTS] as const;

export type FaultName = (typeof FAULTS)[number];

export interface FaultOptions {
  /** Faults that happen, in the order of `FAULTS`. */
  readonly names: readonly FaultName[];
  /** Probability of a fault, from 0 to 1. */
  readonly rate: number;
  /** From 0 to 2^32 - 1. */
  readonly seed: number;
}

/** A fault that has happened. It contains no address, body, key or id of a person. */
export interface Incident {
  readonly time: Date;
  readonly fault: FaultName;
  /** What was done, such as `503 before anything was done`. */
  readonly description: string;
  readonly request?: {
    readonly method: string;
    /** Pattern of the route. */
    readonly route: string;
    readonly status: number;
    readonly traceId: string;
  };
  readonly event?: {
    readonly type: string;
    readonly uuid: string;
    /** Host of the receiver. */
    readonly receiver: string;
  };
}

/** Maximum number of incidents that are listed. */
const MOST_LISTED = 500;

/** Draws the faults from the seed, and keeps a list of those that have happened. */
export class Faults {
  /** Number of times that each fault has happened. */
  readonly counts: Map<FaultName, number>;
  readonly #listed: Incident[] = [];
  readonly #draws = new Map<string, number>();

  constructor(readonly options: FaultOptions) {
    this.counts = new Map(options.names.map((name) => [name, 0]));
  }

  /** Returns the latest incidents, newest first. */
  get latest(): readonly Incident[] {
    return this.#listed.toReversed();
  }

  /**
   * Draws a fault. The result follows from the seed, the key and the number of earlier draws for this key.
   *
   * @param among faults that are possible here.
   * @returns the fault, and a generator for its details; null if there is none.
   */
  draw<Name extends FaultName>(
    among: readonly Name[],
    key: string,
  ): { readonly fault: Name; readonly random: Random } | null {
    const { names, rate, seed } = this.options;
    const possible = among.filter((name) => names.includes(name));
    if (possible.length === 0) return null;
    const draw = (this.#draws.get(key) ?? 0) + 1;
    this.#draws.set(key, draw);
    const random = Random.of(seed, key, draw);
    return random.chance(rate) ? { fault: random.pick(possible), random } : null;
  }

  record(incident: Incident): void {
    this.counts.set(incident.fault, (this.counts.get(incident.fault) ?? 0) + 1);
    this.#listed.push(incident);
    if (this.#listed.length > MOST_LISTED) this.#listed.shift();
  }
}

/** Returns the command-line options that repeat a run. */
export function repeatingOptions({ names, rate, seed }: FaultOptions): string {
  return `--faults ${names.join(',')} --fault-rate ${rate} --fault-seed ${seed}`;
}

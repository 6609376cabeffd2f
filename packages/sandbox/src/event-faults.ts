import { setTimeout as wait } from 'node:timers/promises';
import type { AppOptions } from '@upc/service/app';
import { EVENT_FAULTS, type FaultName, type Faults } from './faults.js';

/** Milliseconds after which an event arrives that no later one has overtaken. */
const LONGEST_HOLD_MS = 10_000;
/** Milliseconds that a receiver may take for the second copy of an event. */
const COPY_TIMEOUT_MS = 5_000;

interface EventFaultOptions {
  readonly faults: Faults;
  readonly now: () => Date;
  /** Makes the service send an event again that it considers delivered; returns false if it does not do so yet. */
  readonly repeat: (uuid: string) => Promise<boolean>;
}

/**
 * Delivers events with faults; each event has at most one. An event that is held back counts as delivered until it
 * is released, so none is lost as long as the sandbox ends in order (`end`). If it is killed, those held back are.
 */
export class EventFaults {
  readonly #options: EventFaultOptions;
  /** Events that are held back, by receiver and entity. */
  readonly #held = new Map<string, { readonly uuid: string; readonly timer: NodeJS.Timeout }>();
  /** Events that have been sent or held back before. */
  readonly #known = new Set<string>();
  #isEnding = false;

  constructor(options: EventFaultOptions) {
    this.#options = options;
  }

  /** Sends an event in place of the global `fetch`. */
  readonly fetch: FetchEvent = async (url, init) => {
    const { uuid, entityId, payload } = JSON.parse(init.body) as Envelope;
    const type = payload[0]?.type ?? '';
    const place = `${url} ${entityId}`;
    const isOvertaking = this.#held.has(place);
    const mayFail = !isOvertaking && !this.#isEnding && !this.#known.has(uuid);
    this.#known.add(uuid);
    const fault = mayFail ? this.#options.faults.draw(EVENT_FAULTS, type)?.fault : undefined;
    const record = (name: FaultName, description: string): void =>
      this.#options.faults.record({
        time: this.#options.now(),
        fault: name,
        description,
        event: { type, uuid, receiver: new URL(url).host },
      });
    if (fault === 'reordered-events') {
      record(fault, 'held back until the next event of its entity has arrived');
      this.#hold(place, uuid);
      return new Response(null, { status: 202 });
    }
    const response = await fetch(url, init);
    if (response.ok && fault === 'doubled-event') {
      record(fault, 'delivered twice');
      const signal = AbortSignal.timeout(COPY_TIMEOUT_MS);
      const copy = await fetch(url, { ...init, signal }).catch(() => null);
      await copy?.body?.cancel();
    }
    if (response.ok && isOvertaking) await this.#release(place);
    return response;
  };

  /** Lets the service send the events that are held back, now or at its next start, and holds back no others. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#held.keys()].map((place) => this.#release(place)));
  }

  #hold(place: string, uuid: string): void {
    const timer = setTimeout(() => void this.#release(place), LONGEST_HOLD_MS);
    this.#held.set(place, { uuid, timer });
  }

  async #release(place: string): Promise<void> {
    const held = this.#held.get(place);
    if (held === undefined) return;
    this.#held.delete(place);
    clearTimeout(held.timer);
    // The service records a delivery a moment after the response. If it cannot, it repeats the event by itself.
    for (let left = 50; left > 0 && !(await this.#options.repeat(held.uuid)); left -= 1) await wait(100);
  }
}

type FetchEvent = NonNullable<AppOptions['fetchEvent']>;

interface Envelope {
  readonly uuid: string;
  readonly entityId: number;
  readonly payload: readonly { readonly type: string }[];
}

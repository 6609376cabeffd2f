import type { AppOptions } from '@upc/service/app';
import { EVENT_FAULTS, type FaultName, type Faults } from './faults.js';
import type { HeldEvents } from './held-events.js';

/** Milliseconds after which an event arrives that no later one has overtaken. */
const LONGEST_HOLD_MS = 10_000;
/** Milliseconds that a receiver may take for the second copy of an event. */
const COPY_TIMEOUT_MS = 5_000;

interface EventFaultOptions {
  readonly faults: Faults;
  readonly heldEvents: HeldEvents;
  /** Uuids of the events that an earlier run has held back. */
  readonly heldBefore: readonly string[];
  readonly now: () => Date;
  /** Makes the service send an event again that it considers delivered; returns false if it does not do so yet. */
  readonly repeat: (uuid: string) => Promise<boolean>;
}

/**
 * Delivers events with faults; each event has at most one. The service counts an event that is held back as delivered
 * and sends it again when it is released: in this run or, if this ends earlier, after the next start.
 */
export class EventFaults {
  readonly #options: EventFaultOptions;
  /** Events that this run holds back, by receiver and entity. */
  readonly #held = new Map<string, { readonly uuid: string; readonly timer: NodeJS.Timeout }>();
  /** Events that have been sent or held back before. */
  readonly #known: Set<string>;
  #isEnding = false;

  constructor(options: EventFaultOptions) {
    this.#options = options;
    this.#known = new Set(options.heldBefore);
  }

  /** Sends an event in place of the global `fetch`. */
  readonly fetch: FetchEvent = async (url, init) => {
    const { uuid, entityId, payload } = JSON.parse(init.body) as Envelope;
    const type = payload[0]?.type ?? '';
    const place = `${url} ${entityId}`;
    const isOvertaking = this.#held.has(place);
    const mayFail = !isOvertaking && !this.#known.has(uuid);
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
      await this.#hold(place, uuid);
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

  /** Stops releasing events; the next start sends those still held. */
  end(): void {
    this.#isEnding = true;
  }

  async #hold(place: string, uuid: string): Promise<void> {
    const release = () => {
      // The database may be closing. The file remains then, and the next start sends the event.
      this.#release(place).catch(() => {});
    };
    const timer = setTimeout(release, LONGEST_HOLD_MS).unref();
    // Before anything is awaited, so that the next event of the entity finds this one.
    this.#held.set(place, { uuid, timer });
    try {
      await this.#options.heldEvents.add(uuid);
    } catch (error) {
      this.#held.delete(place);
      clearTimeout(timer);
      throw error;
    }
  }

  async #release(place: string): Promise<void> {
    const held = this.#held.get(place);
    if (held === undefined || this.#isEnding) return;
    this.#held.delete(place);
    clearTimeout(held.timer);
    // The service records a delivery a moment after the response. If it takes longer, the file remains, and the next
    // start sends the event.
    for (let left = 50; left > 0; left -= 1) {
      if (await this.#options.repeat(held.uuid)) return this.#options.heldEvents.remove(held.uuid);
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (this.#isEnding) return;
    }
  }
}

type FetchEvent = NonNullable<AppOptions['fetchEvent']>;

interface Envelope {
  readonly uuid: string;
  readonly entityId: number;
  readonly payload: readonly { readonly type: string }[];
}

import { randomUUID } from 'node:crypto';

/** The visitor's choices and entries, as the page keeps them. See `pages/signup/typed.js`. */
export interface Typed {
  readonly offerId?: number;
  readonly termId?: number;
  readonly startDate?: string;
  readonly preuseDate?: string;
  readonly selectableModuleIds?: readonly number[];
  readonly optionalModuleIds?: readonly number[];
  readonly voucherCode?: string;
  /** The `customer` of the Open API; empty fields are not sent. */
  readonly person?: Readonly<Record<string, string>>;
  readonly language?: { readonly languageCode: string; readonly countryCode?: string };
  readonly communicationPreferences?: readonly unknown[];
  /** Base64 of an SVG. */
  readonly contractSignature?: string;
  readonly textBlockSignatures?: readonly {
    readonly textBlockId: number;
    readonly base64SvgSignature: string;
  }[];
}

/** RECURRING: how the fees are paid from now on. INITIAL: what is due on signing. */
export type Part = 'RECURRING' | 'INITIAL';

/** One payment session, and what the widget made of it. */
export interface Payment {
  readonly token: string;
  readonly validUntil: string;
  readonly paymentServiceCustomerId: string;
  /** In units of the currency; 0 for RECURRING. */
  readonly amount: number;
  /** Offer whose payment choices the session was opened with. */
  readonly offerId: number;
  /** Given by the widget, worth one use. */
  readonly requestToken?: string;
  /** The page's name of the instrument, such as "SEPA Direct Debit ·· 3000". */
  readonly label?: string;
}

/** A signup that was sent: until its outcome is known, the very same request is sent again and nothing else. */
interface Sent {
  readonly idempotencyKey: string;
  readonly body: unknown;
}

/** The booking, for the last page. */
export interface Booked {
  readonly customerId: number;
  /** From the account: what is due by today, and what comes next. */
  readonly today: readonly unknown[];
  readonly upcoming: readonly unknown[];
}

/** One visitor's signup, from the first choice to the contract. */
export interface Draft {
  readonly studioId: string;
  /** A member who adds a membership; null for somebody new. */
  readonly memberId: number | null;
  typed: Typed;
  payments: Partial<Record<Part, Payment>>;
  sent: Sent | null;
  booked: Booked | null;
}

const LIFETIME_MS = 2 * 3600_000;
const MOST = 1000;

/**
 * The signups under way, found by a random id in the visitor's cookie. Kept here and not in the browser, so that a
 * reload or a bank's redirect loses nothing, and no personal data stays behind on a shared device. In memory:
 * a partner with several servers puts this into its session store.
 */
export class Drafts {
  readonly #drafts = new Map<string, { readonly draft: Draft; until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  find(id: string | undefined): Draft | undefined {
    const kept = id === undefined ? undefined : this.#drafts.get(id);
    if (kept === undefined || kept.until < this.now()) return undefined;
    kept.until = this.now() + LIFETIME_MS;
    return kept.draft;
  }

  /** @returns the id for the cookie */
  start(studioId: string, memberId: number | null): { readonly id: string; readonly draft: Draft } {
    this.#tidy();
    const draft: Draft = { studioId, memberId, typed: {}, payments: {}, sent: null, booked: null };
    const id = randomUUID();
    this.#drafts.set(id, { draft, until: this.now() + LIFETIME_MS });
    return { id, draft };
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#drafts.delete(id);
  }

  #tidy(): void {
    for (const [id, { until }] of this.#drafts) if (until < this.now()) this.#drafts.delete(id);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size >= MOST && oldest !== undefined) this.#drafts.delete(oldest);
  }
}

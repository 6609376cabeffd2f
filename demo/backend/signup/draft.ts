import { randomUUID } from 'node:crypto';
import type { AddMembershipData, SignupMembershipData } from 'upc-open-api';

/** The visitor's choices and entries, as the page stores them. See `pages/signup/types.d.ts`. */
export interface Typed {
  readonly offerId?: number;
  readonly termId?: number;
  readonly startDate?: string;
  readonly preuseDate?: string;
  readonly selectableModuleIds?: readonly number[];
  readonly optionalModuleIds?: readonly number[];
  readonly voucherCode?: string;
  /** Fields of the Open API's `customer`. Empty ones are not sent. */
  readonly person?: Readonly<Record<string, string>>;
  readonly language?: { readonly languageCode: string; readonly countryCode?: string };
  readonly communicationPreferences?: readonly unknown[];
  /** SVG image in base64. */
  readonly contractSignature?: string;
  readonly textBlockSignatures?: readonly {
    readonly textBlockId: number;
    readonly base64SvgSignature: string;
  }[];
  /** Who agrees to the contract of a member under age, as the Open API's field of the same name. */
  readonly legalRepresentative?: NonNullable<AddMembershipData['body']['legalRepresentative']>;
  /** Whether the member asked for the membership to begin before the withdrawal period is over. */
  readonly earlyStartRequested?: boolean;
}

/** Purpose of a payment. RECURRING: how the fees are paid from now on. INITIAL: the amount due on signing. */
export type Part = 'RECURRING' | 'INITIAL';

/** A payment session and its result. */
export interface Payment {
  readonly token: string;
  readonly validUntil: string;
  readonly paymentServiceCustomerId: string;
  /** Amount in units of the currency; 0 for RECURRING. */
  readonly amount: number;
  /** Offer whose payment choices the session was opened with. */
  readonly offerId: number;
  /** Token that the widget returned. It can be used once. */
  readonly requestToken?: string;
  /** Name of the instrument on the page, such as "SEPA Direct Debit •••• 3000". */
  readonly label?: string;
}

/** A signup that was sent. Until its outcome is known, exactly the same request is sent again, and no other. */
export interface Sent {
  readonly idempotencyKey: string;
  /** For a new customer, or for a member. */
  readonly body: SignupMembershipData['body'] | AddMembershipData['body'];
}

/** The booking that the last page shows. */
export interface Booked {
  readonly customerId: number;
  /** Entries of the account: those due by today, and upcoming ones. */
  readonly today: readonly unknown[];
  readonly upcoming: readonly unknown[];
  /** Link to the signed contract, which expires. */
  readonly contractUrl?: string | undefined;
}

/** One visitor's signup, from the first choice to the contract. */
export interface Draft {
  readonly studioId: string;
  /** Member who adds a membership; null for a new customer. */
  readonly memberId: number | null;
  typed: Typed;
  payments: Partial<Record<Part, Payment>>;
  sent: Sent | null;
  booked: Booked | null;
}

const LIFETIME_MS = 2 * 3600_000;
const MOST = 1000;

/**
 * Stores the signups in progress, which are found by a random id in the visitor's cookie. They are stored here and not
 * in the browser, so that a reload or a bank's redirect loses nothing, and no personal data stays behind on a shared
 * device. This class stores them in memory; a partner with several servers uses its session store.
 */
export class Drafts {
  readonly #drafts = new Map<string, { readonly draft: Draft; until: number }>();

  constructor(private readonly now: () => number) {}

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

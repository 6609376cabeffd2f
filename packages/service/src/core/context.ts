import type { Database } from './database/database.js';
import type { SecretKeys } from './secrets/secret-keys.js';

export interface Clock {
  now(): Date;
  /** Returns the time of other machines where `now` runs ahead of it, as in a sandbox; if absent, that is `now`. */
  outside?(): Date;
}

/** Points between a request, the provider calls and the commits, in no particular order. */
export const STEPS = [
  'session.created',
  'payment.created',
  'payment.reserved',
  'payment.intent-made',
  'payment.intent-kept',
  'payment.confirmed',
  'payment.settled',
  'usage.reserved',
  'usage.provider-answered',
  'usage.committed',
  'cancellation.reserved',
  'release.provider-answered',
  'release.committed',
  'expiry.reserved',
  'expiry.committed',
  'sale.reserved',
  'sale.provider-answered',
  'sale.committed',
  'charge.reserved',
  'charge.provider-answered',
  'charge.committed',
  'return.provider-answered',
  'refund.requested',
  'refund.provider-answered',
  'refund.committed',
  'withdrawal.settled',
  'collection.updated',
  'collection.committed',
  'webhook.taken',
  'webhook.answered',
] as const;

export type Step = (typeof STEPS)[number];

/** Message for an operator; contains no personal data. */
export interface Alert {
  readonly kind: 'STUDIO_UNDER_ATTACK' | 'DISPUTE_OPENED' | 'OUTCOME_UNCLEAR' | 'RETURNED_AFTER_REFUND';
  readonly studioId: number;
  readonly traceId: string;
  readonly detail: string;
}

/**
 * Dependencies that are passed to every rule. `make-context.ts` makes them once per app. A module adds its own by
 * declaration merging, as Fastify plugins do with requests.
 */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: SecretKeys;
  /** Returns the origin at which browsers reach the service. It is final once the service listens. */
  readonly publicUrl: () => string;
  /** Writes an alert to the log. */
  readonly alert: (alert: Alert) => void;
  /** Logs a fault that does not stop the work. */
  readonly report: (fault: unknown) => void;
  /** Awaited at each step, so that tests can stop the service exactly there. */
  readonly step: (name: Step) => Promise<void>;
}

/** One transaction: the context for the rules, and the trace id of the request or job that began it. */
export interface UnitOfWork {
  readonly context: Context;
  readonly tx: Database;
  readonly traceId: string;
}

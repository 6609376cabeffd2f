import type { Database } from './database/database.js';
import type { SecretKeys } from './secrets/secret-keys.js';

export interface Clock {
  now(): Date;
}

/** The points between a request, the calls to the provider and the commits, in no particular order. */
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
  'collection.updated',
  'collection.committed',
  'webhook.taken',
  'webhook.answered',
] as const;

export type Step = (typeof STEPS)[number];

/** A message for an operator; holds no personal data. */
interface Alert {
  readonly kind: 'STUDIO_UNDER_ATTACK' | 'DISPUTE_OPENED' | 'OUTCOME_UNCLEAR';
  readonly studioId: number;
  readonly traceId: string;
  readonly detail: string;
}

/**
 * The dependencies that every rule is given. `make-context.ts` makes them once per app. A module adds its own by declaration
 * merging, as Fastify plugins do with requests.
 */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: SecretKeys;
  /** The origin at which browsers reach the service. Known for sure once it listens. */
  readonly publicUrl: () => string;
  /** Writes it to the log. */
  readonly alert: (alert: Alert) => void;
  /** Writes a fault to the log that stops nothing. */
  readonly report: (fault: unknown) => void;
  /** Awaited at each step, so that tests can stop the service exactly there. */
  readonly step: (name: Step) => Promise<void>;
}

/** One transaction: what the rules work with in it, and the request or the batch of the jobs that began it. */
export interface UnitOfWork {
  readonly context: Context;
  readonly tx: Database;
  readonly traceId: string;
}

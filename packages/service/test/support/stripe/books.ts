import { randomBytes } from 'node:crypto';
import { notFound } from './refusal.js';
import type { Intent, IntentKind, Mandate, PaymentMethod, PaymentMethodDomain, Refund } from './objects.js';

/** Stores everything that the recorder keeps between calls. */
export class Books {
  readonly customers = new Map<string, { readonly id: string; readonly metadata: object }>();
  readonly intents = new Map<string, Intent>();
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly mandates = new Map<string, Mandate>();
  readonly domains = new Map<string, PaymentMethodDomain>();
  /** What a validation finds, by domain and wallet. */
  readonly domainProblems = new Map<string, Map<string, string>>();
  /** Refunds, oldest first. */
  readonly refunds: Refund[] = [];

  constructor(private readonly clock: () => Date) {}

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  /** Returns the time in seconds, like Stripe's times. */
  now(): number {
    return Math.floor(this.clock().getTime() / 1000);
  }

  intent(id: string, kind?: IntentKind): Intent {
    const found = this.intents.get(id);
    if (!found || (kind !== undefined && found.kind !== kind)) throw notFound(id);
    return found;
  }

  paymentMethod(id: string): PaymentMethod {
    return required(this.paymentMethods.get(id), id);
  }

  mandate(id: string): Mandate {
    return required(this.mandates.get(id), id);
  }
}

function required<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw notFound(id);
  return found;
}

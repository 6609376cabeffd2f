import type { PaymentMethod } from '@upc/contract/gateway';
import { type PaymentProvider, type ProviderName, ProviderUnavailableError } from './provider.js';

/** Facts about a studio that decide who serves it. */
export interface ServedStudio {
  readonly id: number;
  readonly publicKey: string;
  /** The name of its account at Stripe; null: its own, or that of all studios. */
  readonly stripeAccount: string | null;
}

/** The provider of each kind that a studio has, or null. */
export type ProvidersByName = Readonly<
  Record<ProviderName, (studio: ServedStudio) => PaymentProvider | null>
>;

/** Stripe's names of the methods that it serves. */
export type StripeType = 'card' | 'paypal' | 'ideal' | 'bancontact' | 'twint' | 'sepa_debit' | 'bacs_debit';

/**
 * Stripe's name of each method; null for those that exist at our gateway only: CH_DD and LSV are Swiss schemes that
 * Stripe does not have; ACH would need Stripe's own dialog or deposits that the payer reports days
 * later, BECS a form of Stripe's instead of a page (docs/stripe.md).
 */
export const STRIPE_TYPES: Readonly<Record<PaymentMethod, StripeType | null>> = {
  CREDIT_CARD: 'card',
  PAYPAL: 'paypal',
  IDEAL: 'ideal',
  BANCONTACT: 'bancontact',
  TWINT: 'twint',
  SEPA: 'sepa_debit',
  BACS: 'bacs_debit',
  BECS: null,
  ACH: null,
  CH_DD: null,
  LSV: null,
  BANK_TRANSFER: null,
  CASH: null,
};

/**
 * The choice of the provider, the one rule: a new payment goes to Stripe where the studio has it and it knows the
 * method, else to the simulated provider where there is one, else the method is not offered. A payment that exists
 * stays with the provider that it was made with.
 */
export class Providers {
  constructor(
    private readonly byName: ProvidersByName,
    /** Whether a studio's Stripe is known not to work: then its methods are not listed. */
    private readonly isStripeDown: (studio: ServedStudio) => boolean = () => false,
    /** Names of accounts at Stripe that a studio can be given. */
    readonly stripeAccounts: readonly string[] = [],
  ) {}

  /**
   * The provider of a new payment, or null when the studio cannot take the method. It does not depend on how the provider
   * fares at the moment: a form that is open is not refused for a trouble that passes.
   */
  serving(studio: ServedStudio, method: PaymentMethod): PaymentProvider | null {
    return this.#stripe(studio, method) ?? this.byName.SIMULATOR(studio);
  }

  /** Whether a method is listed for new payments: somebody serves it, and is not known to be down. */
  isListed(studio: ServedStudio, method: PaymentMethod): boolean {
    if (this.#stripe(studio, method) !== null) return !this.isStripeDown(studio);
    return this.serving(studio, method) !== null;
  }

  /** Whether a studio has a provider. */
  has(studio: ServedStudio, name: ProviderName): boolean {
    return this.byName[name](studio) !== null;
  }

  /**
   * The provider of a payment that exists.
   *
   * @throws ProviderUnavailableError when it is not configured any more: what became of the payment is not known then.
   */
  named(studio: ServedStudio, name: ProviderName | null): PaymentProvider {
    if (name === null) throw new Error('No provider is concerned with this payment.');
    const provider = this.byName[name](studio);
    if (provider) return provider;
    throw new ProviderUnavailableError(`Studio ${studio.id} has no ${name} any more.`);
  }

  #stripe(studio: ServedStudio, method: PaymentMethod): PaymentProvider | null {
    return STRIPE_TYPES[method] === null ? null : this.byName.STRIPE(studio);
  }
}

declare module '../../../core/context.js' {
  interface Context {
    readonly providers: Providers;
  }
}

import type { PaymentMethod } from '@upc/contract/gateway';
import { BANK_METHODS, type StudioBank } from '../../studios/studios.stored.js';
import {
  type PageSources,
  type PaymentProvider,
  type ProviderName,
  ProviderUnavailableError,
} from './provider.js';

/** Facts about a studio that determine its provider. */
export interface ServedStudio {
  readonly id: number;
  readonly publicKey: string;
  /** The name of its Stripe account. null: the studio's own account, or the one shared by all studios. */
  readonly stripeAccount: string | null;
  /** How its own bank collects debits; null if it does not. */
  readonly bank: StudioBank | null;
}

/** Returns, for each provider name, the studio's provider or null. */
export type ProvidersByName = Readonly<
  Record<ProviderName, (studio: ServedStudio) => PaymentProvider | null>
>;

/** Stripe's names for the methods that it serves. */
export type StripeType = 'card' | 'paypal' | 'ideal' | 'bancontact' | 'twint' | 'sepa_debit' | 'bacs_debit';

/**
 * Stripe's name for each method; null for methods that exist only at our gateway. CH_DD and LSV are Swiss schemes that
 * Stripe does not support. ACH would need Stripe's own dialog, or deposits that the payer reports days later. BECS
 * would need a Stripe form instead of a page (docs/stripe.md).
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
 * Chooses the provider of a payment; no other code decides it. A new payment uses the studio's own bank if the studio
 * has chosen it for the method, or else Stripe if the studio has it and Stripe supports the method. Otherwise it uses the simulated provider if there is one; without it, the method is not
 * offered. An existing payment stays with the provider that it was made with.
 */
export class Providers {
  constructor(
    private readonly byName: ProvidersByName,
    /** Returns whether a studio's Stripe account is known to be down. Its methods are then not listed. */
    private readonly isStripeDown: (studio: ServedStudio) => boolean = () => false,
    /** Names of the Stripe accounts that can be assigned to a studio. */
    readonly stripeAccounts: readonly string[] = [],
    /** Sources that a page with the widget must allow, for each configured provider. */
    readonly pageSources: readonly PageSources[] = [],
  ) {}

  /**
   * Returns the provider for a new payment, or null when the studio cannot accept the method. It ignores the provider's
   * current state, so that a temporary outage does not refuse a form that is already open.
   */
  serving(studio: ServedStudio, method: PaymentMethod): PaymentProvider | null {
    return this.#bank(studio, method) ?? this.#stripe(studio, method) ?? this.byName.SIMULATOR(studio);
  }

  /** Returns whether a method is listed for new payments: a provider serves it and is not known to be down. */
  isListed(studio: ServedStudio, method: PaymentMethod): boolean {
    const isAtStripe = this.#bank(studio, method) === null && this.#stripe(studio, method) !== null;
    if (isAtStripe) return !this.isStripeDown(studio);
    return this.serving(studio, method) !== null;
  }

  has(studio: ServedStudio, name: ProviderName): boolean {
    return this.byName[name](studio) !== null;
  }

  /**
   * Returns the provider of an existing payment.
   *
   * @throws ProviderUnavailableError when the provider is no longer configured, because the payment's outcome is then
   * unknown.
   */
  named(studio: ServedStudio, name: ProviderName | null): PaymentProvider {
    if (name === null) throw new Error('This payment has no provider.');
    const provider = this.byName[name](studio);
    if (provider) return provider;
    throw new ProviderUnavailableError(`Studio ${studio.id} no longer has a configured ${name} account.`);
  }

  #bank(studio: ServedStudio, method: PaymentMethod): PaymentProvider | null {
    const isCollected = BANK_METHODS.some((name) => name === method && studio.bank?.[name] !== undefined);
    return isCollected ? this.byName.BANK(studio) : null;
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

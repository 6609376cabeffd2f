import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import type { DeclineCode } from '../../../core/errors/api-error.js';

/** BANK: the studio's own bank, which collects debits from files. */
export type ProviderName = Schemas['ProviderConfiguration']['name'];

/** All providers. If one is missing here, the code does not compile. */
export const PROVIDER_NAMES = Object.keys({
  SIMULATOR: true,
  STRIPE: true,
  BANK: true,
} satisfies Record<ProviderName, true>) as readonly ProviderName[];

/**
 * Status of a payment, or of the collection of an instrument, at a provider. Every provider has equivalent states; the
 * names are those common in the payments field.
 *
 * - `REQUIRES_CONFIRMATION`: created, and waiting for the details.
 * - `ACTION_REQUIRED`: the person must act (3-D Secure, a hosted page), at `redirectUrl` if it is set.
 * - `PROCESSING`: the provider has not decided yet. A pending debit counts as done (service design, tokens and usages).
 * - `AUTHORIZED`: the amount is held and can be captured or cancelled.
 * - `SUCCEEDED`: money has moved, or (mode SETUP) the instrument is collected.
 */
export type IntentStatus =
  | 'REQUIRES_CONFIRMATION'
  | 'ACTION_REQUIRED'
  | 'PROCESSING'
  | 'AUTHORIZED'
  | 'SUCCEEDED'
  | 'DECLINED'
  | 'CANCELLED';

/** Sources that the content security policy of a page with the widget must allow for a provider. */
export interface PageSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
  /** Names of policies for Trusted Types. */
  readonly trustedTypes: readonly string[];
}

/** An instrument stored by the provider: an opaque reference, and details that are already masked. */
export interface ProviderInstrument {
  readonly reference: string;
  readonly details: Schemas['PaymentInstrumentDetails'];
}

export interface ProviderIntent {
  readonly reference: string;
  readonly status: IntentStatus;
  readonly mode: 'SETUP' | 'PAYMENT';
  /** Secret for the provider's component in the browser. Never logged, never stored by the service. */
  readonly clientSecret?: string;
  readonly redirectUrl?: string;
  readonly instrument?: ProviderInstrument;
  /** Minor units of `currency`. */
  readonly amountAuthorized: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly failure?: { readonly code: DeclineCode; readonly message: string };
  /** Set if a SUCCEEDED payment was taken back later: the bank returned the debit, or the payer disputed the charge. */
  readonly returned?: {
    readonly code: DeclineCode;
    /** Deadline for the studio to contest the return; absent if it cannot or already has. */
    readonly answerBy?: Date;
  };
  /** DECLINED, but still confirmable with the client secret, so it must be cancelled. */
  readonly isStillOpen?: true;
}

export interface CreateIntent {
  readonly mode: 'SETUP' | 'PAYMENT';
  readonly paymentMethod: PaymentMethod;
  /** Minor units; 0 with mode SETUP. */
  readonly amount: number;
  readonly currency: string;
  /**
   * Whether to authorise now and capture when the usage is posted (cards, PayPal) instead of taking the money
   * immediately.
   */
  readonly captureLater: boolean;
  /** Whether the provider may charge the instrument again without the person. */
  readonly saveInstrument: boolean;
  /** The person's id for the provider: our paymentServiceCustomerId. */
  readonly customerReference: string;
  readonly statementText: string;
  /** The address to which a hosted page or a 3-D Secure redirect returns the person. */
  readonly returnUrl?: string;
}

/** Time, address and browser of a person's agreement to be charged again. */
export interface Acceptance {
  readonly acceptedAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

/** Details of a direct debit. No other personal data passes through the service to a provider. */
export interface ConfirmIntent {
  readonly paymentMethod: PaymentMethod;
  readonly details: Schemas['PaymentDetails'];
  readonly mandate?: Acceptance & {
    readonly reference: string;
    readonly paymentType: Schemas['MandateOffer']['paymentType'];
  };
  /** The person's agreement, for an instrument that a provider's page collects and that is stored. */
  readonly acceptance?: Acceptance;
  /** The address to which a provider's page returns the person. */
  readonly returnUrl?: string;
}

/** An off-session charge of a stored instrument: a debit under its mandate, or a card on file. */
export interface ChargeInstrument {
  readonly instrumentReference: string;
  readonly paymentMethod: PaymentMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly customerReference: string;
  readonly statementText: string;
}

/** A movement of money that is made only once, no matter how often or how late it is repeated. */
export interface Movement {
  /**
   * Identifies a usage, a charge or a refund. It is the idempotency key, and the provider stores it with the object it
   * creates.
   */
  readonly key: string;
  /** A time no later than the first attempt. */
  readonly since: Date;
}

/**
 * A payment service provider as used by the service, per studio.
 *
 * Each call that changes something takes an idempotency key. The provider carries it out at most once per key and then
 * repeats the same response. A call with an unknown outcome is therefore resolved by repeating it with its key, never
 * by making a new one. Operations that an intent cannot perform twice take only the key. Calls that could move money a
 * second time take a `Movement`, because a provider may forget its keys.
 *
 * @throws ProviderUnavailableError when there was no response, or none that can be understood: the outcome is unknown.
 * @throws ProviderRequestError when the provider rejects the request itself (nothing happened).
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Origins to which the provider may send a person, from the configuration, such as `https://pay.example`. */
  readonly redirectOrigins: readonly string[];
  /** Returns the fields that our own form must contain for this provider, in addition to those of the scheme. */
  requiredFields(method: PaymentMethod): readonly 'email'[];
  /** Returns the provider's public settings for the browser. */
  publicConfiguration(studioPublicKey: string): Schemas['ProviderConfiguration'];
  createIntent(request: CreateIntent, idempotencyKey: string): Promise<ProviderIntent>;
  confirmIntent(reference: string, request: ConfirmIntent, idempotencyKey: string): Promise<ProviderIntent>;
  retrieveIntent(reference: string): Promise<ProviderIntent>;
  /** Captures `amount` minor units, at most the authorised amount; the rest is released. */
  captureIntent(reference: string, amount: number, idempotencyKey: string): Promise<ProviderIntent>;
  /** Releases what is held and prevents any further confirmation. An intent that has ended is returned unchanged. */
  cancelIntent(reference: string, idempotencyKey: string): Promise<ProviderIntent>;
  /** Refunds `amount` minor units of the captured amount. */
  refundIntent(reference: string, amount: number, movement: Movement): Promise<ProviderIntent>;
  chargeInstrument(request: ChargeInstrument, movement: Movement): Promise<ProviderIntent>;
  /**
   * Makes the provider forget an instrument, so that it can no longer be charged. If it is already forgotten, nothing
   * changes.
   */
  detachInstrument(reference: string, idempotencyKey: string): Promise<void>;
}

/** The provider gave no response that shows what happened. Repeat the call with the same idempotency key. */
export class ProviderUnavailableError extends Error {
  override readonly name: string = 'ProviderUnavailableError';
}

/**
 * The provider's response does not show the outcome of an earlier attempt at a movement, so nothing may be repeated.
 */
export class ProviderUnclearError extends ProviderUnavailableError {
  override readonly name = 'ProviderUnclearError';
  constructor(
    message: string,
    /** Key of the movement. */
    readonly key: string,
  ) {
    super(message);
  }
}

/** The provider rejected the request as invalid; nothing happened. */
export class ProviderRequestError extends Error {
  override readonly name = 'ProviderRequestError';
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

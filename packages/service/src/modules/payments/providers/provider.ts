import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import type { DeclineCode } from '../../../core/errors/api-error.js';

export type ProviderName = Schemas['ProviderConfiguration']['name'];

/** Every provider: one that is missing here does not compile. */
export const PROVIDER_NAMES = Object.keys({
  SIMULATOR: true,
  STRIPE: true,
} satisfies Record<ProviderName, true>) as readonly ProviderName[];

/**
 * A payment or the collection of an instrument, as a provider keeps it. Every provider has something of the
 * kind; the words are the field's.
 *
 * - `REQUIRES_CONFIRMATION`: made, and waiting for the details.
 * - `ACTION_REQUIRED`: the person must act (3-D Secure, a hosted page); `redirectUrl` says where, if anywhere.
 * - `PROCESSING`: the provider has not decided yet. A debit that is only pending counts as done
 *   (design of the service, tokens and usages).
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

/** An instrument as the provider keeps it: an opaque reference, and details that are masked already. */
export interface ProviderInstrument {
  readonly reference: string;
  readonly details: Schemas['PaymentInstrumentDetails'];
}

export interface ProviderIntent {
  readonly reference: string;
  readonly status: IntentStatus;
  readonly mode: 'SETUP' | 'PAYMENT';
  /** For the provider's component in the browser. Never logged, never stored by the service. */
  readonly clientSecret?: string;
  readonly redirectUrl?: string;
  readonly instrument?: ProviderInstrument;
  /** Minor units of `currency`. */
  readonly amountAuthorized: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly failure?: { readonly code: DeclineCode; readonly message: string };
  /** SUCCEEDED, and the money was taken back later: a debit that the bank returned, a charge that the payer disputed. */
  readonly returned?: {
    readonly code: DeclineCode;
    /** Until when the studio can say why the payment was right; absent where it cannot, or has. */
    readonly answerBy?: Date;
  };
  /** DECLINED, and whoever has the client secret could try again: it has to be cancelled. */
  readonly isStillOpen?: true;
}

export interface CreateIntent {
  readonly mode: 'SETUP' | 'PAYMENT';
  readonly paymentMethod: PaymentMethod;
  /** Minor units; 0 with mode SETUP. */
  readonly amount: number;
  readonly currency: string;
  /** Authorise now and capture when the usage is posted (cards, PayPal), or pay at once. */
  readonly captureLater: boolean;
  /** The provider may charge the instrument again without the person. */
  readonly saveInstrument: boolean;
  /** The person at the provider: our paymentServiceCustomerId. */
  readonly customerReference: string;
  readonly statementText: string;
  /** The address that a hosted page or a 3-D Secure redirect leads back to. */
  readonly returnUrl?: string;
}

/** Time and place at which a person agreed to be charged again. */
export interface Acceptance {
  readonly acceptedAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

/** The details of a direct debit; the only data of a person that pass through the service to a provider. */
export interface ConfirmIntent {
  readonly paymentMethod: PaymentMethod;
  readonly details: Schemas['PaymentDetails'];
  readonly mandate?: Acceptance & { readonly reference: string };
  /** Of an instrument that is kept and that a page of the provider collects. */
  readonly acceptance?: Acceptance;
  /** The address that a page of the provider leads back to. */
  readonly returnUrl?: string;
}

/** An off-session charge of a stored instrument: a debit under its mandate, a card on file. */
export interface ChargeInstrument {
  readonly instrumentReference: string;
  readonly paymentMethod: PaymentMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly customerReference: string;
  readonly statementText: string;
}

/** A movement of money that is made once, however often and however late it is asked for again. */
export interface Movement {
  /** Of a usage, a charge or a refund: the idempotency key, and what the provider keeps with what it makes. */
  readonly key: string;
  /** Not after the first try. */
  readonly since: Date;
}

/**
 * A payment service provider as the service uses it, per studio.
 *
 * Each call that changes something takes an idempotency key: the provider does it at most once for a key and
 * gives the same answer again. So a call whose outcome is unknown is resolved by making it again with its key,
 * never by making another one. What an intent cannot do twice takes just the key; what would move money a second time
 * takes a `Movement`, because a provider may forget its keys.
 *
 * @throws ProviderUnavailableError when no answer came, or none that can be understood: the outcome is unknown.
 * @throws ProviderRequestError when the provider says that the request itself is wrong (nothing happened).
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Origins that the provider may send a person to, by the configuration, such as `https://pay.example`. */
  readonly redirectOrigins: readonly string[];
  /** Fields that our own form must have for this provider, beside those of the scheme. */
  requiredFields(method: PaymentMethod): readonly 'email'[];
  /** The provider's settings for the browser; public. */
  publicConfiguration(studioPublicKey: string): Schemas['ProviderConfiguration'];
  createIntent(request: CreateIntent, idempotencyKey: string): Promise<ProviderIntent>;
  confirmIntent(reference: string, request: ConfirmIntent, idempotencyKey: string): Promise<ProviderIntent>;
  retrieveIntent(reference: string): Promise<ProviderIntent>;
  /** Captures `amount` minor units, at most what was authorised; the rest is released. */
  captureIntent(reference: string, amount: number, idempotencyKey: string): Promise<ProviderIntent>;
  /** Releases what is held, and lets nobody confirm it any more. An intent that has ended is answered as it is. */
  cancelIntent(reference: string, idempotencyKey: string): Promise<ProviderIntent>;
  /** Gives back `amount` minor units of what was captured. */
  refundIntent(reference: string, amount: number, movement: Movement): Promise<ProviderIntent>;
  chargeInstrument(request: ChargeInstrument, movement: Movement): Promise<ProviderIntent>;
  /** Forgets an instrument: nobody can charge it any more. One that is forgotten already changes nothing. */
  detachInstrument(reference: string, idempotencyKey: string): Promise<void>;
}

/** No answer of the provider that says what happened. Ask again with the same idempotency key. */
export class ProviderUnavailableError extends Error {
  override readonly name: string = 'ProviderUnavailableError';
}

/** What an earlier try of a movement came to cannot be told from what the provider answers: nothing may be repeated. */
export class ProviderUnclearError extends ProviderUnavailableError {
  override readonly name = 'ProviderUnclearError';
  constructor(
    message: string,
    /** Of the movement. */
    readonly key: string,
  ) {
    super(message);
  }
}

/** The provider refused the request as wrong; nothing happened. */
export class ProviderRequestError extends Error {
  override readonly name = 'ProviderRequestError';
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

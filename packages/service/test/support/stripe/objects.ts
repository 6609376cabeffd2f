/** Objects that the recorder stores. Clients see them as Stripe presents them (present.ts). */

export interface PaymentMethod {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  customer: string | null;
  readonly billingDetails: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly address: Readonly<Record<string, string | null>> | null;
  };
  readonly behaviour: Behaviour;
  /** Content of the member that is named after the type. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly isGivenBack?: boolean;
}

export interface Mandate {
  readonly id: string;
  readonly paymentMethod: PaymentMethod;
  readonly reference: string;
  isRevoked: boolean;
  readonly acceptance: { readonly ip: string; readonly userAgent: string } | null;
}

/** Charge of an intent, with amounts in minor units. */
export interface Charge {
  readonly id: string;
  readonly amount: number;
  captured: number;
  refunded: number;
  /** Status of a dispute about it; null if there is none. */
  dispute: DisputeStatus | null;
}

/** A page's domain on which wallets may have buttons. */
export interface PaymentMethodDomain {
  readonly id: string;
  readonly domain_name: string;
  enabled: boolean;
  readonly created: number;
  /** Messages by wallet, found by the last validation. */
  problems: ReadonlyMap<string, string>;
}

/** A refund as Stripe presents it. */
export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: string;
  status: 'succeeded' | 'failed';
}

export type DisputeStatus = 'warning_under_review' | 'needs_response' | 'lost' | 'won';

export type IntentKind = 'payment_intent' | 'setup_intent';
type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface LastError {
  readonly type: 'card_error' | 'invalid_request_error';
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

export interface Intent {
  readonly kind: IntentKind;
  readonly id: string;
  readonly clientSecret: string;
  readonly created: number;
  /** Amount in minor units; 0 for a setup intent. */
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly allowedTypes: readonly string[];
  /** Types whose money is at first only held. */
  readonly heldTypes: readonly string[];
  readonly futureUsage: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly description: string | null;
  status: IntentStatus;
  paymentMethod: PaymentMethod | null;
  mandate: Mandate | null;
  charge: Charge | null;
  challenge: { readonly by: 'modal' | 'redirect'; readonly then: Behaviour['inSession'] } | null;
  returnUrl: string | null;
  lastError: LastError | null;
  cancellationReason: string | null;
}

/** Reason for a bank's refusal, in Stripe's words. */
export interface Decline {
  readonly code: string;
  readonly declineCode?: string;
}

/** Results of using a payment method. */
export type Outcome =
  | { readonly kind: 'success' }
  /** The bank decides later, as for a debit. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'challenge'; readonly by: 'modal' | 'redirect'; readonly then: Outcome };

export interface Behaviour {
  /** Outcome while the person is present. */
  readonly inSession: Outcome;
  /** Outcome of a later charge without the person. */
  readonly offSession: Outcome;
}

import type Stripe from 'stripe';
import { invalidRequest } from './refusal.js';
import type { Charge, Intent, Mandate, PaymentMethod } from './objects.js';

/** Responses as Stripe writes them. Members and their types are the SDK's, so that a wrong name does not compile. */

type PaymentIntentView = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'payment_method'
  | 'latest_charge'
  | 'last_payment_error'
  | 'next_action'
  | 'status'
  | 'cancellation_reason'
  | 'setup_future_usage'
  | 'allowed_payment_method_types'
>;
type SetupIntentView = Pick<
  Stripe.SetupIntent,
  | 'id'
  | 'object'
  | 'client_secret'
  | 'created'
  | 'customer'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'payment_method'
  | 'mandate'
  | 'last_setup_error'
  | 'next_action'
  | 'status'
  | 'usage'
  | 'cancellation_reason'
  | 'allowed_payment_method_types'
>;

const EXPANDABLE = {
  payment_intent: ['payment_method', 'latest_charge', 'customer'],
  setup_intent: ['payment_method', 'mandate', 'customer'],
} as const;

/** Presents an intent. @throws Refusal 400 for a member that Stripe does not expand. */
export function presentIntent(
  intent: Intent,
  expand: readonly string[],
  origin: string,
): PaymentIntentView | SetupIntentView {
  for (const member of expand) {
    if (!(EXPANDABLE[intent.kind] as readonly string[]).includes(member)) {
      throw invalidRequest(`This property cannot be expanded (${member}).`, undefined, 'expand');
    }
  }
  const { charge, paymentMethod, mandate } = intent;
  const method =
    paymentMethod && orId(paymentMethod, presentPaymentMethod, expand.includes('payment_method'));
  const common = {
    id: intent.id,
    client_secret: intent.clientSecret,
    created: intent.created,
    customer: intent.customer,
    description: intent.description,
    livemode: false,
    metadata: { ...intent.metadata },
    payment_method: method as Stripe.PaymentMethod | string | null,
    status: intent.status,
    next_action: nextAction(intent, origin) as never,
    cancellation_reason: intent.cancellationReason as never,
    allowed_payment_method_types: [...intent.allowedTypes],
  };
  const lastError = intent.lastError && {
    ...intent.lastError,
    ...(paymentMethod && { payment_method: presentPaymentMethod(paymentMethod) }),
  };
  if (intent.kind === 'setup_intent') {
    return {
      ...common,
      object: 'setup_intent',
      usage: 'off_session',
      mandate: (mandate && orId(mandate, presentMandate, expand.includes('mandate'))) as
        | Stripe.Mandate
        | string
        | null,
      last_setup_error: lastError as never,
    };
  }
  return {
    ...common,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.status === 'succeeded' ? (charge?.captured ?? 0) : 0,
    currency: intent.currency,
    latest_charge: (charge &&
      orId(charge, (shown) => presentCharge(shown, intent), expand.includes('latest_charge'))) as
      | Stripe.Charge
      | string
      | null,
    last_payment_error: lastError as never,
    setup_future_usage: intent.futureUsage as never,
  };
}

export function presentPaymentMethod(method: PaymentMethod): object {
  return {
    id: method.id,
    object: 'payment_method',
    billing_details: method.billingDetails,
    created: method.created,
    customer: method.customer,
    livemode: false,
    type: method.type,
    [method.type]: method.shown,
  };
}

export function presentMandate({ id, paymentMethod, reference, acceptance, isRevoked }: Mandate): object {
  const url = `https://hooks.stripe.com/adapter/mandates/${id}`;
  return {
    id,
    object: 'mandate',
    livemode: false,
    status: isRevoked ? 'inactive' : 'active',
    type: 'multi_use',
    payment_method: paymentMethod.id,
    customer_acceptance: {
      type: 'online',
      online: { ip_address: acceptance?.ip ?? null, user_agent: acceptance?.userAgent ?? null },
    },
    payment_method_details: { type: paymentMethod.type, [paymentMethod.type]: { reference, url } },
  };
}

/** Presents a charge. The part that a partial capture releases counts as refunded. */
function presentCharge(charge: Charge, { kind, currency, paymentMethod }: Intent): object {
  const letGo = charge.captured > 0 ? charge.amount - charge.captured : 0;
  const type = paymentMethod?.type ?? '';
  return {
    id: charge.id,
    object: 'charge',
    [kind]: kind,
    amount: charge.amount,
    amount_captured: charge.captured,
    amount_refunded: charge.refunded + letGo,
    captured: charge.captured > 0,
    currency,
    // The charge stays disputed whatever the result of the dispute.
    disputed: charge.dispute !== null,
    payment_method_details: { type, [type]: paymentMethod?.shown ?? {} },
  };
}

/** 6 December 2026, in seconds. */
const DISPUTE_DUE = 1_796_515_200;

/** Presents the dispute about an intent's charge, if there is one. */
export function presentDispute({ id, charge, currency }: Intent): object[] {
  if (!charge?.dispute) return [];
  return [
    {
      id: `dp_${id}`,
      object: 'dispute',
      amount: charge.captured,
      charge: charge.id,
      currency,
      livemode: false,
      payment_intent: id,
      status: charge.dispute,
      evidence_details: { due_by: charge.dispute === 'needs_response' ? DISPUTE_DUE : null },
    },
  ];
}

function nextAction(
  { challenge, status, returnUrl, id, clientSecret }: Intent,
  origin: string,
): object | null {
  if (challenge === null || status !== 'requires_action') return null;
  if (challenge.by === 'modal') {
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stripe_3ds2_challenge' } };
  }
  const url = `${origin}/pages/${id}?client_secret=${clientSecret}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

function orId<T extends { readonly id: string }>(
  found: T,
  present: (found: T) => object,
  isExpanded: boolean,
) {
  return isExpanded ? present(found) : found.id;
}

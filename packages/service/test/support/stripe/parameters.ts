import type Stripe from 'stripe';

/** Calls that change something, each with the parameters that the SDK's own types allow. */
export interface Parameters {
  readonly 'POST /v1/customers': Stripe.CustomerCreateParams;
  readonly 'POST /v1/payment_intents': Stripe.PaymentIntentCreateParams;
  readonly 'POST /v1/payment_intents/:id/confirm': Stripe.PaymentIntentConfirmParams;
  readonly 'POST /v1/payment_intents/:id/capture': Stripe.PaymentIntentCaptureParams;
  readonly 'POST /v1/payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams;
  readonly 'POST /v1/setup_intents': Stripe.SetupIntentCreateParams;
  readonly 'POST /v1/setup_intents/:id/confirm': Stripe.SetupIntentConfirmParams;
  readonly 'POST /v1/setup_intents/:id/cancel': Stripe.SetupIntentCancelParams;
  readonly 'POST /v1/payment_methods/:id/detach': Stripe.PaymentMethodDetachParams;
  readonly 'POST /v1/payment_method_domains': Stripe.PaymentMethodDomainCreateParams;
  readonly 'POST /v1/payment_method_domains/:id': Stripe.PaymentMethodDomainUpdateParams;
  readonly 'POST /v1/payment_method_domains/:id/validate': Stripe.PaymentMethodDomainValidateParams;
  readonly 'POST /v1/refunds': Stripe.RefundCreateParams;
}

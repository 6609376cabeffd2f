import { at, textAt, type FormObject } from './form.js';
import { invalidRequest, Refusal } from './refusal.js';
import { cardOfToken, linkMethod, readPaymentMethod } from './test-payment-methods.js';
import type { Books } from './books.js';
import type { Decline, Intent, LastError, Outcome, PaymentMethod } from './objects.js';

const DEBITS = ['sepa_debit', 'bacs_debit'];
const REDIRECTED = ['paypal', 'ideal', 'bancontact', 'twint'];
/** Countries whose IBANs Stripe accepts without an address. */
const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

/**
 * Confirms an intent with a payment method, new or stored.
 *
 * @throws Refusal 400 if the intent cannot be confirmed, 402 if the bank refuses immediately.
 */
export function confirmIntent(
  books: Books,
  intent: Intent,
  form: FormObject,
  by: 'service' | 'browser',
): void {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
    throw invalidRequest(
      `You cannot confirm this intent because it has a status of ${intent.status}.`,
      `${intent.kind}_unexpected_state`,
    );
  }
  const isOffSession = textAt(form, 'off_session') === 'true';
  const method = chosenMethod(books, intent, form);
  requireWhatItNeeds(intent, method, form, by);
  intent.paymentMethod = method;
  intent.returnUrl = textAt(form, 'return_url') ?? null;
  intent.lastError = null;
  collect(books, intent, method, form);
  proceed(books, intent, isOffSession ? method.behaviour.offSession : method.behaviour.inSession);
  throwDecline(intent);
}

/** Answers a challenge as a person does, in the modal or on the page that the intent leads to. */
export function answerChallenge(books: Books, intent: Intent, outcome: 'complete' | 'fail'): void {
  const { challenge } = intent;
  if (intent.status !== 'requires_action' || challenge === null) {
    throw invalidRequest('There is nothing to answer.', `${intent.kind}_unexpected_state`);
  }
  intent.challenge = null;
  const failed: Outcome = { kind: 'declined', decline: { code: `${intent.kind}_authentication_failure` } };
  proceed(books, intent, outcome === 'complete' ? challenge.then : failed);
}

/** Pays an intent with a method of type `link`, which is not a card and is not held. */
export function payWithLink(books: Books, intent: Intent): void {
  const method = linkMethod(books.newId('pm'), books.now());
  books.paymentMethods.set(method.id, method);
  intent.paymentMethod = method;
  proceed(books, intent, method.behaviour.inSession);
}

function chosenMethod(books: Books, intent: Intent, form: FormObject): PaymentMethod {
  const given = textAt(form, 'payment_method');
  const card = given === undefined ? null : cardOfToken(given);
  const stored = card ? undefined : given;
  const data = card ?? at(form, 'payment_method_data');
  if (stored === undefined && (typeof data !== 'object' || Array.isArray(data))) {
    throw invalidRequest('You must provide a payment method.', 'parameter_missing', 'payment_method');
  }
  const method =
    stored === undefined
      ? readPaymentMethod(books.newId('pm'), data as FormObject, books.now())
      : books.paymentMethod(stored);
  if (!intent.allowedTypes.includes(method.type)) {
    const problem = `The payment method type "${method.type}" is not allowed for this intent.`;
    throw invalidRequest(problem, 'payment_intent_incompatible_payment_method', 'payment_method');
  }
  if (stored !== undefined && (method.customer === null || method.customer !== intent.customer)) {
    throw invalidRequest('The payment method does not belong to the customer.', undefined, 'payment_method');
  }
  books.paymentMethods.set(method.id, method);
  return method;
}

function requireWhatItNeeds(
  intent: Intent,
  method: PaymentMethod,
  form: FormObject,
  by: 'service' | 'browser',
): void {
  const missing = (param: string, code = 'parameter_missing') =>
    // Stripe's messages may repeat what was sent. This one contains the name, so that tests detect code that passes it
    // on.
    invalidRequest(`Missing required param: ${param} (of ${method.billingDetails.name}).`, code, param);
  const isStored = textAt(form, 'payment_method') !== undefined;
  const { billingDetails, shown } = method;
  if (REDIRECTED.includes(method.type) && textAt(form, 'return_url') === undefined && !isStored) {
    throw missing('return_url');
  }
  if (isStored) return;
  const agreement = at(form, 'mandate_data', 'customer_acceptance', 'online');
  const needsAgreement =
    DEBITS.includes(method.type) || (method.type === 'paypal' && intent.futureUsage !== null);
  if (by === 'service' && needsAgreement && agreement === undefined) throw missing('mandate_data');
  if (!DEBITS.includes(method.type)) return;
  if (billingDetails.name === null) throw missing('billing_details[name]');
  if (billingDetails.email === null) throw missing('billing_details[email]');
  const needsAddress = method.type === 'bacs_debit' || !EEA.includes(String(shown.country));
  if (needsAddress && !billingDetails.address?.line1) {
    throw missing('billing_details[address]', 'payment_method_billing_details_address_missing');
  }
}

function collect(books: Books, intent: Intent, method: PaymentMethod, form: FormObject): void {
  if (intent.futureUsage === null) return;
  method.customer = intent.customer;
  if (intent.kind !== 'setup_intent' || !DEBITS.includes(method.type)) return;
  const ip = textAt(form, 'mandate_data', 'customer_acceptance', 'online', 'ip_address') ?? '';
  const userAgent = textAt(form, 'mandate_data', 'customer_acceptance', 'online', 'user_agent') ?? '';
  const id = books.newId('mandate');
  const mandate = {
    id,
    paymentMethod: method,
    reference: id.slice(-12).toUpperCase(),
    acceptance: { ip, userAgent },
    isRevoked: false,
  };
  books.mandates.set(id, mandate);
  intent.mandate = mandate;
}

/** Moves an intent to the state that an outcome leads to. */
function proceed(books: Books, intent: Intent, outcome: Outcome): void {
  switch (outcome.kind) {
    case 'challenge':
      intent.status = 'requires_action';
      intent.challenge = outcome;
      return;
    case 'declined':
      refuse(intent, outcome.decline);
      return;
    case 'pending':
      if (intent.kind === 'setup_intent') intent.status = 'succeeded';
      else charge(books, intent, 'processing');
      return;
    case 'success':
      if (intent.kind === 'setup_intent') intent.status = 'succeeded';
      else
        charge(
          books,
          intent,
          intent.heldTypes.includes(intent.paymentMethod?.type ?? '') ? 'requires_capture' : 'succeeded',
        );
  }
}

function charge(books: Books, intent: Intent, status: 'processing' | 'requires_capture' | 'succeeded'): void {
  const { amount } = intent;
  intent.charge = {
    id: books.newId('ch'),
    amount,
    captured: status === 'succeeded' ? amount : 0,
    refunded: 0,
    dispute: null,
  };
  intent.status = status;
}

export function refuse(intent: Intent, { code, declineCode }: Decline): void {
  const error: LastError = {
    type: code.endsWith('_authentication_failure') ? 'invalid_request_error' : 'card_error',
    code,
    message: `Your payment method was declined (${code}).`,
    ...(declineCode !== undefined && { decline_code: declineCode }),
  };
  intent.status = 'requires_payment_method';
  intent.lastError = error;
}

/** Throws the intent's decline, because a refused confirmation is an error. The server adds the intent to it. */
function throwDecline({ lastError }: Intent): void {
  if (lastError !== null) throw new Refusal(402, { ...lastError, type: 'card_error' }, true);
}

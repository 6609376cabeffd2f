import { at, textAt, type FormObject } from './form.js';
import { invalidRequest } from './refusal.js';
import type { Behaviour, Outcome, PaymentMethod } from './objects.js';

const SUCCESS: Outcome = { kind: 'success' };
const declined = (code: string, declineCode?: string): Outcome => ({
  kind: 'declined',
  decline: { code, ...(declineCode !== undefined && { declineCode }) },
});
const always = (outcome: Outcome): Behaviour => ({ inSession: outcome, offSession: outcome });
const challenged = (by: 'modal' | 'redirect', then: Outcome, offSession: Outcome): Behaviour => ({
  inSession: { kind: 'challenge', by, then },
  offSession,
});
const NEEDS_PERSON = declined('authentication_required', 'authentication_required');

/** Stripe's public test cards that the tests use (docs.stripe.com/testing). */
const CARDS: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': always(SUCCESS),
  '5555555555554444': always(SUCCESS),
  '378282246310005': always(SUCCESS),
  '4000000000000002': always(declined('card_declined', 'generic_decline')),
  '4000000000009995': always(declined('card_declined', 'insufficient_funds')),
  '4000000000000069': always(declined('expired_card', 'expired_card')),
  '4000000000000127': always(declined('incorrect_cvc', 'incorrect_cvc')),
  '4000000000000119': always(declined('processing_error', 'processing_error')),
  '4000000000000341': { inSession: SUCCESS, offSession: declined('card_declined', 'generic_decline') },
  '4000000000003220': challenged('modal', SUCCESS, NEEDS_PERSON),
  '4000002500003155': challenged('modal', SUCCESS, SUCCESS),
  '4000008400001629': challenged('modal', declined('card_declined', 'generic_decline'), NEEDS_PERSON),
  '4000002760003184': challenged('redirect', SUCCESS, NEEDS_PERSON),
};

/** Stripe's names of cards that a call may send instead of a number (docs.stripe.com/testing). */
const TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
};

/** Returns the payment method of a test token as a form would contain it; null for anything else. */
export function cardOfToken(token: string): FormObject | null {
  const number = TOKENS[token];
  return number === undefined ? null : { type: 'card', card: { number, exp_month: '12', exp_year: '2034' } };
}

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^5/, 'mastercard'],
  [/^3/, 'amex'],
];

const REDIRECTED = ['paypal', 'ideal', 'bancontact', 'twint'];
const DEBITS = ['sepa_debit', 'bacs_debit'];

/** Accounts whose debits the bank returns. */
const REFUSED_ACCOUNTS = ['DE62370400440532013001', '00022222'];

/** Reads the part of a payment method that is stored: never a full number, only its end. */
export function readPaymentMethod(id: string, data: FormObject, created: number): PaymentMethod {
  const type = textAt(data, 'type') ?? '';
  const base = { id, type, created, customer: null, billingDetails: billingDetails(data) };
  if (type === 'card') return { ...base, ...readCard(data) };
  if (REDIRECTED.includes(type))
    return { ...base, behaviour: challenged('redirect', SUCCESS, SUCCESS), shown: redirected(type) };
  if (!DEBITS.includes(type))
    throw invalidRequest(`Invalid type: ${type}`, undefined, 'payment_method_data[type]');
  const number = textAt(data, type, type === 'sepa_debit' ? 'iban' : 'account_number') ?? '';
  const behaviour: Behaviour = {
    inSession: { kind: 'pending' },
    offSession: { kind: 'pending' },
  };
  const shown =
    type === 'sepa_debit'
      ? { country: number.slice(0, 2), last4: number.slice(-4), bank_code: number.slice(4, 12) }
      : { last4: number.slice(-4), sort_code: textAt(data, type, 'sort_code') ?? null };
  return { ...base, behaviour, shown, isGivenBack: REFUSED_ACCOUNTS.includes(number) };
}

/** Creates the method with which Link pays if it is a method of its own. */
export function linkMethod(id: string, created: number): PaymentMethod {
  const behaviour = always(SUCCESS);
  const details = billingDetails({});
  return { id, type: 'link', created, customer: null, billingDetails: details, behaviour, shown: {} };
}

function readCard(data: FormObject): Pick<PaymentMethod, 'behaviour' | 'shown'> {
  const number = (textAt(data, 'card', 'number') ?? '').replaceAll(' ', '');
  const behaviour = CARDS[number];
  const wallet = textAt(data, 'card', 'wallet');
  if (!behaviour) throw invalidRequest('Your card number is incorrect.', 'incorrect_number', 'number');
  return {
    behaviour,
    shown: {
      brand: BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown',
      country: 'US',
      exp_month: Number(textAt(data, 'card', 'exp_month')),
      exp_year: fullYear(textAt(data, 'card', 'exp_year') ?? ''),
      funding: 'credit',
      last4: number.slice(-4),
      wallet: wallet === undefined ? null : { dynamic_last4: null, type: wallet, [wallet]: {} },
    },
  };
}

const fullYear = (year: string): number => Number(year.length === 2 ? `20${year}` : year);

function redirected(type: string): PaymentMethod['shown'] {
  if (type === 'ideal') return { bank: 'ing', bic: 'INGBNL2A' };
  return type === 'paypal' ? { payer_email: null } : {};
}

function billingDetails(data: FormObject): PaymentMethod['billingDetails'] {
  const text = (...path: string[]) => textAt(data, 'billing_details', ...path) ?? null;
  const address =
    at(data, 'billing_details', 'address') === undefined
      ? null
      : {
          line1: text('address', 'line1'),
          line2: text('address', 'line2'),
          city: text('address', 'city'),
          postal_code: text('address', 'postal_code'),
          state: text('address', 'state'),
          country: text('address', 'country'),
        };
  return { name: text('name'), email: text('email'), phone: text('phone'), address };
}

import { catalogue, type ProviderMethod } from '@upc/contract/catalogue';
import { newId } from '../bank/secrets.js';
import type { Account, IntentCreated } from '../ledger/events.js';
import { isRegistered, webOrigin } from '../origins.js';
import { Refusal } from '../refusal.js';
import { canBeCaptured, canBeCollected } from './method-rules.js';

/** Terms of an intent; the route checks their shape. */
export interface IntentTerms {
  readonly mode: 'setup' | 'payment';
  readonly paymentMethod: ProviderMethod;
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod?: 'automatic' | 'manual';
  readonly saveInstrument?: boolean;
  readonly customer: string;
  readonly statementText: string;
  readonly returnUrl?: string;
}

/**
 * Creates an intent.
 *
 * @throws Refusal naming the parameter that does not fit the mode, the method or the account
 */
export function createIntent(account: Account, terms: IntentTerms): IntentCreated {
  const { mode, paymentMethod, amount, currency, captureMethod, saveInstrument, returnUrl, ...rest } = terms;
  const { currency: ownCurrency } = catalogue[paymentMethod];
  if (mode === 'setup' && !canBeCollected(paymentMethod)) {
    throw Refusal.invalid('mode_unsupported', `${paymentMethod} cannot be collected for later.`, 'mode');
  }
  if ((mode === 'setup') !== (amount === 0)) {
    throw Refusal.invalid(
      'amount_invalid',
      `amount is ${amount}; it must be 0 with mode setup, at least 1 minor unit with mode payment.`,
      'amount',
    );
  }
  if (ownCurrency !== null && ownCurrency !== currency) {
    throw Refusal.invalid(
      'currency_unsupported',
      `${paymentMethod} takes ${ownCurrency}, not ${currency}.`,
      'currency',
    );
  }
  if (captureMethod === 'manual' && (mode === 'setup' || !canBeCaptured(paymentMethod))) {
    throw Refusal.invalid(
      'capture_method_unsupported',
      `${paymentMethod} cannot be captured later${mode === 'setup' ? ' with mode setup' : ''}.`,
      'captureMethod',
    );
  }
  if (returnUrl !== undefined) requireReturn(returnUrl, account);
  return {
    type: 'intent.created',
    intent: newId('int'),
    account: account.publicKey,
    mode,
    paymentMethod,
    amount,
    currency,
    captureMethod: captureMethod ?? 'automatic',
    saveInstrument: mode === 'setup' || (saveInstrument === true && canBeCollected(paymentMethod)),
    ...rest,
    ...(returnUrl !== undefined && { returnUrl }),
  };
}

/**
 * Requires that a return address is on a registered origin of the account.
 *
 * @throws Refusal when payers may not be sent there
 */
export function requireReturn(returnUrl: string, account: Account): void {
  const origin = webOrigin(returnUrl);
  if (origin === undefined || !isRegistered(origin, account.origins)) {
    throw Refusal.invalid(
      'return_url_not_registered',
      `returnUrl must be http(s) on a registered origin of the account; its origin is ${origin ?? 'none of the web'}.`,
      'returnUrl',
    );
  }
}

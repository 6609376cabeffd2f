import type { Method } from '@upc/contract/simulator-api';
import { newId } from '../bank/secrets.js';
import type { Account, IntentCreated } from '../ledger/events.js';
import { isRegistered, webOrigin } from '../origins.js';
import { Refusal } from '../refusal.js';
import { METHOD_RULES } from './method-rules.js';

/** What is asked for; the shape is checked by the route. */
export interface IntentTerms {
  readonly mode: 'setup' | 'payment';
  readonly paymentMethod: Method;
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod?: 'automatic' | 'manual';
  readonly saveInstrument?: boolean;
  readonly customer: string;
  readonly statementText: string;
  readonly returnUrl?: string;
}

/** @throws Refusal naming the parameter that does not fit the mode, the method or the account */
export function createIntent(account: Account, terms: IntentTerms): IntentCreated {
  const { mode, paymentMethod, amount, currency, captureMethod, saveInstrument, returnUrl, ...rest } = terms;
  const rules = METHOD_RULES[paymentMethod];
  if (mode === 'setup' && !rules.setup) {
    throw Refusal.invalid('mode_unsupported', `${paymentMethod} cannot be collected for later.`, 'mode');
  }
  if ((mode === 'setup') !== (amount === 0)) {
    throw Refusal.invalid(
      'amount_invalid',
      `amount is ${amount}; it must be 0 with mode setup, at least 1 minor unit with mode payment.`,
      'amount',
    );
  }
  if (rules.currency !== undefined && rules.currency !== currency) {
    throw Refusal.invalid(
      'currency_unsupported',
      `${paymentMethod} takes ${rules.currency}, not ${currency}.`,
      'currency',
    );
  }
  if (captureMethod === 'manual' && (mode === 'setup' || !rules.manualCapture)) {
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
    saveInstrument: mode === 'setup' || (saveInstrument === true && rules.setup),
    ...rest,
    ...(returnUrl !== undefined && { returnUrl }),
  };
}

/** @throws Refusal when a person may not be sent there */
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

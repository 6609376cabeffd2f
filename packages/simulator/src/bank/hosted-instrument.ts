import { isOfFlow, type MethodOf } from '@upc/contract/catalogue';
import type { BankAnswer, Instrument } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { debitAccount, type DebitDetails } from './debit-account.js';
import { debitInstrument } from './debit-instrument.js';
import { newId, type Secrets } from './secrets.js';

/** Details that a person types into a provider page, if the method has fields there (BECS). */
export type PageDetails = DebitDetails & { readonly email?: string };

/**
 * Returns the instrument of a person who agrees on a provider page, and the bank's verdict on it. If the page has no
 * fields, the person counts as logged in.
 *
 * @throws Refusal naming the invalid detail
 */
export function hostedInstrument(intent: Intent, details: PageDetails, secrets: Secrets): BankAnswer {
  const { paymentMethod } = intent;
  if (!isOfFlow(paymentMethod, 'page')) throw new Error(`${paymentMethod} has no page of the provider.`);
  return INSTRUMENTS[paymentMethod]({ ...intent, paymentMethod }, details, secrets);
}

type PageIntent = Intent & { readonly paymentMethod: MethodOf<'page'> };
type Hosted = (intent: PageIntent, details: PageDetails, secrets: Secrets) => BankAnswer;

const INSTRUMENTS = {
  PAYPAL: loggedIn({}),
  TWINT: loggedIn({}),
  IDEAL: loggedIn({ bankName: 'Simulated Bank' }),
  BANCONTACT: loggedIn({
    card: { brand: 'bancontact', holder: 'Test Person', last4: '0003', expiry: '12/2030' },
  }),
  BECS: ({ id, saveInstrument }, details, secrets) => {
    const account = debitAccount('BECS', details);
    const given = { mandate: `BECS-${id.slice(-12).toUpperCase()}`, email: details.email };
    return {
      instrument: debitInstrument({ paymentMethod: 'BECS', saveInstrument }, account, given, secrets),
      verdict: account.onSetup,
    };
  },
} satisfies Readonly<Record<MethodOf<'page'>, Hosted>>;

/** Makes the rule for a person who is logged in: they need not type anything, only agree. */
function loggedIn(shown: Pick<Instrument, 'bankName' | 'card'>): Hosted {
  return ({ paymentMethod, saveInstrument, customer }, _, secrets) => ({
    instrument: {
      id: newId('ins'),
      paymentMethod,
      reusable: saveInstrument,
      fingerprint: secrets.fingerprint(`${paymentMethod}/${customer}`),
      onCharge: 'approved',
      ...shown,
    },
    verdict: 'approved',
  });
}

import type { Instrument, Verdict } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import { debitAccount, type DebitDetails } from './debit-account.js';
import { debitInstrument } from './debit-instrument.js';
import { newId, type Secrets } from './secrets.js';

/** What a person types into a page of the provider, where the method has fields there (BECS). */
export type PageDetails = DebitDetails & { readonly email?: string };

/**
 * What a person who agrees on a page of the provider pays with, and what the bank says to it. Where there are no
 * fields they are logged in already.
 *
 * @throws Refusal naming the detail that is wrong
 */
export function hostedInstrument(
  intent: Intent,
  details: PageDetails,
  secrets: Secrets,
): { readonly instrument: Instrument; readonly verdict: Verdict } {
  const { id, paymentMethod, saveInstrument, customer } = intent;
  if (paymentMethod === 'BECS') {
    const account = debitAccount(paymentMethod, details);
    const given = { mandate: `BECS-${id.slice(-12).toUpperCase()}`, email: details.email };
    return {
      instrument: debitInstrument({ paymentMethod, saveInstrument }, account, given, secrets),
      verdict: account.onSetup,
    };
  }
  const instrument: Instrument = {
    id: newId('ins'),
    paymentMethod,
    reusable: saveInstrument,
    fingerprint: secrets.fingerprint(`${paymentMethod}/${customer}`),
    onCharge: 'approved',
    ...(paymentMethod === 'IDEAL' && { bankName: 'Simulated Bank' }),
    ...(paymentMethod === 'BANCONTACT' && { card: BANCONTACT_CARD }),
  };
  return { instrument, verdict: 'approved' };
}

const BANCONTACT_CARD = { brand: 'bancontact', holder: 'Test Person', last4: '0003', expiry: '12/2030' };

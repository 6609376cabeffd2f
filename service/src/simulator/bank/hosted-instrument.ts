import type { Instrument } from '../ledger/events.js';
import type { Intent } from '../ledger/intent.js';
import type { Secrets } from './secrets.js';

/** What a person who agrees on a page of the provider pays with: they are logged in there already. */
export function hostedInstrument(
  { paymentMethod, saveInstrument, customer }: Intent,
  id: string,
  secrets: Secrets,
): Instrument {
  const common = {
    id,
    paymentMethod,
    reusable: saveInstrument,
    fingerprint: secrets.fingerprint(`${paymentMethod}/${customer}`),
    onCharge: 'approved',
  } as const;
  switch (paymentMethod) {
    case 'IDEAL':
      return { ...common, bankName: 'Simulated Bank' };
    case 'BANCONTACT':
      return {
        ...common,
        card: { brand: 'bancontact', holder: 'Test Person', last4: '0003', expiry: '12/2030' },
      };
    default:
      return common;
  }
}

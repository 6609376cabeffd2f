import type { PaymentMethod } from '@upc/contract/gateway';
import type { ConfirmIntent } from '../../provider.js';
import { type Bench, type Check, movement, outcome, RETURN_URL, terms } from './check.js';

const acceptance = () => ({
  reference: 'VERIFY-1',
  paymentType: 'RECURRENT' as const,
  acceptedAt: new Date(),
  ip: '192.0.2.1',
  userAgent: 'verify:stripe',
});
const address = { line1: '1 High Street', city: 'London', postalCode: 'SW1A 1AA', country: 'GB' };
const sepa = { accountHolder: 'Test Person', iban: 'DE89370400440532013000', email: 'test@example.com' };
const bacs = {
  accountHolder: 'Test Person',
  bankLocationId: '108800',
  accountNumber: '00012345',
  email: 'test@example.com',
  address,
};

/** A debit method whose mandate is collected. */
interface Debit {
  readonly paymentMethod: PaymentMethod;
  readonly currency: string;
  readonly details: ConfirmIntent['details'];
}

const sepaDebit = (details: Debit['details']): Debit => ({ paymentMethod: 'SEPA', currency: 'EUR', details });

async function collect(bench: Bench, { paymentMethod, currency, details }: Debit) {
  const { provider } = bench;
  const setup = terms(bench, { mode: 'SETUP', paymentMethod, amount: 0, currency, saveInstrument: true });
  const { reference } = await provider.createIntent(setup, bench.key());
  return provider.confirmIntent(reference, { paymentMethod, details, mandate: acceptance() }, bench.key());
}

const collected = (name: string, debit: Debit): Check => ({
  name,
  expected: 'SUCCEEDED',
  see: (bench) => outcome(() => collect(bench, debit)),
});

const redirect = (paymentMethod: PaymentMethod, currency: string): Check => ({
  name: `${paymentMethod} leads to a page that we allow`,
  expected: 'ACTION_REQUIRED, allowed',
  see: async (bench) => {
    const { provider } = bench;
    const held = terms(bench, { paymentMethod, currency, captureLater: paymentMethod === 'PAYPAL' });
    const { reference } = await provider.createIntent(held, bench.key());
    const request = { paymentMethod, details: {}, returnUrl: RETURN_URL };
    const { status, redirectUrl = RETURN_URL } = await provider.confirmIntent(
      reference,
      request,
      bench.key(),
    );
    const { origin } = new URL(redirectUrl);
    return `${status}, ${provider.redirectOrigins.includes(origin) ? 'allowed' : origin}`;
  },
});

/** Checks debits from our own forms, and page methods. Each must be enabled in the account. */
export function methodChecks(): readonly Check[] {
  return [
    collected('SEPA: a mandate is collected', sepaDebit(sepa)),
    collected(
      'SEPA: an IBAN from outside the EEA, with the address',
      sepaDebit({
        ...sepa,
        iban: 'CH9300762011623852957',
        address: { line1: 'Seestrasse 40', city: 'Zürich', postalCode: '8002', country: 'CH' },
      }),
    ),
    {
      name: 'SEPA: no e-mail is refused',
      expected: 'refused',
      see: async (bench) => {
        const { email: _, ...rest } = sepa;
        const seen = await outcome(() => collect(bench, sepaDebit(rest)));
        return seen.split(':')[0] ?? seen;
      },
    },
    {
      name: 'SEPA: a charge under the mandate is pending',
      expected: 'PROCESSING',
      see: async (bench) => {
        const { instrument } = await collect(bench, sepaDebit(sepa));
        const charge = {
          instrumentReference: instrument?.reference ?? 'none',
          paymentMethod: 'SEPA',
          amount: 1500,
          currency: 'EUR',
          customerReference: bench.person,
          statementText: 'verify:stripe',
        } as const;
        return outcome(() => bench.provider.chargeInstrument(charge, movement(bench)));
      },
    },
    collected('BACS: a mandate is collected', { paymentMethod: 'BACS', currency: 'GBP', details: bacs }),
    redirect('PAYPAL', 'EUR'),
    redirect('IDEAL', 'EUR'),
    redirect('BANCONTACT', 'EUR'),
    redirect('TWINT', 'CHF'),
  ];
}

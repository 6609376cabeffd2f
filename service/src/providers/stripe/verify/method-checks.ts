import type { PaymentMethod } from '@upc/contract/gateway';
import type { ConfirmIntent } from '../../../ports/provider.js';
import { outcome, RETURN_URL, terms, type Bench, type Check } from './check.js';

const acceptance = () => ({
  reference: 'VERIFY-1',
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

async function collect(
  bench: Bench,
  paymentMethod: PaymentMethod,
  currency: string,
  details: ConfirmIntent['details'],
) {
  const { provider } = bench;
  const setup = terms(bench, { mode: 'SETUP', paymentMethod, amount: 0, currency, saveInstrument: true });
  const { reference } = await provider.createIntent(setup, bench.key());
  return provider.confirmIntent(reference, { paymentMethod, details, mandate: acceptance() }, bench.key());
}

const debit = (
  name: string,
  expected: string,
  method: PaymentMethod,
  currency: string,
  details: ConfirmIntent['details'],
): Check => ({ name, expected, see: (bench) => outcome(() => collect(bench, method, currency, details)) });

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

/** Debits of our own forms, and the methods of a page; each has to be switched on in the account. */
export function methodChecks(): readonly Check[] {
  return [
    debit('SEPA: a mandate is collected', 'SUCCEEDED', 'SEPA', 'EUR', sepa),
    debit('SEPA: an IBAN from outside the EEA, with the address', 'SUCCEEDED', 'SEPA', 'EUR', {
      ...sepa,
      iban: 'CH9300762011623852957',
      address: { line1: 'Seestrasse 40', city: 'Zürich', postalCode: '8002', country: 'CH' },
    }),
    {
      name: 'SEPA: no e-mail is refused',
      expected: 'refused',
      see: async (bench) => {
        const { email: _, ...rest } = sepa;
        const seen = await outcome(() => collect(bench, 'SEPA', 'EUR', rest));
        return seen.split(':')[0] ?? seen;
      },
    },
    {
      name: 'SEPA: a charge under the mandate is pending',
      expected: 'PROCESSING',
      see: async (bench) => {
        const { instrument } = await collect(bench, 'SEPA', 'EUR', sepa);
        const charge = {
          instrumentReference: instrument?.reference ?? 'none',
          paymentMethod: 'SEPA',
          amount: 1500,
          currency: 'EUR',
          customerReference: bench.person,
          statementText: 'verify:stripe',
        } as const;
        return outcome(() => bench.provider.chargeInstrument(charge, bench.key()));
      },
    },
    debit('BACS: a mandate is collected', 'SUCCEEDED', 'BACS', 'GBP', bacs),
    redirect('PAYPAL', 'EUR'),
    redirect('IDEAL', 'EUR'),
    redirect('BANCONTACT', 'EUR'),
    redirect('TWINT', 'CHF'),
  ];
}

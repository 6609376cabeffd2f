import type { PaymentMethod } from '@upc/contract/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderIntent } from '../../src/modules/payments/providers/provider.js';
import { movement } from '../support/movement.js';
import { charge, debit, mandate, setup } from './support/requests.js';
import { OTHER_STUDIO, SETTLEMENT_MS, startBench, type TestBench } from './support/simulator.js';

let bench: TestBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

let keys = 0;
const key = (): string => `key-${(keys += 1)}`;

interface Debit {
  readonly method: PaymentMethod;
  readonly currency: string;
  readonly details: Record<string, string>;
}
const swiss = (method: PaymentMethod, iban: string): Debit => ({
  method,
  currency: 'CHF',
  details: { iban },
});
const sepa = (iban: string): Debit => ({ method: 'SEPA', currency: 'EUR', details: { iban } });
const bacs = (bankLocationId: string, accountNumber: string): Debit => ({
  method: 'BACS',
  currency: 'GBP',
  details: { bankLocationId, accountNumber, email: 'ada@example.com' },
});
const ach = (bankLocationId: string, accountNumber: string): Debit => ({
  method: 'ACH',
  currency: 'USD',
  details: { bankLocationId, accountNumber },
});

async function collect({ method, currency, details }: Debit): Promise<ProviderIntent> {
  const provider = bench.provider();
  const made = await provider.createIntent(setup({ paymentMethod: method, currency }), key());
  return provider.confirmIntent(
    made.reference,
    { paymentMethod: method, details: { accountHolder: 'Ada Lovelace', ...details }, mandate },
    key(),
  );
}

describe('details that the provider refuses', () => {
  const cases: [string, Debit, string][] = [
    ['wrong check digits', sepa('DE00370400440532013000'), 'details.iban'],
    ['another bank by CH_DD', swiss('CH_DD', 'CH9300762011623852957'), 'details.iban'],
    ['a short sort code', bacs('1088', '00012345'), 'details.bankLocationId'],
    ['a routing number with a wrong sum', ach('110000001', '000123456789'), 'details.bankLocationId'],
    ['no IBAN', { method: 'SEPA', currency: 'EUR', details: {} }, 'details.iban'],
  ];
  it.each(cases)('%s', async (_, one, param) => {
    const error = await collect(one).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ProviderRequestError' });
    expect((error as Error).message).toContain(param);
    for (const value of Object.values(one.details)) expect((error as Error).message).not.toContain(value);
  });

  it('a debit without a mandate, and the intent can still be confirmed', async () => {
    const provider = bench.provider();
    const { reference } = await provider.createIntent(setup(), key());
    const { details } = debit('DE89370400440532013000');
    await expect(
      provider.confirmIntent(reference, { paymentMethod: 'SEPA', details }, key()),
    ).rejects.toMatchObject({
      code: 'parameter_missing',
    });
    const again = await provider.confirmIntent(reference, debit('DE89370400440532013000'), key());
    expect(again.status).toBe('SUCCEEDED');
  });
});

describe('masked details', () => {
  const cases: [string, Debit, unknown][] = [
    [
      'SEPA',
      sepa('de89 3704 0044 0532 0130 00'),
      { sepa: { bankAccountDetails: { accountHolder: 'Ada Lovelace', iban: 'DE89 •••• 3000' } } },
    ],
    [
      'ACH with a short number',
      ach('110000000', '12345'),
      {
        ach: {
          accountHolder: 'Ada Lovelace',
          bankAccountNumber: '•••• 45',
          bankLocationId: '110000000',
          mandateId: 'MANDATE-1',
        },
      },
    ],
  ];
  it.each(cases)('%s', async (_, one, details) => {
    expect((await collect(one)).instrument?.details).toEqual(details);
  });
});

describe('a debit in time', () => {
  it('is pending, then paid when the bank has decided, and can be refunded then', async () => {
    const provider = bench.provider();
    const { instrument } = await collect(sepa('DE89370400440532013000'));
    const charged = await provider.chargeInstrument(charge(instrument!.reference), movement());
    expect(charged).toMatchObject({ status: 'PROCESSING', amountCaptured: 0, currency: 'EUR' });
    await expect(provider.refundIntent(charged.reference, 100, movement())).rejects.toMatchObject({
      code: 'intent_unexpected_state',
    });
    expect(bench.simulator.ledger().at(-1)).toMatchObject({ pending: 2990, captured: 0 });

    bench.clock.advance(SETTLEMENT_MS - 1);
    expect((await provider.retrieveIntent(charged.reference)).status).toBe('PROCESSING');
    bench.clock.advance(1);
    expect(await provider.retrieveIntent(charged.reference)).toMatchObject({
      status: 'SUCCEEDED',
      amountCaptured: 2990,
    });
    const refunded = await provider.refundIntent(charged.reference, 990, movement());
    expect(refunded).toMatchObject({ status: 'SUCCEEDED', amountCaptured: 2990, amountRefunded: 990 });
    await expect(provider.refundIntent(charged.reference, 2001, movement())).rejects.toMatchObject({
      code: 'amount_too_large',
    });
  });

  it('can no longer be cancelled once it has been sent to the bank', async () => {
    const provider = bench.provider();
    const { instrument } = await collect(sepa('DE89370400440532013000'));
    const { reference } = await provider.chargeInstrument(charge(instrument!.reference), movement());
    bench.clock.advance(SETTLEMENT_MS / 2);
    expect((await provider.cancelIntent(reference, key())).status).toBe('PROCESSING');
    bench.clock.advance(SETTLEMENT_MS / 2);
    expect((await provider.retrieveIntent(reference)).status).toBe('SUCCEEDED');
  });

  it('can be returned by its bank in full although it was refunded', async () => {
    const provider = bench.provider();
    const { instrument } = await collect(sepa('DE35370400440532013002'));
    const { reference } = await provider.chargeInstrument(charge(instrument!.reference), movement());
    bench.clock.advance(SETTLEMENT_MS);
    await provider.refundIntent(reference, 990, movement());
    bench.clock.advance(SETTLEMENT_MS);
    expect(await provider.retrieveIntent(reference)).toMatchObject({ amountRefunded: 990, returned: {} });
    expect(bench.simulator.ledger().at(-1)).toMatchObject({ captured: 2990, refunded: 990, returned: 2990 });
    await expect(provider.refundIntent(reference, 100, movement())).rejects.toMatchObject({
      code: 'amount_too_large',
    });
  });

  it('can be cancelled while it is pending, and stays cancelled', async () => {
    const provider = bench.provider();
    const { instrument } = await collect(sepa('DE89370400440532013000'));
    const { reference } = await provider.chargeInstrument(charge(instrument!.reference), movement());
    expect((await provider.cancelIntent(reference, key())).status).toBe('CANCELLED');
    bench.clock.advance(SETTLEMENT_MS);
    expect(await provider.retrieveIntent(reference)).toMatchObject({
      status: 'CANCELLED',
      amountCaptured: 0,
    });
  });
});

describe('whose instrument it is', () => {
  it.each([
    ['another customer', { customerReference: 'customer-2' }, 'customer_mismatch'],
    ['another method', { paymentMethod: 'BACS', currency: 'GBP' }, 'payment_method_mismatch'],
    ['another currency', { currency: 'CHF' }, 'currency_unsupported'],
    ['no amount', { amount: 0 }, 'amount_invalid'],
  ] as const)('%s is refused', async (_, more, code) => {
    const { instrument } = await collect(sepa('DE89370400440532013000'));
    const asked = charge(instrument!.reference, more);
    await expect(bench.provider().chargeInstrument(asked, movement())).rejects.toMatchObject({ code });
  });

  it('another studio finds neither intent nor instrument', async () => {
    const { reference, instrument } = await collect(sepa('DE89370400440532013000'));
    const other = bench.provider({ account: OTHER_STUDIO });
    await expect(other.retrieveIntent(reference)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(other.chargeInstrument(charge(instrument!.reference), movement())).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('what was paid once and not saved cannot be charged again', async () => {
    const provider = bench.provider();
    const once = setup({ mode: 'PAYMENT', amount: 500, saveInstrument: false });
    const { reference } = await provider.createIntent(once, key());
    const { instrument } = await provider.confirmIntent(reference, debit('DE89370400440532013000'), key());
    await expect(provider.chargeInstrument(charge(instrument!.reference), movement())).rejects.toMatchObject({
      code: 'instrument_not_reusable',
    });
  });
});

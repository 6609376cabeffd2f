import type {
  ChargeInstrument,
  ConfirmIntent,
  CreateIntent,
} from '../../../src/modules/payments/providers/provider.js';

export const setup = (more: Partial<CreateIntent> = {}): CreateIntent => ({
  mode: 'SETUP',
  paymentMethod: 'SEPA',
  amount: 0,
  currency: 'EUR',
  captureLater: false,
  saveInstrument: true,
  customerReference: 'customer-1',
  statementText: 'Membership',
  ...more,
});

export const mandate: NonNullable<ConfirmIntent['mandate']> = {
  reference: 'MANDATE-1',
  paymentType: 'RECURRENT',
  acceptedAt: new Date('2026-11-20T10:00:00.000Z'),
  ip: '127.0.0.1',
  userAgent: 'test',
};

export const debit = (iban: string): ConfirmIntent => ({
  paymentMethod: 'SEPA',
  details: { accountHolder: 'Ada Lovelace', iban },
  mandate,
});

export const charge = (
  instrumentReference: string,
  more: Partial<ChargeInstrument> = {},
): ChargeInstrument => ({
  instrumentReference,
  paymentMethod: 'SEPA',
  amount: 2990,
  currency: 'EUR',
  customerReference: 'customer-1',
  statementText: 'Fees',
  ...more,
});

import { expect, it } from 'vitest';
import { obligesToPay } from './obligation.js';

const money = (amount: number) => ({ amount, currency: 'EUR' });
const payment = (amount: number) => ({
  dueDate: '2026-12-01',
  description: 'Fee',
  type: 'RATE',
  amount: money(amount),
  mandatoryOnSigning: false,
});
const FREE = { extensionType: 'NONE', paymentFrequency: { type: 'FREE' } } as const;
const MONTHLY = { extensionType: 'NONE', paymentFrequency: { type: 'RECURRING' } } as const;
const extended = { extensionType: 'TERM_EXTENSION' } as const;

it.each([
  ['a free contract', FREE, 0, 0, [], false],
  ['a free contract that is extended', { ...FREE, ...extended }, 0, 0, [], false],
  ['an amount due today', MONTHLY, 399, 399, [], true],
  ['fees that follow later', MONTHLY, 0, 278, [payment(139)], true],
  ['a later fee of a free rate', FREE, 0, 0, [payment(0), payment(15)], true],
  ['a first term that a voucher makes free', MONTHLY, 0, 0, [payment(0)], false],
  ['the same, with an extension at the usual price', { ...MONTHLY, ...extended }, 0, 0, [], true],
  [
    'a free term with a price after its extension',
    { ...FREE, priceAfterExtension: money(20) },
    0,
    0,
    [],
    true,
  ],
])('%s', (_name, term, due, volume, paymentSchedule, expected) => {
  const preview = {
    contractVolumeInformation: { totalContractVolume: money(volume) },
    paymentPreview: { dueOnSigningAmount: money(due), paymentSchedule },
  };
  expect(obligesToPay(term, preview)).toBe(expected);
});

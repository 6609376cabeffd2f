import { expect, test } from 'vitest';
import { contractBy } from '../contracts/signed.fixture.js';
import { aRequest, aTerm, months, starterPackage } from '../offers/an-offer.fixture.js';
import { amountUsedUntil, lastDayToWithdraw } from './withdrawal-rules.js';

test.each([
  ['fourteen days after the day of signing', '2026-11-24', 14, '2026-12-08'],
  ['over the end of February in a leap year', '2028-02-16', 14, '2028-03-01'],
  ['a Saturday: the next Monday', '2026-11-21', 14, '2026-12-07'],
  ['a Sunday: the next Monday', '2026-11-22', 14, '2026-12-07'],
  ['as many days as the studio grants', '2026-11-24', 30, '2026-12-24'],
])('the last day to withdraw: %s', (_, signedOn, days, last) => {
  const settings = { decided: { withdrawal: { days } } };
  expect(lastDayToWithdraw({ settings }, signedOn)).toBe(last);
});

/** 12 months of 39.90, or 478.80, and a starter package of 29.00, from 1 January to 31 December 2027: 365 days. */
const YEAR = { term: aTerm({ flatFees: [starterPackage(2900)] }), startDate: '2027-01-01' };

test.each([
  ['nothing before the start', YEAR, '2026-12-31', true, 0],
  ['a day: 507.80 / 365 = 1.391', YEAR, '2027-01-01', true, 139],
  ['ten days: 13.912', YEAR, '2027-01-10', true, 1391],
  ['all of it once the runtime is over', YEAR, '2028-01-20', true, 50780],
  ['nothing if no early start was asked for', YEAR, '2027-01-10', false, 0],
  [
    'a month of 31 days: 68.90 × 10 / 31 = 22.225',
    { ...YEAR, term: aTerm({ term: months(1), flatFees: [starterPackage(2900)] }) },
    '2027-01-10',
    true,
    2222,
  ],
])('the amount used until a withdrawal: %s', (_, request, lastDayUsed, isAskedFor, amount) => {
  const contract = contractBy(aRequest(request));
  const details = { ...contract.details, ...(isAskedFor && { earlyStartRequested: true as const }) };
  expect(amountUsedUntil({ ...contract, details }, lastDayUsed)).toBe(amount);
});

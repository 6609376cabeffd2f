import { expect, test } from 'vitest';
import type { IdlePeriod } from '../idle-periods/idle-periods.js';
import { aRequest, aTerm, months } from '../offers/an-offer.fixture.js';
import type { OfferTerm } from '../offers/offer.js';
import type { Contract } from './contracts.js';
import { nextFeeOn } from './next-fee.js';
import { contractBy } from './signed.fixture.js';

const TODAY = '2027-03-10';

/** Returns a contract from 1 December 2026, which costs a fee on the first of each month. */
const contract = (term: Partial<OfferTerm>, changes: Partial<Contract> = {}): Contract => ({
  ...contractBy(aRequest({ term: aTerm({ cancelationPeriod: months(1), ...term }) })),
  ...changes,
});
const extendedBy = (term: ReturnType<typeof months>) =>
  ({ extension: { type: 'TERM_EXTENSION', term, cancelationPeriod: months(1) } }) as const;
const monthly = { term: months(1), ...extendedBy(months(1)) };

const idle = (startDate: string, endDate: string | null, amount = 500): IdlePeriod =>
  ({
    id: 1,
    contractId: 1,
    inForce: {
      ...{ startDate, endDate, unit: 'MONTH', freeTermStarts: [], monthlyContribution: 3990 },
      ...{ fee: { amount, recurring: true }, feeDescription: 'Break' },
    },
  }) as unknown as IdlePeriod;

test.each<[string, Contract, readonly IdlePeriod[], string | null]>([
  // Notice for the end of March had to be given in February, so the fee for April has a claim, and that for May has not.
  ['extended monthly', contract(monthly), [], '2027-05-01'],
  ['extended after a year', contract(extendedBy(months(12))), [], '2027-12-01'],
  ['that ends after a year, with all its claims written', contract({}), [], null],
  ['cancelled', contract(monthly, { finalEndDate: '2027-04-30' }), [], null],
  ['that has ended', contract({ term: months(1) }), [], null],
  ['withdrawn from', contract(monthly, { withdrawnOn: '2027-03-09', amountUsed: 500 }), [], null],
  ['frozen until the end of May', contract(monthly), [idle('2027-04-01', '2027-05-31')], '2027-06-01'],
  ['frozen until further notice, for a fee', contract(monthly), [idle('2027-03-01', null)], '2027-04-01'],
  ['frozen until further notice, free of charge', contract(monthly), [idle('2027-03-01', null, 0)], null],
])('the next fee of a contract %s', (_, signed, periods, day) => {
  expect(nextFeeOn(signed, [], periods, TODAY)).toBe(day);
});

import { describe, expect, test } from 'vitest';
import { dunningLevel } from '../../src/customers/dunning-level.js';
import { divideOverClaim, effectiveTotals, openAmount } from '../../src/debt-collection/rules/amounts.js';
import { isInForce } from '../../src/debt-collection/rules/blocks.js';
import { CLOSURE_EFFECTS, endAfter, writesOffRemainder } from '../../src/debt-collection/rules/closures.js';
import { isInCollection } from '../../src/debt-collection/rules/collection-status.js';
import { invoicedCases } from '../../src/debt-collection/rules/invoiced-cases.js';
import { DEFAULT_DEBT_COLLECTION, type Closure } from '../../src/domain/debt-collection.js';

/* Worked out by hand from the specification; amounts in cents. */

const amounts = (
  originalAmount: number,
  paidAmount: number,
  reducedAmount: number,
  writeOffAmount: number,
) => ({
  originalAmount,
  paidAmount,
  reducedAmount,
  writeOffAmount,
});

describe('the open amount (rule 1)', () => {
  test.each([
    [amounts(10000, 0, 0, 0), 10000],
    [amounts(10000, 2500, 1000, 500), 6000],
    [amounts(10000, 10000, 0, 0), 0],
    [amounts(3990, 1, 0, 0), 3989],
  ])('of %j is %i', (debt, open) => {
    expect(openAmount(debt)).toBe(open);
  });
});

describe('a closure that wrote off the rest', () => {
  test.each([
    ['nothing was told', amounts(10000, 0, 0, 0), 10000],
    ['a part was paid', amounts(10000, 4000, 0, 0), 6000],
    ['a part was written off before', amounts(10000, 4000, 1000, 2000), 5000],
    ['more is paid afterwards', amounts(10000, 9000, 1000, 0), 0],
  ])('when %s', (_, told, writeOffAmount) => {
    expect(effectiveTotals(told, true)).toEqual({ ...told, writeOffAmount });
    expect(effectiveTotals(told, false)).toEqual(told);
  });
});

/** The share of the claim in each total, and the bookings: [payment, reduction, abandonment]. */
describe('what is booked of totals', () => {
  test.each([
    ['a part', amounts(10000, 3000, 0, 0), 10000, [3000, 0, 0], [3000, 0, 0]],
    ['all three', amounts(10000, 3000, 2000, 5000), 10000, [3000, 2000, 5000], [3000, 2000, 5000]],
    ['more paid than the claim takes: credit', amounts(10000, 9000, 0, 0), 4000, [4000, 0, 0], [9000, 0, 0]],
    [
      'more written off than is open: no credit',
      amounts(10000, 0, 0, 9000),
      4000,
      [0, 0, 4000],
      [0, 0, 4000],
    ],
    [
      'a payment goes before a reduction',
      amounts(10000, 6000, 4000, 0),
      7000,
      [6000, 1000, 0],
      [6000, 1000, 0],
    ],
    ['the claim is settled already', amounts(10000, 1000, 1000, 1000), 0, [0, 0, 0], [1000, 0, 0]],
  ])('%s', (_, totals, open, ofClaim, booked) => {
    const parts = divideOverClaim(totals, open);
    expect(parts.map(({ kind }) => kind)).toEqual(['PAYMENT', 'REDUCTION', 'ABANDONMENT']);
    expect(parts.map((part) => part.ofClaim)).toEqual(ofClaim);
    expect(parts.map(({ amount }) => amount)).toEqual(booked);
  });
});

const closure = (type: Closure['type'], option = false): Closure => ({
  type,
  date: '2026-11-20',
  ...(option && { options: [{ key: 'WRITE_OFF_REMAINING_DEBTS', value: '' }] }),
});

describe('closures', () => {
  /** [collection status lifted, access restored, grant ended] */
  test.each([
    ['POSITIVE', true, true, true],
    ['NEGATIVE', true, true, true],
    ['REVERSAL', true, false, true],
    ['REJECTION', false, false, false],
  ] as const)('%s', (type, liftsStatus, liftsRestriction, endsGrant) => {
    expect(CLOSURE_EFFECTS[type]).toEqual({ liftsStatus, liftsRestriction, endsGrant });
  });

  /** [the studio leaves it to the partner: without, with the option; the studio always does] */
  test.each([
    ['POSITIVE', false, true, true],
    ['NEGATIVE', false, true, true],
    ['REVERSAL', false, false, false],
    ['REJECTION', false, false, true],
  ] as const)('%s writes off the rest', (type, without, withOption, always) => {
    const ALWAYS = {
      derecognizeRemainingDebtsOnClosure: 'ALWAYS',
      derecognizeRemainingDebtsOnRejection: 'ALWAYS',
    } as const;
    expect(writesOffRemainder(closure(type), DEFAULT_DEBT_COLLECTION)).toBe(without);
    expect(writesOffRemainder(closure(type, true), DEFAULT_DEBT_COLLECTION)).toBe(withOption);
    expect(writesOffRemainder(closure(type), ALWAYS)).toBe(always);
  });

  test('a case ends once: it is not reopened, nor ended otherwise, nor written off later', () => {
    const open = { closure: null, isDerecognized: false };
    const ended = { closure: closure('NEGATIVE'), isDerecognized: false };
    expect(endAfter(open, null, DEFAULT_DEBT_COLLECTION)).toEqual(open);
    expect(endAfter(open, closure('NEGATIVE'), DEFAULT_DEBT_COLLECTION)).toEqual(ended);
    expect(endAfter(ended, null, DEFAULT_DEBT_COLLECTION)).toEqual(ended);
    expect(endAfter(ended, closure('POSITIVE', true), DEFAULT_DEBT_COLLECTION)).toEqual(ended);
  });

  test.each([
    ['an open case', null, false, true],
    ['an open case of a claim that is open', null, true, true],
    ['POSITIVE', 'POSITIVE', true, false],
    ['NEGATIVE', 'NEGATIVE', true, false],
    ['REVERSAL', 'REVERSAL', true, false],
    ['REJECTION', 'REJECTION', true, true],
    ['REJECTION of a claim that is settled since', 'REJECTION', false, false],
  ] as const)('the collection status after %s', (_, type, isOpen, expected) => {
    expect(isInCollection(type && closure(type), isOpen)).toBe(expected);
  });
});

describe('blocks', () => {
  test.each([
    [null, false],
    [{ limitType: 'DISABLED' }, false],
    [{ limitType: 'DISABLED', endDate: '2026-12-31' }, false],
    [{ limitType: 'UNLIMITED' }, true],
    [{ limitType: 'LIMITED', endDate: '2026-11-19' }, false],
    [{ limitType: 'LIMITED', endDate: '2026-11-20' }, true],
    [{ limitType: 'LIMITED' }, false],
  ] as const)('%j is in force on 2026-11-20: %s', (block, expected) => {
    expect(isInForce(block, '2026-11-20')).toBe(expected);
  });
});

test('of the cases under one id of the partner the first is invoiced, and each without one (rule 4)', () => {
  const cases = [
    { id: 'a', agencyCaseId: 'X' },
    { id: 'b', agencyCaseId: null },
    { id: 'c', agencyCaseId: 'X' },
    { id: 'd', agencyCaseId: 'Y' },
    { id: 'e', agencyCaseId: null },
  ];
  expect(invoicedCases(cases).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e']);
});

test.each([
  ['2026-11-21', 0],
  ['2026-11-20', 0],
  ['2026-11-14', 0],
  ['2026-11-13', 1],
  ['2026-11-06', 2],
  ['2026-10-23', 3],
  ['2024-01-01', 3],
])('a claim that was due on %s has the dunning level %i on 2026-11-20', (dueDate, level) => {
  expect(dunningLevel(dueDate, '2026-11-20', [7, 14, 28])).toBe(level);
});

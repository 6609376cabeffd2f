import { describe, expect, test } from 'vitest';
import { DEFAULT_DEBT_COLLECTION } from '../studios/settings/debt-collection-settings.js';
import { divideOverClaim, effectiveTotals, openAmount } from './amounts.js';
import { isBlocked } from './blocks.js';
import { CLOSURE_EFFECTS, endAfter, invoicedCases, writesOffRemainder } from './closures.js';
import { isInCollection } from './collection-status.js';
import type { Closure } from './debt-collection.stored.js';
import { dunningLevel } from './handover.js';

/* Expected values are calculated by hand from the specification. Amounts are in cents. */

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

test('the open amount is what is neither paid nor reduced nor written off (rule 1)', () => {
  const debts = [
    amounts(10000, 0, 0, 0),
    amounts(10000, 2500, 1000, 500),
    amounts(10000, 10000, 0, 0),
    amounts(3990, 1, 0, 0),
  ];
  expect(debts.map(openAmount)).toEqual([10000, 6000, 0, 3989]);
});

test('a closure that wrote off the rest', () => {
  const reported = {
    'nothing was told': amounts(10000, 0, 0, 0),
    'a part was paid': amounts(10000, 4000, 0, 0),
    'a part was written off before': amounts(10000, 4000, 1000, 2000),
    'more is paid afterwards': amounts(10000, 9000, 1000, 0),
  };
  const totals = (isWrittenOff: boolean) =>
    Object.fromEntries(
      Object.entries(reported).map(([what, each]) => [what, effectiveTotals(each, isWrittenOff)]),
    );
  expect(totals(true)).toEqual({
    'nothing was told': amounts(10000, 0, 0, 10000),
    'a part was paid': amounts(10000, 4000, 0, 6000),
    'a part was written off before': amounts(10000, 4000, 1000, 5000),
    'more is paid afterwards': amounts(10000, 9000, 1000, 0),
  });
  expect(totals(false)).toEqual(reported);
  // In a closed case only payments change; they replace what was reduced and written off.
  expect(effectiveTotals(amounts(10000, 7000, 2000, 3000), false)).toEqual(amounts(10000, 7000, 2000, 1000));
  expect(effectiveTotals(amounts(10000, 9000, 2000, 3000), true)).toEqual(amounts(10000, 9000, 1000, 0));
});

test('what is booked of totals, and how much of it is spent on the claim', () => {
  /** Returns [payment, reduction, abandonment] twice: first the parts that the claim takes, then the booked amounts. */
  const booked = (totals: ReturnType<typeof amounts>, open: number) => {
    const parts = divideOverClaim(totals, open);
    expect(parts.map(({ kind }) => kind)).toEqual(['PAYMENT', 'REDUCTION', 'ABANDONMENT']);
    return [parts.map(({ ofClaim }) => ofClaim), parts.map(({ amount }) => amount)];
  };
  expect({
    'a part': booked(amounts(10000, 3000, 0, 0), 10000),
    'all three': booked(amounts(10000, 3000, 2000, 5000), 10000),
    'more paid than the claim takes: credit': booked(amounts(10000, 9000, 0, 0), 4000),
    'more written off than is open: no credit': booked(amounts(10000, 0, 0, 9000), 4000),
    'a payment goes before a reduction': booked(amounts(10000, 6000, 4000, 0), 7000),
    'the claim is settled already': booked(amounts(10000, 1000, 1000, 1000), 0),
  }).toEqual({
    'a part': [[3000, 0, 0], [3000, 0, 0]],
    'all three': [[3000, 2000, 5000], [3000, 2000, 5000]],
    'more paid than the claim takes: credit': [[4000, 0, 0], [9000, 0, 0]],
    'more written off than is open: no credit': [[0, 0, 4000], [0, 0, 4000]],
    'a payment goes before a reduction': [[6000, 1000, 0], [6000, 1000, 0]],
    'the claim is settled already': [[0, 0, 0], [1000, 0, 0]],
  }); // prettier-ignore
});

const closure = (type: Closure['type'], option = false): Closure => ({
  type,
  date: '2026-11-20',
  ...(option && { options: [{ key: 'WRITE_OFF_REMAINING_DEBTS', value: '' }] }),
});

describe('closures', () => {
  test('end the collection status, the restriction of access and the grant, or leave them', () => {
    expect(CLOSURE_EFFECTS).toEqual({
      POSITIVE: { liftsStatus: true, liftsRestriction: true, endsGrant: true },
      NEGATIVE: { liftsStatus: true, liftsRestriction: true, endsGrant: true },
      REVERSAL: { liftsStatus: true, liftsRestriction: false, endsGrant: true },
      REJECTION: { liftsStatus: false, liftsRestriction: false, endsGrant: false },
    });
  });

  test('write off the rest as the partner or the studio decides', () => {
    const ALWAYS = {
      derecognizeRemainingDebtsOnClosure: 'ALWAYS',
      derecognizeRemainingDebtsOnRejection: 'ALWAYS',
    } as const;
    const writesOff = (type: Closure['type']) => ({
      unasked: writesOffRemainder(closure(type), DEFAULT_DEBT_COLLECTION),
      asked: writesOffRemainder(closure(type, true), DEFAULT_DEBT_COLLECTION),
      always: writesOffRemainder(closure(type), ALWAYS),
    });
    expect({
      POSITIVE: writesOff('POSITIVE'),
      NEGATIVE: writesOff('NEGATIVE'),
      REVERSAL: writesOff('REVERSAL'),
      REJECTION: writesOff('REJECTION'),
    }).toEqual({
      POSITIVE: { unasked: false, asked: true, always: true },
      NEGATIVE: { unasked: false, asked: true, always: true },
      REVERSAL: { unasked: false, asked: false, always: false },
      REJECTION: { unasked: false, asked: false, always: true },
    });
  });

  test('a case ends once: it is not reopened, nor ended otherwise, nor written off later', () => {
    const open = { closure: null, isDerecognized: false };
    const ended = { closure: closure('NEGATIVE'), isDerecognized: false };
    expect(endAfter(open, null, DEFAULT_DEBT_COLLECTION)).toEqual(open);
    expect(endAfter(open, closure('NEGATIVE'), DEFAULT_DEBT_COLLECTION)).toEqual(ended);
    expect(endAfter(ended, null, DEFAULT_DEBT_COLLECTION)).toEqual(ended);
    expect(endAfter(ended, closure('POSITIVE', true), DEFAULT_DEBT_COLLECTION)).toEqual(ended);
  });

  test('leave the collection status, or end it', () => {
    const isIn = (type: Closure['type'] | null, isOpen: boolean) =>
      isInCollection(type && closure(type), isOpen);
    expect({
      'an open case': isIn(null, false),
      'an open case of a claim that is open': isIn(null, true),
      POSITIVE: isIn('POSITIVE', true),
      NEGATIVE: isIn('NEGATIVE', true),
      REVERSAL: isIn('REVERSAL', true),
      REJECTION: isIn('REJECTION', true),
      'REJECTION of a claim that is settled since': isIn('REJECTION', false),
    }).toEqual({
      'an open case': true,
      'an open case of a claim that is open': true,
      POSITIVE: false,
      NEGATIVE: false,
      REVERSAL: false,
      REJECTION: true,
      'REJECTION of a claim that is settled since': false,
    });
  });
});

test('blocks that are in force on a day', () => {
  const blocks = [
    null,
    { limitType: 'DISABLED' },
    { limitType: 'DISABLED', endDate: '2026-12-31' },
    { limitType: 'UNLIMITED' },
    { limitType: 'LIMITED', endDate: '2026-11-19' },
    { limitType: 'LIMITED', endDate: '2026-11-20' },
    { limitType: 'LIMITED' },
  ] as const;
  expect(blocks.filter((block) => isBlocked(block, '2026-11-20'))).toEqual([
    { limitType: 'UNLIMITED' },
    { limitType: 'LIMITED', endDate: '2026-11-20' },
  ]);
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

test('the dunning level of a claim rises with the days since it was due', () => {
  const expected = {
    '2026-11-21': 0,
    '2026-11-20': 0,
    '2026-11-14': 0,
    '2026-11-13': 1,
    '2026-11-06': 2,
    '2026-10-23': 3,
    '2024-01-01': 3,
  };
  const levels = Object.keys(expected).map((due) => [due, dunningLevel(due, '2026-11-20', [7, 14, 28])]);
  expect(Object.fromEntries(levels)).toEqual(expected);
});

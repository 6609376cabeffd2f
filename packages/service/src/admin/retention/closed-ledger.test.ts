import { describe, expect, test } from 'vitest';
import { closedLedger, type CustomerLedger } from './ledger.js';

type Row = readonly [id: number, amount: number, age?: 'new' | null, reversesId?: number];
type Payment = readonly [claimId: number, transactionId: number, amount: number];
type Credit = readonly [claimId: number, transactionId: number];

const ledger = (
  claims: Row[],
  transactions: Row[],
  payments: Payment[],
  credits: Credit[],
): CustomerLedger => {
  const row = ([id, amount, age, reversesId]: Row) => ({
    id,
    amount,
    isOld: age !== 'new',
    reversesId: reversesId ?? null,
  });
  return {
    claims: claims.map(row),
    transactions: transactions.map(row),
    payments: payments.map(([claimId, transactionId, amount]) => ({ claimId, transactionId, amount })),
    credits: credits.map(([claimId, transactionId]) => ({ claimId, transactionId })),
  };
};

describe('what of a ledger may go', () => {
  test.each<[string, Row[], Row[], Payment[], number[], number[]]>([
    ['nothing of nothing', [], [], [], [], []],
    ['a claim and what paid it', [[1, 50]], [[9, 50]], [[1, 9, 50]], [1], [9]],
    ['one booking of two claims', [[1, 20], [2, 30]], [[9, 50]], [[1, 9, 20], [2, 9, 30]], [1, 2], [9]],
    ['two bookings of one claim', [[1, 50]], [[8, 20], [9, 30]], [[1, 8, 20], [1, 9, 30]], [1], [8, 9]],
    ['not a claim that is open', [[1, 50]], [], [], [], []],
    ['not a claim that is paid in part', [[1, 50]], [[9, 20]], [[1, 9, 20]], [], []],
    ['not a booking with credit left', [[1, 20]], [[9, 50]], [[1, 9, 20]], [], []],
    ['not credit', [], [[9, 50]], [], [], []],
    ['not a new claim', [[1, 50, 'new']], [[9, 50]], [[1, 9, 50]], [], []],
    ['not a claim that a new booking paid', [[1, 50]], [[9, 50, 'new']], [[1, 9, 50]], [], []],
    ['not what hangs together with a new claim, over others', [[1, 20], [2, 30], [3, 10, 'new']], [[8, 30], [9, 30]], [[1, 8, 20], [2, 8, 10], [2, 9, 20], [3, 9, 10]], [], []],
    ['one part, and not another', [[1, 20], [2, 30, 'new']], [[8, 20], [9, 30]], [[1, 8, 20], [2, 9, 30]], [1], [8]],
    ['what was taken back for good, with what paid instead', [[1, 50]], [[7, 50], [8, -50, null, 7], [9, 50]], [[1, 7, 50], [1, 8, -50], [1, 9, 50]], [1], [7, 8, 9]],
    ['what was taken back, though a part of it was never used', [[1, 20]], [[7, 50], [8, -50, null, 7], [9, 20]], [[1, 7, 20], [1, 8, -20], [1, 9, 20]], [1], [7, 8, 9]],
    ['what was booked back, and used again', [[1, 50], [2, 50]], [[6, 50], [7, -50, null, 6], [8, 50], [9, 50, null, 7]], [[1, 6, 50], [1, 7, -50], [1, 8, 50], [2, 9, 50]], [1, 2], [6, 7, 8, 9]],
    ['not what was booked back, while it is not used', [[1, 50]], [[6, 50], [7, -50, null, 6], [8, 50], [9, 50, null, 7]], [[1, 6, 50], [1, 7, -50], [1, 8, 50]], [], []],
    ['not what was taken back of late', [[1, 50]], [[7, 50], [8, -50, 'new', 7], [9, 50]], [[1, 7, 50], [1, 8, -50], [1, 9, 50]], [], []],
    ['not what was taken back and is open', [[1, 50]], [[7, 50], [8, -50, null, 7]], [[1, 7, 50], [1, 8, -50]], [], []],
  ])('%s', (_, claims, transactions, payments, claimIds, transactionIds) => {
    const closed = closedLedger(ledger(claims, transactions, payments, []));
    expect([[...closed.claimIds], [...closed.transactionIds]]).toEqual([claimIds, transactionIds]);
  }); // prettier-ignore

  const [CLAIMS, PAID_BY]: [Row[], Payment[]] = [[[1, 50], [2, 50]], [[1, 8, 50], [2, 9, 50]]]; // prettier-ignore
  test.each<[string, Row[], Row[], Payment[], number[], number[]]>([
    ['go with their claim', CLAIMS, [[8, 50], [9, 50]], PAID_BY, [1, 2], [8, 9]],
    ['not while their claim stays, though what they paid is settled', [[1, 50, 'new'], [2, 50]], [[8, 50], [9, 50]], PAID_BY, [], []],
    ['nor does their claim while they have something left', CLAIMS, [[8, 50], [9, 60]], PAID_BY, [], []],
  ])('credits %s', (_, claims, transactions, payments, claimIds, transactionIds) => {
    const closed = closedLedger(ledger(claims, transactions, payments, [[1, 9]]));
    expect([[...closed.claimIds], [...closed.transactionIds]]).toEqual([claimIds, transactionIds]);
  }); // prettier-ignore
});

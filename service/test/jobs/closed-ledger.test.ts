import { describe, expect, test } from 'vitest';
import { closedLedger, type CustomerLedger } from '../../src/jobs/retention/closed-ledger.js';

type Row = readonly [id: number, amount: number, age?: 'new'];
type Payment = readonly [claimId: number, transactionId: number, amount: number];
type Credit = readonly [claimId: number, transactionId: number];

const ledger = (
  claims: Row[],
  transactions: Row[],
  payments: Payment[],
  credits: Credit[],
): CustomerLedger => {
  const row = ([id, amount, age]: Row) => ({ id, amount, isOld: age !== 'new' });
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

import { expect, test } from 'vitest';
import { divideRefund } from './reserve-refunds.js';

const payment = (transactionId: number, left: number) => ({ transactionId, currency: 'EUR', left });

test.each([
  ['the newest payment', 1000, [[3, 2500]], [[3, 1000]]],
  [
    'all of the newest and a part of the one before',
    3000,
    [
      [3, 2500],
      [2, 1000],
      [1, 900],
    ],
    [
      [3, 2500],
      [2, 500],
    ],
  ],
  [
    'exactly all of them',
    4400,
    [
      [3, 2500],
      [2, 1000],
      [1, 900],
    ],
    [
      [3, 2500],
      [2, 1000],
      [1, 900],
    ],
  ],
  ['no more than there is', 9900, [[3, 2500]], [[3, 2500]]],
  [
    'nothing to a payment that is refunded',
    500,
    [
      [3, 0],
      [2, 1000],
    ],
    [[2, 500]],
  ],
  ['nothing', 0, [[3, 2500]], []],
])('an amount goes to %s', (_, amount, refundable, parts) => {
  const divided = divideRefund(
    amount,
    refundable.map(([id = 0, left = 0]) => payment(id, left)),
  );
  expect(divided.map((part) => [part.transactionId, part.amount])).toEqual(parts);
});

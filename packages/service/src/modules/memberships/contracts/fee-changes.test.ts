import { expect, test } from 'vitest';
import { feeChanges, type WrittenClaim } from './fee-changes.js';

/*
 * Covers changes to the claims of one fee. Claims that were paid or credited, or are about to be paid, stay as they
 * are, even if they are open again. Credits and further claims correct the account.
 */

const TODAY = '2027-03-10';
const PLANNED = '2027-03-01';
const IDLE_FEE = 'freeze/8/2027-03-01';
const RATE = 'initial/3';

type Parts = readonly (readonly [state: 'paid' | 'open', amount: number, credited?: number])[];

const written = (key: string, parts: Parts): WrittenClaim[] =>
  parts.map(([state, amount, credited = 0], index) => ({
    id: index + 1,
    key: index === 0 ? key : `${key}#${index + 1}`,
    dueDate: index === 0 ? PLANNED : '2027-03-05',
    description: 'Fee',
    amount,
    credited,
    isUntouched: state === 'open',
  }));

const changes = (key: string, parts: Parts, planned: number, hasFinalEnd = false, waiting: string[] = []) => {
  const plan = { key, dueDate: PLANNED, description: 'Fee', type: 'CONTRACT_FEE' as const, amount: planned };
  const life = { claims: planned > 0 ? [plan] : [], waiting };
  const { updated, deleted, added, credited } = feeChanges(life, written(key, parts), hasFinalEnd, TODAY);
  return [
    ...updated.map(({ id, dueDate, amount }) => `claim ${id}: ${dueDate} ${amount}`),
    ...deleted.map((id) => `claim ${id} is dropped`),
    ...added.map(({ key: own, dueDate, amount }) => `${own}: ${dueDate} ${amount}`),
    ...credited.map(({ claim, amount }) => `credit of claim ${claim.id}: ${amount}`),
  ];
};

test.each<[string, string, Parts, number, string[]]>([
  ['new', IDLE_FEE, [], 500, ['freeze/8/2027-03-01: 2027-03-01 500']],
  ['the same', IDLE_FEE, [['open', 500]], 500, []],
  ['open, more', IDLE_FEE, [['open', 500]], 700, ['claim 1: 2027-03-01 700']],
  ['open, withdrawn', IDLE_FEE, [['open', 500]], 0, ['claim 1 is dropped']],
  ['paid, the same', IDLE_FEE, [['paid', 500]], 500, []],
  ['paid, withdrawn', IDLE_FEE, [['paid', 500]], 0, ['credit of claim 1: 500']],
  ['paid and credited, withdrawn', IDLE_FEE, [['paid', 500, 500]], 0, []],
  ['paid, less', IDLE_FEE, [['paid', 1000]], 700, ['credit of claim 1: 300']],
  ['paid, more, from today on', IDLE_FEE, [['paid', 500]], 700, ['freeze/8/2027-03-01#2: 2027-03-10 200']],
  [
    'paid, and more is open',
    IDLE_FEE,
    [
      ['paid', 500],
      ['open', 200],
    ],
    700,
    [],
  ],
  [
    'paid, and still more is open',
    IDLE_FEE,
    [
      ['paid', 500],
      ['open', 200],
    ],
    900,
    ['claim 2: 2027-03-05 400'],
  ],
  [
    'paid, and what is open goes',
    IDLE_FEE,
    [
      ['paid', 500],
      ['open', 200],
    ],
    500,
    ['claim 2 is dropped'],
  ],
  [
    'both paid, less',
    IDLE_FEE,
    [
      ['paid', 500],
      ['paid', 200],
    ],
    400,
    ['credit of claim 2: 200', 'credit of claim 1: 100'],
  ],
  ['credited, then more', IDLE_FEE, [['paid', 1000, 300]], 1000, ['freeze/8/2027-03-01#2: 2027-03-10 300']],
  [
    'credited of the last one, then less',
    IDLE_FEE,
    [
      ['paid', 500],
      ['paid', 200, 200],
    ],
    300,
    ['credit of claim 1: 200'],
  ],
  ['a rate that is paid stays at what was paid', RATE, [['paid', 3990]], 2990, []],
  ['a rate that is not planned yet stays', RATE, [['paid', 3990]], 0, []],
  [
    'an open one goes, and is written again when it is planned',
    RATE,
    [['open', 3990]],
    0,
    ['claim 1 is dropped'],
  ],
  [
    'a rate that was credited and is owed again',
    RATE,
    [['paid', 3990, 3990]],
    3990,
    ['initial/3#2: 2027-03-10 3990'],
  ],
])('%s', (_, key, parts, planned, expected) => {
  expect(changes(key, parts, planned)).toEqual(expected);
});

test.each([
  [[IDLE_FEE], `${IDLE_FEE}#2`],
  [[IDLE_FEE, `${IDLE_FEE}#3`], `${IDLE_FEE}#4`],
  [[IDLE_FEE, `${IDLE_FEE}#10`, `${IDLE_FEE}#9`], `${IDLE_FEE}#11`],
  [[`${IDLE_FEE}#2`], `${IDLE_FEE}#3`],
])('beside %j a further claim is %s', (keys, expected) => {
  const claims = keys.map((key, index) => ({ ...written(key, [['paid', 100]])[0]!, id: index + 1, key }));
  const plan = {
    key: IDLE_FEE,
    dueDate: PLANNED,
    description: 'Fee',
    type: 'IDLE_PERIOD_FEE' as const,
    amount: 900,
  };
  const { added } = feeChanges({ claims: [plan], waiting: [] }, claims, false, TODAY);
  expect(added.map(({ key }) => key)).toEqual([expected]);
});

test('a rate that is paid ahead and lies beyond the end of the contract is credited, unless it only waits', () => {
  expect(changes(RATE, [['paid', 3990]], 0, true)).toEqual(['credit of claim 1: 3990']);
  expect(changes(RATE, [['paid', 3990]], 0, true, [RATE])).toEqual([]);
});

import type { BankRow, LedgerRow } from '@upc/contract/simulator-api';
import { expect, test } from 'vitest';
import { debitsUnderWay } from '../support/reconciliation/bank.js';
import type {
  BankDebitRow,
  Books,
  DeliveryRow,
  PaymentRow,
  SessionRow,
  UsageRow,
} from '../support/reconciliation/books.js';
import type { Finding, FindingKind } from '../support/reconciliation/finding.js';
import { reconcile } from '../support/reconciliation/reconcile.js';
import { ClientHistory } from './client-history.js';
import { compareHistoryWithBooks } from './history-against-books.js';

/* Each test puts one kind of error into books that agree. The error must be found and correctly named. */

const session: SessionRow = {
  id: 's1',
  status: 'USED',
  amount: 2500,
  currency: 'EUR',
  referenceText: 'Chaos 1 0',
  validUntil: new Date('2026-11-22T10:00:00Z'),
  paymentCustomerId: 'person',
};
const payment: PaymentRow = {
  id: 'p1',
  sessionId: 's1',
  status: 'PREAUTHED',
  hold: 'AUTHORIZED',
  paymentMethod: 'CREDIT_CARD',
  provider: 'SIMULATOR',
  providerReference: 'int_1',
  instrumentId: null,
  releaseStatus: null,
};
const usage: UsageRow = {
  id: 'u1',
  paymentId: 'p1',
  kind: 'ACCOUNT_PAYMENT',
  status: 'DONE',
  saleId: null,
  customerId: 1,
  amount: 2500,
  debtClaimIds: [11],
  providerReference: 'int_1',
};
const intent: LedgerRow = {
  intent: 'int_1',
  account: 'pk_test',
  customer: 'person',
  mode: 'payment',
  paymentMethod: 'CREDIT_CARD',
  status: 'succeeded',
  currency: 'EUR',
  amount: 2500,
  authorized: 2500,
  pending: 0,
  captured: 2500,
  cancelled: 0,
  refunded: 0,
  returned: 0,
  statementText: 'Chaos 1 0',
  createdAt: '2026-11-22T09:00:00Z',
};
const event: DeliveryRow = {
  uuid: 'e1',
  entityId: 1,
  type: 'CUSTOMER_CREATED',
  content: null,
  status: 'DELIVERED',
};
const transaction = {
  id: 21,
  customerId: 1,
  usageId: 'u1',
  chargeId: null,
  reversesId: null,
  amount: 2500,
  currency: 'EUR',
};
const claim = { id: 11, customerId: 1, contractId: 31, amount: 2500, dueDate: '2026-11-01' };
const contract = { id: 31, customerId: 1, saleId: 'sale1' };

/** Books in which a member was created, bought a membership and paid for it. All of them agree. */
const agreeing: Books = {
  now: new Date('2026-11-22T11:00:00Z'),
  ledger: [intent],
  bank: [],
  bankDebits: [],
  preNotes: [],
  sessions: [session],
  payments: [payment],
  usages: [usage],
  transactions: [transaction],
  claims: [claim],
  claimPayments: [{ transactionId: 21, claimId: 11, amount: 2500 }],
  customers: [{ id: 1, studioId: 1001, lastName: 'Chaos-1-1', paymentMethod: 'CASH' }],
  contracts: [contract],
  sales: [{ id: 'sale1', kind: 'ADD_MEMBERSHIP', status: 'DONE', customerId: 1 }],
  deliveries: [event, { ...event, uuid: 'e2', type: 'CONTRACT_CREATED', content: { contractId: 31 } }],
  charges: [],
  queuedReturns: [],
};
const received = new Map([
  ['e1', 1],
  ['e2', 2],
]);

/** Returns the responses to the clients of the agreeing books. */
function agreeingHistory(): ClientHistory {
  const history = new ClientHistory();
  history.usages.set('p1', { done: { customerId: 1, amount: 2500 }, refused: [], open: 0 });
  history.customers.add(1);
  history.persons.add('Chaos-1-1');
  history.paidWhenSigned.add(1);
  history.contract(1);
  return history;
}

test('finds nothing if everything agrees', () => {
  expect(reconcile(agreeing)).toEqual([]);
  expect(compareHistoryWithBooks(agreeingHistory(), agreeing, received)).toEqual([]);
});

test('does not report tokens that can still be used', () => {
  const open = { ...session, status: 'OPEN', validUntil: new Date('2026-11-22T12:00:00Z') } as const;
  const held = { ...intent, status: 'authorized', captured: 0 } as const;
  const books = {
    ...agreeing,
    usages: [],
    transactions: [],
    claimPayments: [],
    sessions: [open],
    ledger: [held],
  };
  expect(reconcile(books)).toEqual([]);
});

type Case = readonly [what: string, kind: FindingKind, change: Partial<Books>, part: string];

test('finds each fault of the books', () => {
  const cases: readonly Case[] = [
    ['a usage booked twice', 'doubled', { transactions: [transaction, { ...transaction, id: 22 }] }, 'booked 2 times'],
    ['a usage not booked', 'lost', { transactions: [], claimPayments: [] }, 'not booked'],
    ['a usage booked with another amount', 'wrong', { transactions: [{ ...transaction, amount: 2600 }] }, 'booked are 2600'],
    ['a declined usage that is booked', 'wrong', { usages: [{ ...usage, status: 'DECLINED' }] }, 'is DECLINED and booked'],
    ['a booking that the provider gave back', 'lost', { ledger: [{ ...intent, refunded: 2500 }] }, 'kept nothing'],
    ['a booking that the provider let go', 'lost', { ledger: [{ ...intent, status: 'cancelled', captured: 0, cancelled: 2500 }] }, 'kept nothing'],
    ['a booking without intent', 'lost', { usages: [{ ...usage, providerReference: null }] }, 'kept nothing'],
    ['another amount at the provider', 'wrong', { ledger: [{ ...intent, refunded: 500 }] }, 'kept 2000'],
    ['money that nobody booked', 'lost', { ledger: [intent, { ...intent, intent: 'int_2', statementText: 'Chaos 2 0' }] }, 'int_2 took 2500'],
    ['a second charge for one session', 'doubled', { ledger: [intent, { ...intent, intent: 'int_2' }] }, 'int_2 took 2500'],
    ['a debit under way that nobody booked', 'lost', { ledger: [intent, { ...intent, intent: 'int_2', statementText: 'Chaos 2 0', captured: 0, pending: 2500 }] }, 'int_2 took 2500'],
    ['a hold that nobody releases', 'stuck', { ledger: [intent, { ...intent, intent: 'int_2', status: 'authorized', captured: 0 }] }, 'int_2 holds 2500'],
    ['a session used by two attempts', 'doubled', { payments: [payment, { ...payment, id: 'p2' }], usages: [usage, { ...usage, id: 'u2', paymentId: 'p2', amount: 0, kind: 'PAYMENT_INSTRUMENT' }] }, 'used 2 times'],
    ['a claim paid twice', 'doubled', { claimPayments: [{ transactionId: 21, claimId: 11, amount: 2500 }, { transactionId: 22, claimId: 11, amount: 2500 }] }, 'claim 11'],
    ['a payment for a claim that was paid', 'doubled', { claimPayments: [] }, 'names the claims 11'],
    ['more spent than paid', 'wrong', { transactions: [{ ...transaction, amount: 2400 }] }, 'pays claims of 2500'],
    ['credit beside what is due', 'wrong', { claims: [claim, { ...claim, id: 12 }], transactions: [transaction, { ...transaction, id: 22, usageId: null }] }, 'credit of 2500'],
    ['a sale without contract', 'lost', { contracts: [] }, 'no contract'],
    ['a sale with two contracts', 'doubled', { contracts: [contract, { ...contract, id: 32 }] }, '2 contracts'],
    ['a failed sale with a contract', 'doubled', { sales: [{ id: 'sale1', kind: 'SIGNUP', status: 'FAILED', customerId: 1 }] }, 'FAILED'],
    ['a sale without customer', 'lost', { sales: [{ id: 'sale1', kind: 'SIGNUP', status: 'DONE', customerId: null }] }, 'no customer'],
    ['a method that no token brought', 'wrong', { usages: [{ ...usage, kind: 'PAYMENT_INSTRUMENT', amount: 0 }], transactions: [], ledger: [], claimPayments: [] }, 'pays by CASH'],
    ['a usage of a cancelled payment', 'wrong', { payments: [{ ...payment, status: 'CANCELLED' }] }, 'its payment p1 CANCELLED'],
    ['a used session without usage', 'wrong', { sessions: [session, { ...session, id: 's2' }] }, 's2 is USED'],
    ['a session in use', 'stuck', { sessions: [session, { ...session, id: 's2', status: 'USING' }] }, 's2 is USING'],
    ['a session past its time', 'stuck', { sessions: [session, { ...session, id: 's2', status: 'OPEN' }] }, 's2 is OPEN'],
    ['an undecided payment', 'stuck', { payments: [payment, { ...payment, id: 'p2', status: 'UNKNOWN' }] }, 'p2 is UNKNOWN'],
    ['a live payment of an expired session', 'stuck', { sessions: [session, { ...session, id: 's2', status: 'EXPIRED' }], payments: [payment, { ...payment, id: 'p2', sessionId: 's2' }] }, 'p2 is PREAUTHED'],
    ['a release that is due', 'stuck', { payments: [payment, { ...payment, id: 'p2', releaseStatus: 'DUE' }] }, 'p2 is still to be released'],
    ['a reserved charge', 'stuck', { charges: [{ id: 'ch1', status: 'RESERVED', providerReference: null, paymentMethod: 'SEPA' }] }, 'charge ch1'],
    ['a reserved usage', 'stuck', { usages: [usage, { ...usage, id: 'u2', paymentId: 'p2', status: 'RESERVED' }] }, 'u2'],
    ['a reserved sale', 'stuck', { sales: [...agreeing.sales, { id: 'sale2', kind: 'SIGNUP', status: 'RESERVED', customerId: null }] }, 'sale2'],
    ['a debit with a token that is not queued for returns', 'lost', { payments: [{ ...payment, paymentMethod: 'SEPA' }] }, 'debit u1'],
    ['a charge that is not queued for returns', 'lost', { charges: [{ id: 'c1', status: 'DONE', providerReference: 'int_2', paymentMethod: 'BACS' }] }, 'debit c1'],
    ['a card payment that is queued for returns', 'wrong', { queuedReturns: ['u1'] }, 'u1 is queued'],
    ['an event on its way', 'stuck', { deliveries: [{ ...event, status: 'PENDING' }] }, 'e1'],
  ]; // prettier-ignore
  const unfound = cases.filter(
    ([, kind, change, part]) => !has(reconcile({ ...agreeing, ...change }), kind, part),
  );
  expect(unfound.map(([what]) => what)).toEqual([]);
});

const debit: BankDebitRow = {
  id: 'd1',
  mandateId: 'm1',
  status: 'COLLECTED',
  amount: 2500,
  attempt: 2,
  paymentMethod: 'SEPA',
  executionOn: '2026-11-23',
};

/** Books in which the studio's own bank has collected the payment. All of them agree. */
function atBank(): Books {
  const id = '0e3c9b52-71a4-4f0e-9a55-3d1f2b6c7d80';
  return {
    ...agreeing,
    ledger: [],
    payments: [{ ...payment, paymentMethod: 'SEPA', provider: 'BANK' }],
    usages: [{ ...usage, id, providerReference: id }],
    transactions: [{ ...transaction, usageId: id }],
    queuedReturns: [id],
    bankDebits: [{ ...debit, id }],
    bank: [collected],
  };
}
const collected: BankRow = {
  account: 'pk_test',
  endToEndId: '0e3c9b5271a44f0e9a553d1f2b6c7d80-1',
  amount: 2500,
  credited: 2500,
  returned: 0,
};

/** Returns the agreeing books of a bank that has taken the payment back, and its reversal here. */
function takenBack(): Books {
  const { transactions, claimPayments, bankDebits, ...books } = atBank();
  return {
    ...books,
    bankDebits: bankDebits.map((debit) => ({ ...debit, status: 'RETURNED' })),
    bank: [{ ...collected, returned: 2500 }],
    transactions: [...transactions, { ...transaction, id: 22, usageId: null, reversesId: 21, amount: -2500 }],
    claimPayments: [...claimPayments, { transactionId: 22, claimId: 11, amount: -2500 }],
    queuedReturns: [],
  };
}

test("finds nothing if the studio's own bank agrees, also while it has not reported the outcome", () => {
  const { bankDebits } = atBank();
  const waiting = {
    ...atBank(),
    bank: [],
    bankDebits: bankDebits.map((debit) => ({ ...debit, status: 'WAITING' as const })),
  };
  expect([atBank(), takenBack(), waiting].map(reconcile)).toEqual([[], [], []]);
  expect([...debitsUnderWay(waiting)]).toHaveLength(1);
});

test("finds each fault of the books of the studio's own bank", () => {
  const debits = (status: BankDebitRow['status'], amount = 2500): Pick<Books, 'bankDebits'> => ({
    bankDebits: atBank().bankDebits.map((debit) => ({ ...debit, status, amount })),
  });
  const { transactions, claimPayments } = takenBack();
  const second = collected.endToEndId.replace('-1', '-2');
  const cases: readonly Case[] = [
    ['a debit collected twice', 'doubled', { bank: [collected, { ...collected, endToEndId: second }] }, 'collected 2 times'],
    ['a debit that waits, and is with the bank twice', 'doubled', { ...debits('WAITING'), bank: [collected, { ...collected, endToEndId: second, credited: 0 }] }, 'collected 2 times'],
    ['a debit of nobody', 'lost', { bank: [collected, { ...collected, endToEndId: 'SOMETHING' }] }, 'SOMETHING'],
    ['another amount at the bank', 'wrong', { bank: [{ ...collected, amount: 2600, credited: 2600 }] }, 'collected with 2600'],
    ['a credit that is not booked', 'lost', debits('SENT'), 'is SENT, and the bank has credited 2500'],
    ['a credit of a refused debit', 'lost', debits('REFUSED'), 'is REFUSED, and the bank has credited 2500'],
    ['a credit that never arrived', 'lost', { bank: [] }, 'credited nothing'],
    ['a return that is not booked', 'wrong', { bank: [{ ...collected, returned: 2500 }] }, 'taken it back'],
    ['a usage without debit', 'lost', { bankDebits: [], bank: [] }, 'its bank has no debit'],
    ['a debit without booking', 'lost', { transactions: [], claimPayments: [] }, 'nothing is booked for it'],
    ['a debit of another amount', 'wrong', debits('COLLECTED', 2600), '2500 are booked'],
    ['an open claim that is paid', 'wrong', { transactions, claimPayments }, 'its claims are open'],
    ['a return that is not reversed', 'wrong', { ...debits('RETURNED'), bank: [{ ...collected, returned: 2500 }] }, 'not reversed'],
    ['a reversal that leaves a claim paid', 'wrong', { ...takenBack(), claimPayments: atBank().claimPayments }, 'leaves 2500 on claim 11'],
  ]; // prettier-ignore
  const unfound = cases.filter(
    ([, kind, change, part]) => !has(reconcile({ ...atBank(), ...change }), kind, part),
  );
  expect(unfound.map(([what]) => what)).toEqual([]);
});

/** Books of a bank that takes ACH entries, and had a pre-note of the account. All of them agree. */
function atAchBank(): Books {
  const { payments, bankDebits, ...books } = atBank();
  const preNote = { ...debit, id: 'pre1', amount: 0, executionOn: '2026-11-18' };
  return {
    ...books,
    payments: payments.map((row) => ({ ...row, paymentMethod: 'ACH' })),
    bankDebits: bankDebits.map((row) => ({ ...row, paymentMethod: 'ACH' })),
    preNotes: [{ ...preNote, paymentMethod: 'ACH' }],
    bank: [{ ...collected, endToEndId: '07SL303MIYPE601' }],
  };
}

test('finds each fault of the books of a bank that takes ACH entries', () => {
  const { preNotes, bank, bankDebits } = atAchBank();
  const isSent = preNotes.map((preNote) => ({ ...preNote, status: 'SENT' as const }));
  expect(reconcile(atAchBank())).toEqual([]);
  expect([...debitsUnderWay({ ...atAchBank(), preNotes: isSent })]).toHaveLength(1);
  const cases: readonly Case[] = [
    ['a second pre-note', 'doubled', { preNotes: [...preNotes, ...preNotes] }, 'm1 has 2 pre-notes'],
    ['a debit without pre-note', 'wrong', { preNotes: [] }, 'executed without a pre-note'],
    ['a debit too early after its pre-note', 'wrong', { preNotes: preNotes.map((row) => ({ ...row, executionOn: '2026-11-19' })) }, 'too early after the pre-note'],
    ['a debit whose pre-note is in no file', 'wrong', { preNotes: preNotes.map((row) => ({ ...row, executionOn: null })) }, 'too early after the pre-note'],
    ['a debit that counts as collected, and came back', 'wrong', { bank: bank.map((row) => ({ ...row, returned: 2500 })) }, 'taken it back'],
    ['a debit that is sent for ever', 'lost', { bankDebits: bankDebits.map((row) => ({ ...row, status: 'SENT' })) }, 'is SENT, and the bank has credited 2500'],
  ]; // prettier-ignore
  const unfound = cases.filter(
    ([, kind, change, part]) => !has(reconcile({ ...atAchBank(), ...change }), kind, part),
  );
  expect(unfound.map(([what]) => what)).toEqual([]);
});

test('finds each response that does not match the books', () => {
  type FaultyCase = readonly [
    what: string,
    kind: FindingKind,
    change: Partial<Books>,
    say: (history: ClientHistory) => void,
    part: string,
  ];
  const nothing = (): void => {};
  const cases: readonly FaultyCase[] = [
    ['a 200 for a usage that is not done', 'lost', { usages: [] }, nothing, 'returned 200 but is not done'],
    ['a 200 for another amount', 'wrong', { usages: [{ ...usage, amount: 2400 }] }, nothing, 'another amount or customer'],
    ['a refusal of what was done', 'wrong', {}, (t) => t.usages.set('p1', { done: null, refused: ['409 used'], open: 0 }), '409 used'],
    ['a cancelled payment that was used', 'wrong', {}, (t) => t.ended.set('p1', 'CANCELLED'), 'returned CANCELLED but is used'],
    ['a missing customer', 'lost', {}, (t) => t.customers.add(2), 'customer 2'],
    ['a person created twice', 'doubled', { customers: [...agreeing.customers, { id: 2, studioId: 1001, lastName: 'Chaos-1-1', paymentMethod: 'CASH' }] }, nothing, 'created 2 times'],
    ['a contract too many', 'doubled', { contracts: [contract, { ...contract, id: 32 }] }, nothing, 'has 2 contracts'],
    ['a contract too few', 'lost', {}, (t) => t.contract(1), 'has 1 contracts, but 2'],
    ['an unpaid contract', 'wrong', { claims: [claim, { ...claim, id: 12 }] }, nothing, 'owes 2500'],
    ['an event that was not sent', 'lost', { deliveries: [event] }, nothing, 'CONTRACT_CREATED 1 31'],
    ['an event sent twice', 'doubled', { deliveries: [...agreeing.deliveries, event] }, nothing, 'has 2 events'],
    ['an event that was never received', 'lost', { deliveries: [...agreeing.deliveries, { ...event, uuid: 'e3', entityId: 3 }] }, nothing, 'e3'],
    ['a refusal for nothing', 'wrong', {}, (t) => t.refusedForNothing.push('story 7'), 'story 7'],
    ['a fault of the service', 'wrong', {}, (t) => t.faults.push('POST /v1/x'), 'returned 500: POST /v1/x'],
    ['silence', 'stuck', {}, (t) => t.silence.push('story 8'), 'story 8'],
  ]; // prettier-ignore
  const unfound = cases.filter(([, kind, change, say, part]) => {
    const history = agreeingHistory();
    say(history);
    return !has(compareHistoryWithBooks(history, { ...agreeing, ...change }, received), kind, part);
  });
  expect(unfound.map(([what]) => what)).toEqual([]);
});

function has(findings: readonly Finding[], kind: FindingKind, part: string): boolean {
  return findings.some((finding) => finding.kind === kind && finding.what.includes(part));
}

test('records responses as the history', async () => {
  const history = new ClientHistory();
  const uses = (customerId: number) => [{ paymentId: 'p1', customerId, amount: 5 }];
  const answer = { status: 200, code: '', body: { customerId: 7 }, text: '' };
  await history.usage(uses, ['p1'], Promise.resolve({ ...answer, status: 409, code: 'used' }));
  expect(history.usages.get('p1')).toEqual({ done: null, refused: ['409 used'], open: 0 });
  await expect(history.usage(uses, ['p1'], Promise.reject(new Error('never')))).rejects.toThrow('never');
  await history.usage(uses, ['p1'], Promise.resolve(answer));
  expect(history.usages.get('p1')).toEqual({
    done: { customerId: 7, amount: 5 },
    refused: ['409 used'],
    open: 1,
  });
});

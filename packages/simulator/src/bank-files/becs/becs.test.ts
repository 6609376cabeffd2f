import { describe, expect, it } from 'vitest';
import type { BankCustomer } from '../bank-customer.js';
import { customerWith, passed } from '../bank-customer.fixture.js';
import { becsFile } from './becs.fixture.js';

const valid = becsFile();

const refusalsOf = (bank: BankCustomer): string[] => {
  const file = bank.files.at(-1);
  return [file?.status ?? '', ...(file?.faults ?? []).map(({ reason, text }) => `${reason} ${text}`)];
};

/** Replaces the characters of a record from a position, both counted from 1. */
function changed(record: number, from: number, text: string): string {
  const lines = valid.split('\n');
  const line = lines[record - 1] ?? '';
  lines[record - 1] = line.slice(0, from - 1) + text + line.slice(from - 1 + text.length);
  return lines.join('\n');
}

it('accepts a valid file without an answer', () => {
  const bank = passed(customerWith([valid]), '2027-02-01');
  expect(bank.files).toMatchObject([
    { status: 'ACCP', messageId: '098765-2026-12-02-DEBITS', faults: [], statusReport: null },
  ]);
  expect(bank.reports('2027-02-01')).toEqual([]);
  expect(bank.accounts()).toEqual([{ bank: 'Australian bank', number: '032-000   123456' }]);
  expect(bank.debits()).toEqual([{ endToEndId: 'DEBIT1', amount: 4990, credited: 4990, returned: 0 }]);
});

describe('a file that is refused', () => {
  const [header = '', entry = '', total = ''] = valid.split('\n');

  it.each([
    ['a short record', valid.replace('LOVELACE ', 'LOVELACE'), 'FF01 Record 2: it has 119 characters'],
    ['an accent', valid.replace('ADA', 'ÀDA'), 'FF01 Record 2: only printable ASCII'],
    ['no entry', [header, total].join('\n'), 'FF01 Record 2: the file has no entry.'],
    ['no total', [header, entry].join('\n'), 'FF01 Record 3: a record of type 7 is expected.'],
    ['two files in one', valid + valid, 'FF01 Record 4: nothing may follow the file total record.'],
    ['an account in the header', changed(1, 2, '032-000'), 'FF01 Record 1: the reserved field is wrong'],
    ['another sequence number', changed(1, 19, '02'), 'FF01 Record 1: the reel sequence number is wrong'],
    ['a small abbreviation', changed(1, 21, 'wbc'), 'FF01 Record 1: the abbreviation of the bank is wrong'],
    ['no description', changed(1, 63, '      '), 'FF01 Record 1: the description is wrong'],
    ['a date of another order', changed(1, 75, '261202'), 'DT01 2002-12-26 is not a bank day (BECS).'],
    ['a date that does not exist', changed(1, 75, '310226'), 'FF01 Record 1: the processing date is no day'],
    ['a BSB without a hyphen', changed(2, 5, '0'), 'FF01 Record 2: the account is wrong'],
    ['an account of zeros', changed(2, 9, '000000000'), 'FF01 Record 2: the account is wrong'],
    ['an account that blanks follow', changed(2, 9, '123456   '), 'FF01 Record 2: the account is wrong'],
    ['an indicator of tax', changed(2, 18, 'W'), 'FF01 Record 2: the indicator is wrong'],
    ['a credit', changed(2, 19, '50'), 'FF01 Record 2: the transaction code (debits) is wrong'],
    ['no amount', changed(2, 21, '0000000000'), 'FF01 Record 2: the amount is wrong'],
    ['no title', changed(2, 31, ' '.repeat(32)), 'FF01 Record 2: the title of the account is wrong'],
    ['no reference', changed(2, 63, '      '), 'FF01 Record 2: the lodgement reference is wrong'],
    ['a trace without a number', changed(2, 88, ' '.repeat(9)), 'FF01 Record 2: the trace is wrong'],
    ['no remitter', changed(2, 97, ' '.repeat(16)), 'FF01 Record 2: the name of the remitter is wrong'],
    ['withholding tax', changed(2, 120, '1'), 'FF01 Record 2: the amount of withholding tax is wrong'],
    ['another BSB of the total', changed(3, 2, '032-000'), 'FF01 Record 3: the BSB is wrong'],
    ['a wrong net total', changed(3, 30, '1'), 'AM10 Record 3: the net total does not match'],
    ['credits in the total', changed(3, 40, '1'), 'AM10 Record 3: the total of credits does not match'],
    ['a wrong total', changed(3, 50, '1'), 'AM10 Record 3: the total of debits does not match'],
    ['a wrong count', changed(3, 80, '2'), 'AM10 Record 3: the number of entries does not match'],
    ['a weekend', becsFile({ executionOn: '051226' }), 'DT01 2026-12-05 is not a bank day (BECS).'],
    [
      'the next day after the cut-off',
      becsFile({ executionOn: '011226' }),
      'DT01 The first possible day is 2026-12-02',
    ],
    [
      'two traces',
      becsFile({ entries: [{}, { trace: '032-000   123457' }] }),
      'BE05 All entries must have the same trace.',
    ],
  ])('%s', (_, content, refusal) => {
    const [status, ...faults] = refusalsOf(customerWith([content]));
    expect(status).toBe('RJCT');
    expect(faults).toEqual([expect.stringContaining(refusal)]);
  });

  it('the same again', () => {
    const again = customerWith([valid, valid.replaceAll('\n', '\r\n')]);
    expect(refusalsOf(again)).toEqual(['RJCT', 'AM05 The bank has had this file.']);
  });

  it('that of another user of the account', () => {
    expect(refusalsOf(customerWith([valid, becsFile({ userId: '098766' })]))[1]).toMatch(/^BE05 The user/);
  });
});

it('reports what the test accounts return, in one file of a day', () => {
  const accounts = ['111111113', '111111116', '222222227', '333333335', '000123456'];
  const entries = accounts.map((accountNumber, at) => ({ accountNumber, amount: 1000 + at }));
  const bank = passed(customerWith([becsFile({ entries })]), '2027-02-01');
  const reports = bank.reports('2027-02-01');
  expect(reports).toMatchObject([{ kind: 'ABA', createdOn: '2026-12-04' }]);
  const end = 'HARBOUR GYM     02098765';
  const title = 'ADA LOVELACE'.padEnd(32);
  expect(reports[0]?.content.split('\r\n')).toEqual([
    `0                 01WBC       ${'HARBOUR GYM'.padEnd(26)}098765            041226${' '.repeat(40)}`,
    `2032-000   1234563130000001000${title}DEBIT1            000-000111111113${end}`,
    `2032-000   1234565130000001001${title}DEBIT2            000-000111111116${end}`,
    `2032-000   1234566130000001002${title}DEBIT3            000-000222222227${end}`,
    `2032-000   1234562130000001003${title}DEBIT4            000-000333333335${end}`,
    `7999-999            000000400600000000000000004006${' '.repeat(24)}000004${' '.repeat(40)}`,
    '',
  ]);
  expect(bank.debits().map(({ returned }) => returned)).toEqual([1000, 1001, 1002, 1003, 0]);
});

it.each([
  ['after another number of days', { returnAfterDays: 1 }, ['2026-12-03']],
  ['late', { lateByDays: 3 }, ['2026-12-07']],
  ['in two deliveries of the same file', { repeatReports: true }, ['2026-12-04', '2026-12-04']],
  ['in another file once more', { reportReturnsTwice: true }, ['2026-12-04', '2026-12-07']],
])('reports a return %s', (_, behaviour, days) => {
  const file = becsFile({ entries: [{ accountNumber: '222222227' }] });
  const reports = passed(customerWith([file], behaviour), '2027-02-01').reports('2027-02-01');
  expect(reports.map(({ createdOn }) => createdOn)).toEqual(days);
  expect(new Set(reports.map(({ content }) => content)).size).toBe('reportReturnsTwice' in behaviour ? 2 : 1);
});

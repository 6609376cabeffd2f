import { describe, expect, it } from 'vitest';
import type { BankCustomer } from '../bank-customer.js';
import { customerWith, MONDAY, passed } from '../bank-customer.fixture.js';
import { achFile, type TestBatch, type TestEntry, type TestFile } from './ach.fixture.js';

const valid = achFile();

const refusalsOf = (bank: BankCustomer): string[] => {
  const file = bank.files.at(-1);
  return [file?.status ?? '', ...(file?.faults ?? []).map(({ reason, text }) => `${reason} ${text}`)];
};
const sent = (...files: TestFile[]): BankCustomer => customerWith(files.map(achFile));

/** Replaces the characters of a record from a position, both counted from 1. */
function changed(record: number, from: number, text: string): string {
  const lines = valid.split('\n');
  const line = lines[record - 1] ?? '';
  lines[record - 1] = line.slice(0, from - 1) + text + line.slice(from - 1 + text.length);
  return lines.join('\n');
}

it('accepts a valid file without an answer', () => {
  const bank = passed(customerWith([valid, valid.replaceAll('\n', '\r\n')]), '2027-02-01');
  expect(bank.files).toMatchObject([
    { status: 'ACCP', messageId: '1234567890-2026-11-30-A', faults: [], statusReport: null },
    { status: 'RJCT', statusReport: null },
  ]);
  expect(bank.reports('2027-02-01')).toEqual([]);
  expect(bank.accounts()).toEqual([{ bank: 'US bank', number: '076401251/1234567890' }]);
  expect(bank.debits()).toEqual([{ endToEndId: 'DEBIT11', amount: 4990, credited: 4990, returned: 0 }]);
});

describe('a file whose form is wrong', () => {
  it.each([
    ['no Nacha', 'IBAN;Amount', 'FF01 Record 1: it has 11 characters instead of 94.'],
    ['a short record', valid.replace('R 0', 'R0'), 'FF01 Record 3: it has 93 characters instead of 94.'],
    ['an accent', valid.replace('ADA', 'ÀDA'), 'FF01 Record 3: only printable ASCII characters are allowed.'],
    [
      'no batch header',
      valid.split('\n').toSpliced(1, 1).join('\n'),
      'FF01 Record 2: a record of type 9 is expected.',
    ],
    [
      'no batch control',
      valid.split('\n').toSpliced(3, 1).join('\n'),
      'FF01 Record 4: a record of type 8 is expected.',
    ],
    [
      'no file control',
      valid.split('\n').slice(0, 4).join('\n'),
      'FF01 Record 5: a record of type 9 is expected.',
    ],
    [
      'a block that is not full',
      valid.split('\n').slice(0, 9).join('\n'),
      'FF01 Record 6: records of nines must fill the last block of ten.',
    ],
    ['a record after the control', changed(6, 1, '5'), 'FF01 Record 6: only records of nines may follow.'],
    [
      'another record size',
      changed(1, 35, '095'),
      'FF01 Record 1: the format of the records is wrong (positions 35 to 40).',
    ],
    [
      'a small file id modifier',
      changed(1, 34, 'a'),
      'FF01 Record 1: the file id modifier is wrong (positions 34 to 34).',
    ],
    [
      'a creation date that does not exist',
      changed(1, 24, '260230'),
      'FF01 Record 1: the creation date is no day (positions 24 to 29).',
    ],
    [
      'credits',
      changed(2, 2, '220'),
      'FF01 Record 2: the service class code (debits) is wrong (positions 2 to 4).',
    ],
    [
      'a settlement date',
      changed(2, 76, '336'),
      'FF01 Record 2: the reserved field is wrong (positions 76 to 78).',
    ],
    [
      'a wrong batch number',
      changed(2, 88, '0000002'),
      'FF01 Record 2: the batch numbers must ascend from 1.',
    ],
    [
      'an amount with a space',
      changed(3, 30, ' '),
      'FF01 Record 3: the amount is wrong (positions 30 to 39).',
    ],
    [
      'an addenda record',
      changed(3, 79, '1'),
      'FF01 Record 3: the addenda record indicator is wrong (positions 79 to 79).',
    ],
    [
      'the trace number of another bank',
      changed(3, 80, '1'),
      'FF01 Record 3: the trace number is wrong (positions 80 to 87).',
    ],
    [
      'another company in the control',
      changed(4, 45, '2'),
      'FF01 Record 4: the company identification is wrong (positions 45 to 54).',
    ],
    [
      'a wrong count of the batch',
      changed(4, 5, '000002'),
      'AM10 Record 4: the number of entries does not match the records before (positions 5 to 10).',
    ],
    [
      'a wrong hash of the batch',
      changed(4, 20, '1'),
      'AM10 Record 4: the entry hash does not match the records before (positions 11 to 20).',
    ],
    [
      'a wrong total of the batch',
      changed(4, 32, '1'),
      'AM10 Record 4: the total of debits does not match the records before (positions 21 to 32).',
    ],
    [
      'a wrong number of batches',
      changed(5, 7, '2'),
      'AM10 Record 5: the number of batches does not match the records before (positions 2 to 7).',
    ],
    [
      'a wrong number of blocks',
      changed(5, 13, '2'),
      'AM10 Record 5: the number of blocks does not match the records before (positions 8 to 13).',
    ],
    [
      'a wrong total of the file',
      changed(5, 43, '1'),
      'AM10 Record 5: the total of debits does not match the records before (positions 32 to 43).',
    ],
    [
      'a total of credits',
      changed(5, 55, '1'),
      'AM10 Record 5: the total of credits does not match the records before (positions 44 to 55).',
    ],
  ])('%s', (_, content, fault) => {
    const bank = passed(customerWith([content]), '2026-12-31');
    expect(refusalsOf(bank)).toEqual(['RJCT', fault]);
    expect(bank.reports('2026-12-31')).toEqual([]);
    expect(bank.accounts()).toEqual([]);
  });

  it('has trace numbers that do not ascend', () => {
    const lines = achFile({ batches: [{ entries: [{}, {}] }] }).split('\n');
    const swapped = [lines[0], lines[1], lines[3], lines[2], ...lines.slice(4)].join('\n');
    expect(refusalsOf(customerWith([swapped]))).toEqual([
      'RJCT',
      'FF01 Record 4: the trace numbers must ascend.',
    ]);
  });
});

describe('a file that breaks the rules', () => {
  const one = (entry: TestEntry): TestBatch[] => [{ entries: [entry] }];
  it.each<[string, TestFile, string]>([
    ['a destination with a wrong check digit', { destination: '076401252' }, 'RC01'],
    ['another class of entries', { batches: [{ entryClass: 'TEL' }] }, 'FF05'],
    ['two companies', { batches: [{}, { companyId: '9999999999' }] }, 'BE05'],
    ['a routing number with a wrong check digit', { batches: one({ routingNumber: '110000001' }) }, 'RC01'],
    ['a credit', { batches: one({ transactionCode: '22' }) }, 'AG03'],
    ['a live entry of 0', { batches: one({ amount: 0 }) }, 'AM01'],
    ['a pre-note with an amount', { batches: one({ transactionCode: '28' }) }, 'AM01'],
    ['Saturday', { batches: [{ executionOn: '261205' }] }, 'DT01'],
    ['Christmas', { batches: [{ executionOn: '261225' }] }, 'DT01'],
    ['a day in the past', { batches: [{ executionOn: '261127' }] }, 'DT01'],
    ['the day of the file', { batches: [{ executionOn: '261130' }] }, 'DT01'],
  ])('%s', (_, file, reason) => {
    const bank = sent(file);
    expect(refusalsOf(bank)).toEqual(['RJCT', expect.stringMatching(`^${reason} `)]);
    expect(bank.debits()).toEqual([]);
  });

  it.each<[string, TestFile, string]>([
    ['the same modifier on the same day', { batches: [{ entries: [{ id: 'OTHER' }] }] }, 'AM05'],
    ['the same batches under another modifier', { modifier: 'B' }, 'AM05'],
    ['another sender', { modifier: 'B', origin: '999', batches: [{ entries: [{ id: 'OTHER' }] }] }, 'BE05'],
  ])('%s as an earlier file', (_, file, reason) => {
    expect(refusalsOf(sent({}, file))).toEqual(['RJCT', expect.stringMatching(`^${reason} `)]);
  });

  it.each([
    ['before the cut-off', '2026-12-01T00:59:00Z', '261201', 'ACCP'],
    ['after the cut-off', '2026-12-01T01:00:00Z', '261201', 'RJCT'],
    ['after the cut-off, a day later', '2026-12-01T01:00:00Z', '261202', 'ACCP'],
    ['before Thanksgiving', '2026-11-25T15:00:00Z', '261127', 'ACCP'],
  ])('comes %s', (_, at, executionOn, status) => {
    const bank = customerWith([achFile({ batches: [{ executionOn }] })], undefined, at);
    expect(bank.files[0]?.status).toBe(status);
  });

  it.each([
    ['on the second banking day after it', '261204', 'RJCT'],
    ['on the third banking day after it', '261207', 'ACCP'],
  ])('has a live entry for an account with a pre-note %s', (_, executionOn, status) => {
    const preNote = achFile({ batches: one({ transactionCode: '28', amount: 0 }) });
    const live = achFile({ modifier: 'B', batches: [{ executionOn }] });
    expect(customerWith([preNote, live]).files.map((file) => file.status)).toEqual(['ACCP', status]);
  });
});

/** Reads the fields of a file of returns by the positions in Nacha's rules, and checks its totals. */
function readReturns(content: string): string[] {
  const lines = content.split('\r\n').slice(0, -1);
  expect(lines.every((line) => /^[\x20-\x7E]{94}$/.test(line))).toBe(true);
  expect(lines.length % 10).toBe(0);
  const kind = (type: string): string[] =>
    lines.filter((line) => line.startsWith(type) && !/^9{94}$/.test(line));
  const [header = ''] = kind('1');
  expect(header.slice(3, 23)).toBe('1234567890 076401251');
  const entries = kind('6');
  const sum = (all: readonly string[], from: number, to: number): number =>
    all.reduce((total, line) => total + Number(line.slice(from - 1, to)), 0);
  const controls = kind('8');
  const [control = ''] = kind('9');
  expect(sum(controls, 5, 10)).toBe(entries.length * 2);
  expect(sum(controls, 11, 20)).toBe(sum(entries, 4, 11));
  expect(sum(controls, 21, 32)).toBe(sum(entries, 30, 39));
  expect(control.slice(1, 55)).toBe(
    [
      [controls.length, 6],
      [lines.length / 10, 6],
      [entries.length * 2, 8],
      [sum(entries, 4, 11), 10],
      [sum(entries, 30, 39), 12],
      [0, 12],
    ]
      .map(([value = 0, width]) => String(value).padStart(width ?? 0, '0'))
      .join(''),
  );
  let batch = '';
  return lines.flatMap((line, at) => {
    if (line.startsWith('5')) batch = `${line.slice(50, 53)} ${line.slice(69, 75)} ${line.slice(75, 78)}`;
    if (!line.startsWith('7')) return [];
    const entry = lines[at - 1] ?? '';
    expect(line.slice(79)).toBe(entry.slice(79));
    expect(line.slice(27, 35)).toBe('11000000');
    return [
      [
        batch,
        entry.slice(1, 3),
        entry.slice(29, 39),
        entry.slice(39, 54),
        line.slice(1, 6),
        line.slice(6, 21),
      ]
        .concat(line.slice(35, 64))
        .map((text) => text.trim())
        .filter((text) => text !== '')
        .join(' '),
    ];
  });
}

const returnsOf = (bank: BankCustomer): string[] =>
  bank
    .reports('2027-03-31')
    .flatMap(({ kind, createdOn, content }) =>
      readReturns(content).map((one) => `${kind} ${createdOn} ${one}`),
    );

describe('an accepted entry', () => {
  it.each<[string, string, TestEntry, string[]]>([
    [
      'is returned for insufficient funds',
      '000222222227',
      {},
      ['2026-12-04 WEB 261204 338 26 0000004990 DEBIT11 99R01'],
    ],
    [
      'is returned from savings',
      '000222222227',
      { transactionCode: '37' },
      ['2026-12-04 WEB 261204 338 36 0000004990 DEBIT11 99R01'],
    ],
    [
      'is returned from a closed account',
      '000111111113',
      {},
      ['2026-12-04 WEB 261204 338 26 0000004990 DEBIT11 99R02'],
    ],
    [
      'is returned from no account',
      '000111111116',
      {},
      ['2026-12-04 WEB 261204 338 26 0000004990 DEBIT11 99R03'],
    ],
    [
      'is returned as not authorised',
      '000555555559',
      {},
      ['2026-12-31 WEB 261231 365 26 0000004990 DEBIT11 99R10'],
    ],
  ])('%s', (_, accountNumber, entry, expected) => {
    const bank = passed(sent({ batches: [{ entries: [{ accountNumber, ...entry }] }] }), '2027-02-01');
    expect(returnsOf(bank)).toEqual(expected.map((one) => `NACHA ${one} 076401250000100`));
    expect(bank.debits()).toMatchObject([{ credited: 4990, returned: 4990 }]);
  });

  it('is paid from an account whose number has changed', () => {
    const bank = passed(sent({ batches: [{ entries: [{ accountNumber: '000888888885' }] }] }), '2027-02-01');
    expect(returnsOf(bank)).toEqual([
      'NACHA 2026-12-04 COR 261204 338 26 0000000000 DEBIT11 98C01 076401250000100 000123456789',
    ]);
    expect(bank.debits()).toMatchObject([{ credited: 4990, returned: 0 }]);
  });
});

describe('a pre-note', () => {
  const preNote = (accountNumber: string): BankCustomer =>
    passed(
      sent({ batches: [{ entries: [{ accountNumber, transactionCode: '28', amount: 0 }] }] }),
      '2027-02-01',
    );

  it.each([
    ['000123456789', []],
    ['000222222227', []],
    ['000555555559', []],
    ['000111111116', ['99R03']],
    ['000111111113', ['99R02']],
    ['000888888885', ['98C01']],
  ])('for %s comes back with %j', (accountNumber, codes) => {
    const bank = preNote(accountNumber);
    expect(returnsOf(bank).map((one) => /\b9[89]\w{3}\b/.exec(one)?.[0])).toEqual(codes);
    expect(bank.debits()).toEqual([]);
    if (codes.length > 0) expect(returnsOf(bank)[0]).toContain(' 26 0000000000 ');
  });
});

describe('a US bank that behaves differently', () => {
  const file = achFile({ batches: [{ entries: [{ accountNumber: '000222222227' }] }] });

  it('refuses every file', () => {
    expect(refusalsOf(customerWith([file], { refuseFiles: 'AG01' }))[1]).toMatch(/^AG01 /);
  });

  it.each([
    ['after another number of days', { returnAfterDays: 0 }, ['2026-12-02']],
    ['late', { lateByDays: 3 }, ['2026-12-07']],
    ['in two deliveries of the same file', { repeatReports: true }, ['2026-12-04', '2026-12-04']],
    ['in another file once more', { reportReturnsTwice: true }, ['2026-12-04', '2026-12-07']],
  ])('reports a return %s', (_, behaviour, days) => {
    const reports = passed(customerWith([file], behaviour), '2027-02-01').reports('2027-02-01');
    expect(reports.map(({ createdOn }) => createdOn)).toEqual(days);
    expect(new Set(reports.map(({ content }) => content)).size).toBe(
      'reportReturnsTwice' in behaviour ? 2 : 1,
    );
  });
});

it('groups what comes back on a day by class and kind', () => {
  const entries = ['000222222227', '000111111116', '000888888885'].map((accountNumber) => ({
    accountNumber,
  }));
  const bank = passed(sent({ batches: [{ entries }, { entryClass: 'CCD', entries }] }), '2026-12-04');
  const [report] = bank.reports('2026-12-04');
  expect(readReturns(report?.content ?? '')).toHaveLength(6);
  const batches = report?.content.split('\r\n').filter((line) => line.startsWith('5'));
  expect(batches?.map((line) => line.slice(50, 53))).toEqual(['WEB', 'COR', 'CCD', 'COR']);
});

it('takes the files of all banks at once', () => {
  const bank = customerWith(
    [valid, achFile({ origin: '555', batches: [{ companyId: '5555555555' }] })],
    {},
    MONDAY,
  );
  expect(bank.accounts().map(({ number }) => number)).toEqual([
    '076401251/1234567890',
    '076401251/5555555555',
  ]);
});

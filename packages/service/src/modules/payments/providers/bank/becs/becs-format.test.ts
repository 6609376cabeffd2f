import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../collection.js';
import { BANK, batch, collection, debit, EVERY_KIND, MESSAGE_ID } from './becs-collections.fixture.js';
import { becs } from './becs-format.js';
import { readDirectEntry } from './read-direct-entry.js';

/**
 * The total is 2990 + 1 + 9999997008 = 9999999999, the largest that has space. The description is 0123456789ab in base
 * 36, and the three days from 30 November to 3 December.
 */
const APPROVED = [
  `0                 01WBC       STUDIO ZURICH & SOHNE PTY 09876500FYP91DWR03031226${' '.repeat(40)}`,
  '1082-001  0123456 130000002990MARA MUSTER                     ABCDEFGHIJKLM01   032-000   123456STUDIO ZURICH & 00000000',
  '1732-999        7 130000000001LUKASZ ZOLC                     ABCDEFGHIJKLM02   032-000   123456STUDIO ZURICH & 00000000',
  '1082-001987654321 139999997008A COMPANY WITH A NAME OF MORE THABCDEFGHIJKLM03   032-000   123456STUDIO ZURICH & 00000000',
  `7999-999            999999999900000000009999999999${' '.repeat(24)}000003${' '.repeat(40)}`,
];

const recordsOf = (file: string): readonly string[] => file.split('\r\n').slice(0, -1);

it('writes the approved file', () => {
  expect(becs.write(EVERY_KIND)).toBe(APPROVED.map((record) => `${record}\r\n`).join(''));
});

/** Positions from the tables of Westpac's Australian Direct Entry file format, with what the approved file contains. */
const POSITIONS: readonly (readonly [
  record: number,
  name: string,
  from: number,
  to: number,
  value: string,
])[] = [
  [1, 'Record Type 0', 1, 1, '0'],
  [1, 'Blank', 2, 18, ' '.repeat(17)],
  [1, 'Reel Sequence Number', 19, 20, '01'],
  [1, "Name of User's Financial Institution", 21, 23, 'WBC'],
  [1, 'Blank', 24, 30, ' '.repeat(7)],
  [1, 'Name of User Supplying File', 31, 56, 'STUDIO ZURICH & SOHNE PTY '],
  [1, 'User Identification Number', 57, 62, '098765'],
  [1, 'Description of Entries', 63, 74, '00FYP91DWR03'],
  [1, 'Date to be Processed (DDMMYY)', 75, 80, '031226'],
  [1, 'Blank', 81, 120, ' '.repeat(40)],

  [2, 'Record Type 1', 1, 1, '1'],
  [2, 'BSB Number', 2, 8, '082-001'],
  [2, 'Account Number', 9, 17, '  0123456'],
  [2, 'Indicator', 18, 18, ' '],
  [2, 'Transaction Code', 19, 20, '13'],
  [2, 'Amount', 21, 30, '0000002990'],
  [2, 'Title of Account', 31, 62, 'MARA MUSTER'.padEnd(32)],
  [2, 'Lodgement Reference', 63, 80, 'ABCDEFGHIJKLM01   '],
  [2, 'Trace Record BSB', 81, 87, '032-000'],
  [2, 'Trace Record Account Number', 88, 96, '   123456'],
  [2, 'Name of Remitter', 97, 112, 'STUDIO ZURICH & '],
  [2, 'Amount of Withholding Tax', 113, 120, '00000000'],

  [5, 'Record Type 7', 1, 1, '7'],
  [5, 'BSB Format Filler', 2, 8, '999-999'],
  [5, 'Blank', 9, 20, ' '.repeat(12)],
  [5, 'File Net Total Amount', 21, 30, '9999999999'],
  [5, 'File Credit Total Amount', 31, 40, '0000000000'],
  [5, 'File Debit Total Amount', 41, 50, '9999999999'],
  [5, 'Blank', 51, 74, ' '.repeat(24)],
  [5, 'File Count of Records Type 1', 75, 80, '000003'],
  [5, 'Blank', 81, 120, ' '.repeat(40)],
];

it.each(POSITIONS)('record %i: %s at %i to %i', (record, _, from, to, value) => {
  expect(recordsOf(becs.write(EVERY_KIND))[record - 1]?.slice(from - 1, to)).toBe(value);
});

it('names the studio as bank statements do', () => {
  const creditor = { ...collection().creditor, statementName: 'Studio Z' };
  expect(becs.write(collection({ creditor })).split('\r\n')[1]?.slice(96, 112)).toBe('STUDIO Z        ');
});

it.each([
  ['UPC-20261203-000000000000', '000000000000'],
  ['UPC-20261127-ffffffffffff', '2RRVTHNXTR06'],
  ['UPC-20260826-0123456789ab', '00FYP91DWR99'],
])('tells the message id %s in the description %s', (messageId, description) => {
  const file = becs.write(collection({ messageId, batches: [batch({ id: `${messageId}-1` })] }));
  expect(file.slice(62, 74)).toBe(description);
  expect(readDirectEntry(Buffer.from(file))).toMatchObject({ messageId });
});

it('writes records of 120 characters that say the same when they are read', () => {
  const aDebit = fc.record({
    amount: fc.integer({ min: 1, max: 99_999_999 }),
    accountHolder: fc.string({ unit: 'binary' }).map((name) => `A${name}`),
    bankLocationId: fc.stringMatching(/^\d{6}$/),
    accountNumber: fc.stringMatching(/^\d{0,8}[1-9]$/),
  });
  fc.assert(
    fc.property(
      fc.array(aDebit, { minLength: 1, maxLength: 20 }),
      fc.string({ unit: 'binary' }).map((name) => `A${name}`),
      fc.stringMatching(/^[0-9a-f]{12}$/),
      fc.integer({ min: 0, max: 14 }),
      (values, name, digits, daysAgo) => {
        const day = new Date(Date.UTC(2026, 11, 3 - daysAgo)).toISOString().slice(0, 10);
        const messageId = `UPC-${day.replaceAll('-', '')}-${digits}`;
        const debits = values.map(({ amount, ...payer }, at) =>
          debit({ endToEndId: `DEBIT${String(at).padStart(10, '0')}`, amount, payer }),
        );
        const file = becs.write(
          collection({
            messageId,
            creditor: { ...collection().creditor, name },
            bank: { ...BANK, userName: name },
            batches: [batch({ id: `${messageId}-1`, debits })],
          }),
        );
        for (const record of recordsOf(file)) expect(record).toMatch(/^[ -~]{120}$/);
        expect(readDirectEntry(Buffer.from(file))).toMatchObject({
          kind: 'COLLECTION',
          messageId,
          batches: [
            {
              id: `${messageId}-1`,
              executionOn: '2026-12-03',
              type: null,
              debits: debits.map(({ endToEndId, amount }) => ({ endToEndId, amount })),
            },
          ],
        });
      },
    ),
  );
});

describe('what a bank would refuse', () => {
  const withDebit = (values: Parameters<typeof debit>[0]): Collection<'BECS'> =>
    collection({ batches: [batch({ debits: [debit(values)] })] });
  const withBank = (values: Partial<typeof BANK>): Collection<'BECS'> =>
    collection({ bank: { ...BANK, ...values } });
  const withCreditor = (values: Partial<Collection['creditor']>): Collection<'BECS'> =>
    collection({ creditor: { ...collection().creditor, ...values } });

  const DEBITS: readonly (readonly [string, Parameters<typeof debit>[0], RegExp])[] = [
    ['a short end-to-end id', { endToEndId: 'ABC' }, /"ABC" of a debit is not valid/],
    ['an end-to-end id in small letters', { endToEndId: 'abcdefghijklm01' }, /15 capital letters/],
    ['no amount', { amount: 0 }, /ABCDEFGHIJKLM01 has the amount 0; allowed are 1/],
    ['an amount with a fraction', { amount: 0.5 }, /amount 0.5/],
    ['a hundred million dollars', { amount: 10_000_000_000 }, /amount 10000000000/],
    ['a BSB with a hyphen', { payer: { bankLocationId: '082-001' } }, /BSB that does not consist of six/],
    ['a short BSB', { payer: { bankLocationId: '08200' } }, /BSB that does not consist of six/],
    ['no account number', { payer: { accountNumber: '' } }, /1 to 9 digits/],
    ['a long account number', { payer: { accountNumber: '1234567890' } }, /1 to 9 digits/],
    ['an account number of zeros', { payer: { accountNumber: '000' } }, /not all zero/],
    ['an account number with letters', { payer: { accountNumber: '12A45' } }, /1 to 9 digits/],
    ['a payer without a name', { payer: { accountHolder: '\u200b' } }, /payer of debit .* has no name/],
  ];

  it.each(DEBITS)('%s', (_, values, message) => {
    expect(becs.faultOf(debit(values), collection())).toMatch(message);
    expect(() => becs.write(withDebit(values))).toThrow(message);
  });

  it('is nothing in any debit of the approved file', () => {
    for (const each of EVERY_KIND.batches.flatMap(({ debits }) => debits)) {
      expect(becs.faultOf(each, EVERY_KIND)).toBeNull();
    }
  });

  it.each<[string, Collection<'BECS'>, RegExp]>([
    ['another currency', collection({ currency: 'USD' }), /currency is USD; BECS collects AUD/],
    ['another message id', collection({ messageId: 'FILE-1' }), /"FILE-1" is not valid/],
    ['a day after processing', collection({ messageId: 'UPC-20261204-0123456789ab' }), /at most 99 days/],
    ['a day long ago', collection({ messageId: 'UPC-20260825-0123456789ab' }), /99 days before 2026-12-03/],
    ['a BSB with a hyphen', withBank({ bsb: '032-000' }), /BSB 032-000 is not valid/],
    ['a long account number', withBank({ accountNumber: '1234567890' }), /account number is not valid/],
    ['a short user id', withBank({ userId: '98765' }), /user id 98765 is not valid/],
    ['an abbreviation in small letters', withBank({ bankAbbreviation: 'wbc' }), /abbreviation "wbc"/],
    ['a user without a name', withBank({ userName: ' ' }), /userName/],
    ['a creditor without a name', withCreditor({ name: '\u200b' }), /no name for bank statements/],
    [
      'one without a name for statements',
      withCreditor({ statementName: '#' }),
      /no name for bank statements/,
    ],
    ['no batches', collection({ batches: [] }), /one processing date, so 1 batch, not 0/],
    [
      'two days',
      collection({ batches: [batch(), batch({ id: `${MESSAGE_ID}-2`, executionOn: '2026-12-04' })] }),
      /one processing date, so 1 batch, not 2/,
    ],
    ['a batch with another id', collection({ batches: [batch({ id: `${MESSAGE_ID}-2` })] }), /is not .*-1\./],
    ['a batch without debits', collection({ batches: [batch({ debits: [] })] }), /has no debits/],
    [
      'a day on which banks do not settle',
      collection({ batches: [batch({ executionOn: '2026-12-05' })] }),
      /2026-12-05, on which banks do not settle/,
    ],
    ['a debit twice', collection({ batches: [batch({ debits: [debit(), debit()] })] }), /is used twice/],
  ])('%s', (_, refused, message) => {
    expect(() => becs.write(refused)).toThrow(message);
    expect(() => becs.write(refused)).toThrow('The bank would refuse the file.');
  });

  it('a total that has no space', () => {
    const debits = ['ABCDEFGHIJKLM01', 'ABCDEFGHIJKLM02'].map((endToEndId) =>
      debit({ endToEndId, amount: 9_999_999_999 }),
    );
    expect(() => becs.write(collection({ batches: [batch({ debits })] }))).toThrow(
      'The field "net total" has at most 10 characters, not 11.',
    );
  });

  it('is named without personal data', () => {
    const payer = { accountHolder: 'Mara Muster', accountNumber: '12A45678' };
    expect(becs.faultOf(debit({ payer }), collection())).not.toMatch(/Mara|12A4/);
  });
});

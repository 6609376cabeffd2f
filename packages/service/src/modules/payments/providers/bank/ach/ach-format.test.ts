import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../collection.js';
import { BANK, batch, collection, debit, EVERY_KIND, MESSAGE_ID } from './ach-collections.fixture.js';
import { ach } from './ach-format.js';
import { readNacha } from './read-nacha.js';

/**
 * The sums are 2990 + 0 + 1 = 2991, and with 9999999999 in the file 10000002990. The hashes are 12345678 + 98765432 +
 * 12345678 = 123456788, and with 12345678 in the file 135802466.
 */
const APPROVED = [
  '101 07640125112345678902611302205C094101FIRST EXAMPLE BANK     STUDIO ZURICH & SOHNE L456789AB',
  '5225STUDIO ZURICH & 202611300123456789AB9876543210WEBMEMBERSHIP261203261203   1076401250000001',
  '627123456780000123456789     0000002990ABCDEFGHIJKLM01MARA MUSTER           R 0076401250000001',
  '638987654320000123456789     0000000000ABCDEFGHIJKLM02LUKASZ ZOLC           R 0076401250000002',
  '637123456780123456789012345670000000001ABCDEFGHIJKLM03MARA MUSTER           S 0076401250000003',
  '822500000301234567880000000029910000000000009876543210                         076401250000001',
  '5225STUDIO ZURICH & 202611300123456789AB9876543210CCDMEMBERSHIP261204261204   1076401250000002',
  '6271234567801234             9999999999ABCDEFGHIJKLM04A VERY LONG COMPANY NA  0076401250000004',
  '822500000100123456780099999999990000000000009876543210                         076401250000002',
  '9000002000001000000040135802466010000002990000000000000                                       ',
];

const recordsOf = (file: string): readonly string[] => file.split('\r\n').slice(0, -1);

it('writes the approved file', () => {
  expect(ach.write(EVERY_KIND)).toBe(APPROVED.map((record) => `${record}\r\n`).join(''));
});

/** Positions from the tables of Nacha's appendix three, with what the first record of each type contains there. */
const POSITIONS: readonly (readonly [
  record: number,
  name: string,
  from: number,
  to: number,
  value: string,
])[] = [
  [1, 'Record Type Code', 1, 1, '1'],
  [1, 'Priority Code', 2, 3, '01'],
  [1, 'Immediate Destination', 4, 13, ' 076401251'],
  [1, 'Immediate Origin', 14, 23, '1234567890'],
  [1, 'File Creation Date', 24, 29, '261130'],
  [1, 'File Creation Time', 30, 33, '2205'],
  [1, 'File ID Modifier', 34, 34, 'C'],
  [1, 'Record Size', 35, 37, '094'],
  [1, 'Blocking Factor', 38, 39, '10'],
  [1, 'Format Code', 40, 40, '1'],
  [1, 'Immediate Destination Name', 41, 63, 'FIRST EXAMPLE BANK     '],
  [1, 'Immediate Origin Name', 64, 86, 'STUDIO ZURICH & SOHNE L'],
  [1, 'Reference Code', 87, 94, '456789AB'],

  [2, 'Record Type Code', 1, 1, '5'],
  [2, 'Service Class Code', 2, 4, '225'],
  [2, 'Company Name', 5, 20, 'STUDIO ZURICH & '],
  [2, 'Company Discretionary Data', 21, 40, '202611300123456789AB'],
  [2, 'Company Identification', 41, 50, '9876543210'],
  [2, 'Standard Entry Class Code', 51, 53, 'WEB'],
  [2, 'Company Entry Description', 54, 63, 'MEMBERSHIP'],
  [2, 'Company Descriptive Date', 64, 69, '261203'],
  [2, 'Effective Entry Date', 70, 75, '261203'],
  [2, 'Settlement Date (Julian)', 76, 78, '   '],
  [2, 'Originator Status Code', 79, 79, '1'],
  [2, 'Originating DFI Identification', 80, 87, '07640125'],
  [2, 'Batch Number', 88, 94, '0000001'],

  [3, 'Record Type Code', 1, 1, '6'],
  [3, 'Transaction Code', 2, 3, '27'],
  [3, 'Receiving DFI Identification', 4, 11, '12345678'],
  [3, 'Check Digit', 12, 12, '0'],
  [3, 'DFI Account Number', 13, 29, '000123456789     '],
  [3, 'Amount', 30, 39, '0000002990'],
  [3, 'Individual Identification Number', 40, 54, 'ABCDEFGHIJKLM01'],
  [3, 'Individual Name', 55, 76, 'MARA MUSTER           '],
  [3, 'Payment Type Code', 77, 78, 'R '],
  [3, 'Addenda Record Indicator', 79, 79, '0'],
  [3, 'Trace Number', 80, 94, '076401250000001'],

  [6, 'Record Type Code', 1, 1, '8'],
  [6, 'Service Class Code', 2, 4, '225'],
  [6, 'Entry/Addenda Count', 5, 10, '000003'],
  [6, 'Entry Hash', 11, 20, '0123456788'],
  [6, 'Total Debit Entry Dollar Amount', 21, 32, '000000002991'],
  [6, 'Total Credit Entry Dollar Amount', 33, 44, '000000000000'],
  [6, 'Company Identification', 45, 54, '9876543210'],
  [6, 'Message Authentication Code', 55, 73, ' '.repeat(19)],
  [6, 'Reserved', 74, 79, ' '.repeat(6)],
  [6, 'Originating DFI Identification', 80, 87, '07640125'],
  [6, 'Batch Number', 88, 94, '0000001'],

  [10, 'Record Type Code', 1, 1, '9'],
  [10, 'Batch Count', 2, 7, '000002'],
  [10, 'Block Count', 8, 13, '000001'],
  [10, 'Entry/Addenda Count', 14, 21, '00000004'],
  [10, 'Entry Hash', 22, 31, '0135802466'],
  [10, 'Total Debit Entry Dollar Amount in File', 32, 43, '010000002990'],
  [10, 'Total Credit Entry Dollar Amount in File', 44, 55, '000000000000'],
  [10, 'Reserved', 56, 94, ' '.repeat(39)],
];

it.each(POSITIONS)('record %i: %s at %i to %i', (record, _, from, to, value) => {
  expect(recordsOf(ach.write(EVERY_KIND))[record - 1]?.slice(from - 1, to)).toBe(value);
});

it.each([
  ['a recurring debit', 'WEB', {}, '27', 'R '],
  ['a single debit', 'WEB', { mandate: { isRecurrent: false } }, '27', 'S '],
  ['one that was authorised in writing', 'PPD', {}, '27', '  '],
  ['that of a business', 'CCD', {}, '27', '  '],
  ['that of a savings account', 'WEB', { payer: { accountType: 'SAVINGS' } }, '37', 'R '],
  ['a pre-note', 'WEB', { amount: 0 }, '28', 'R '],
  ['a pre-note of a savings account', 'PPD', { amount: 0, payer: { accountType: 'SAVINGS' } }, '38', '  '],
] as const)('writes the codes of %s', (_, type, values, transactionCode, paymentType) => {
  const entry = recordsOf(ach.write(collection({ batches: [batch({ type, debits: [debit(values)] })] })))[2];
  expect(entry?.slice(1, 3)).toBe(transactionCode);
  expect(entry?.slice(76, 78)).toBe(paymentType);
});

it('names the studio as bank statements do, and an origin that is a routing number after a blank', () => {
  const creditor = { ...collection().creditor, statementName: 'Studio Z' };
  const bank = { ...BANK, originId: '076401251', companyId: '12345' };
  const [header, batchHeader, , control] = recordsOf(ach.write(collection({ creditor, bank })));
  expect(header?.slice(13, 23)).toBe(' 076401251');
  expect(batchHeader?.slice(4, 20)).toBe('STUDIO Z        ');
  expect(batchHeader?.slice(40, 50)).toBe('12345     ');
  expect(control?.slice(44, 54)).toBe('12345     ');
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, '0'],
  [35, '9'],
])('distinguishes the files of a day: after %i, %s', (earlierToday, modifier) => {
  expect(ach.write(collection({ earlierToday })).charAt(33)).toBe(modifier);
});

it.each([
  [6, 10, 0],
  [7, 20, 9],
  [16, 20, 0],
])('fills the last block: %i debits make %i records, of which %i are fillers', (count, size, fillers) => {
  const debits = Array.from({ length: count }, (_, at) =>
    debit({ endToEndId: `DEBIT${String(at).padStart(10, '0')}` }),
  );
  const records = recordsOf(ach.write(collection({ batches: [batch({ debits })] })));
  expect(records).toHaveLength(size);
  expect(records.filter((record) => record === '9'.repeat(94))).toHaveLength(fillers);
});

it('cuts the hash to ten digits', () => {
  const payer = { bankLocationId: '987654320' };
  const debits = Array.from({ length: 102 }, (_, at) =>
    debit({ endToEndId: `DEBIT${String(at).padStart(10, '0')}`, payer }),
  );
  const records = recordsOf(ach.write(collection({ batches: [batch({ debits })] })));
  // 102 × 98765432 = 10074074064
  expect(records.find((record) => record.startsWith('8'))?.slice(10, 20)).toBe('0074074064');
});

it.each([
  ['PERSONAL', undefined, 'WEB'],
  ['PERSONAL', 'PPD', 'PPD'],
  ['BUSINESS', undefined, 'CCD'],
  ['BUSINESS', 'PPD', 'CCD'],
] as const)('a payer %s with the entry class %s is debited as %s', (holderType, entryClass, expected) => {
  const bank = { ...BANK, ...(entryClass && { entryClass }) };
  const place = { isFirst: true, isLast: false };
  expect(ach.batchType({ paymentType: 'RECURRENT' }, place, { holderType }, bank)).toBe(expected);
});

it('writes records of 94 characters that say the same when they are read', () => {
  const aDebit = fc.record({
    amount: fc.integer({ min: 0, max: 9_999_999_999 }),
    accountHolder: fc.string({ unit: 'binary' }).map((name) => `A${name}`),
    accountNumber: fc.stringMatching(/^\d{4,17}$/),
    accountType: fc.constantFrom('CHECKING' as const, 'SAVINGS' as const),
  });
  const aBatch = fc.record({
    type: fc.constantFrom('WEB' as const, 'PPD' as const, 'CCD' as const),
    debits: fc.array(aDebit, { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(
      fc.array(aBatch, { minLength: 1, maxLength: 4 }),
      fc.string({ unit: 'binary' }).map((name) => `A${name}`),
      (batches, name) => {
        const sent = batches.map(({ type, debits }, at) =>
          batch({
            id: `${MESSAGE_ID}-${at + 1}`,
            type,
            debits: debits.map(({ amount, ...payer }, nth) =>
              debit({ endToEndId: `DEBIT${String(at * 100 + nth).padStart(10, '0')}`, amount, payer }),
            ),
          }),
        );
        const file = ach.write(collection({ batches: sent, creditor: { ...collection().creditor, name } }));
        for (const record of recordsOf(file)) expect(record).toMatch(/^[ -~]{94}$/);
        expect(readNacha(Buffer.from(file))).toMatchObject({
          kind: 'COLLECTION',
          messageId: MESSAGE_ID,
          batches: sent.map(({ id, executionOn, type, debits }) => ({
            id,
            executionOn,
            type,
            debits: debits.map(({ endToEndId, amount }) => ({ endToEndId, amount })),
          })),
        });
      },
    ),
  );
});

describe('what a bank would refuse', () => {
  const withDebit = (values: Parameters<typeof debit>[0]): Collection<'ACH'> =>
    collection({ batches: [batch({ debits: [debit(values)] })] });
  const withBank = (values: Partial<typeof BANK>): Collection<'ACH'> =>
    collection({ bank: { ...BANK, ...values } });

  const DEBITS: readonly (readonly [string, Parameters<typeof debit>[0], RegExp])[] = [
    ['a short end-to-end id', { endToEndId: 'ABC' }, /"ABC" of a debit is not valid/],
    ['an end-to-end id in small letters', { endToEndId: 'abcdefghijklm01' }, /15 capital letters/],
    ['a negative amount', { amount: -1 }, /ABCDEFGHIJKLM01 has the amount -1; allowed are 0/],
    ['an amount with a fraction', { amount: 0.5 }, /amount 0.5/],
    ['a hundred million dollars', { amount: 10_000_000_000 }, /amount 10000000000/],
    ['a wrong check digit', { payer: { bankLocationId: '123456789' } }, /routing number that is not valid/],
    ['a routing number of zeros', { payer: { bankLocationId: '000000000' } }, /routing number/],
    ['a short routing number', { payer: { bankLocationId: '12345678' } }, /routing number/],
    ['a short account number', { payer: { accountNumber: '123' } }, /4 to 17 digits/],
    ['a long account number', { payer: { accountNumber: '1'.repeat(18) } }, /4 to 17 digits/],
    ['an account number with letters', { payer: { accountNumber: '12A45' } }, /4 to 17 digits/],
    ['a payer without a name', { payer: { accountHolder: '\u200b' } }, /payer of debit .* has no name/],
  ];

  it.each(DEBITS)('%s', (_, values, message) => {
    expect(ach.faultOf(debit(values), collection())).toMatch(message);
    expect(() => ach.write(withDebit(values))).toThrow(message);
  });

  it('an account without a type', () => {
    const { accountType: _, ...payer } = debit().payer;
    expect(ach.faultOf({ ...debit(), payer }, collection())).toMatch(/has no account type/);
  });

  it('is nothing in any debit of the approved file', () => {
    for (const each of EVERY_KIND.batches.flatMap(({ debits }) => debits)) {
      expect(ach.faultOf(each, EVERY_KIND)).toBeNull();
    }
  });

  it.each<[string, Collection<'ACH'>, RegExp]>([
    ['another currency', collection({ currency: 'EUR' }), /currency is EUR; ACH collects USD/],
    ['another message id', collection({ messageId: 'FILE-1' }), /"FILE-1" is not valid/],
    ['the 37th file of a day', collection({ earlierToday: 36 }), /at most 36 files a day/],
    ['a wrong routing number', withBank({ routingNumber: '076401252' }), /routing number 076401252/],
    ['a bank without a name', withBank({ bankName: ' ' }), /The bank has no name/],
    ['a long origin', withBank({ originId: '12345678901' }), /"12345678901" of the sender/],
    ['a company id in small letters', withBank({ companyId: 'abc' }), /"abc" of the company/],
    [
      'a creditor without a name',
      collection({ creditor: { ...collection().creditor, name: '\u200b' } }),
      /The creditor has no name/,
    ],
    [
      'a creditor without a name for statements',
      collection({ creditor: { ...collection().creditor, statementName: '#' } }),
      /no name for bank statements/,
    ],
    ['no batches', collection({ batches: [] }), /has no batches/],
    ['a batch with another id', collection({ batches: [batch({ id: `${MESSAGE_ID}-2` })] }), /is not .*-1\./],
    ['a batch without a type', collection({ batches: [batch({ type: null })] }), /allowed are WEB, PPD, CCD/],
    ['a batch of SEPA', collection({ batches: [batch({ type: 'FRST' })] }), /has the type FRST/],
    ['a batch without debits', collection({ batches: [batch({ debits: [] })] }), /has no debits/],
    [
      'a day on which banks do not settle',
      collection({ batches: [batch({ executionOn: '2026-12-05' })] }),
      /2026-12-05, on which banks do not settle/,
    ],
    ['a debit twice', collection({ batches: [batch({ debits: [debit(), debit()] })] }), /is used twice/],
  ])('%s', (_, refused, message) => {
    expect(() => ach.write(refused)).toThrow(message);
    expect(() => ach.write(refused)).toThrow('The bank would refuse the file.');
  });

  it('a total that has no space', () => {
    const debits = Array.from({ length: 101 }, (_, at) =>
      debit({ endToEndId: `DEBIT${String(at).padStart(10, '0')}`, amount: 9_999_999_999 }),
    );
    const refused = collection({ batches: [batch({ debits })] });
    expect(() => ach.write(refused)).toThrow('The field "total debits" has at most 12 characters, not 13.');
  });

  it('is named without personal data', () => {
    const payer = { accountHolder: 'Mara Muster', accountNumber: '12A45678' };
    expect(ach.faultOf(debit({ payer }), collection())).not.toMatch(/Mara|12A4/);
  });
});

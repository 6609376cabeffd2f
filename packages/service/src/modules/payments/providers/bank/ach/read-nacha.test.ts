import { describe, expect, it } from 'vitest';
import { BankFileError } from '../bank-file-error.js';
import type { AccountReport, DebitReport, NewAccount } from '../bank-response.js';
import { EVERY_KIND, MESSAGE_ID } from './ach-collections.fixture.js';
import { ach } from './ach-format.js';
import { readNacha } from './read-nacha.js';

const FILLER = '9'.repeat(94);

/**
 * A returned debit and a returned pre-note, a notification of change, and the batch of another company with an entry of
 * its own and a returned credit.
 */
const REPORT = [
  '1011234567890 0764012512612030830A094101STUDIO NORTH LLC       FIRST EXAMPLE BANK             ',
  '5225STUDIO NORTH LLC202611300123456789AB9876543210WEBMEMBERSHIP2612022612023371123456780000001',
  '626076401251000123456789     0000002990ABCDEFGHIJKLM01MARA MUSTER           R 1123456780000001',
  '799R01076401250000001      12345678                                            123456780000001',
  '636076401251000123456789     0000000000ABCDEFGHIJKLM02LUKASZ ZOLC           R 1123456780000001',
  '799R15076401250000002      98765432                                            123456780000001',
  '822500000400152802500000000029900000000000009876543210                         123456780000001',
  '5225STUDIO NORTH LLC202611300123456789AB9876543210CORMEMBERSHIP2612022612023371123456780000002',
  '626076401251000123456789     0000000000ABCDEFGHIJKLM03MARA MUSTER             1123456780000002',
  '798C03076401250000003      12345678987654320   12345678901234567               123456780000002',
  '822500000200076401250000000000000000000000009876543210                         123456780000002',
  '5200STUDIO SOUTH LLC                    8765432109PPDMEMBERSHIP261202261202   1764012500000003',
  '6271234567804444             0000000150SOMETHING ELSE ANNA ADLER              0764012500000001',
  '6210764012515555             0000000700A CREDIT       BERTA BECKER            1764012500000002',
  '799R02764012500000009      12345678                                            764012500000002',
  '820000000300199858030000000001500000000007008765432109                         764012500000003',
  '9000003000002000000090042906178000000003140000000000700                                       ',
  FILLER,
  FILLER,
  FILLER,
].join('\n');

/** The approved file of `ach-format.test.ts`, whose records 3, 4, 5 and 8 are debits. */
const SENT = ach.write(EVERY_KIND).replaceAll('\r', '');

const read = (text: string) => readNacha(Buffer.from(text, 'latin1'));

describe('returns and notifications of change', () => {
  const RETURNED: DebitReport = {
    line: 3,
    endToEndId: 'ABCDEFGHIJKLM01',
    mandateReference: null,
    amount: 2990,
    status: 'RETURNED',
    reason: 'R01',
    newAccount: null,
  };
  const ENTRY = {
    line: 3,
    isCredit: false,
    amount: 2990,
    currency: 'USD',
    bookedOn: '2026-12-03',
    batchId: null,
    bankReference: '123456780000001',
    debits: [RETURNED],
  };
  const REPORTED: AccountReport = {
    kind: 'ACCOUNT_REPORT',
    messageType: 'NACHA',
    messageId: expect.stringMatching(/^076401251-261203-0830-A-[0-9a-f]{8}$/) as string,
    statements: [
      {
        statementId: '9876543210',
        account: '9876543210',
        line: 2,
        others: 0,
        entries: [
          ENTRY,
          {
            ...ENTRY,
            line: 5,
            amount: 0,
            debits: [{ ...RETURNED, line: 5, endToEndId: 'ABCDEFGHIJKLM02', amount: 0, reason: 'R15' }],
          },
          {
            ...ENTRY,
            line: 9,
            amount: 0,
            bankReference: '123456780000002',
            debits: [
              {
                ...RETURNED,
                line: 9,
                endToEndId: 'ABCDEFGHIJKLM03',
                amount: null,
                status: 'CHANGED',
                reason: 'C03',
                newAccount: { bankLocationId: '987654320', accountNumber: '12345678901234567' },
              },
            ],
          },
        ],
      },
      {
        statementId: '8765432109',
        account: '8765432109',
        line: 12,
        others: 1,
        entries: [
          { ...ENTRY, line: 14, isCredit: true, amount: 700, bankReference: '764012500000002', debits: [] },
        ],
      },
    ],
  };

  it.each([
    ['LF', REPORT],
    ['CR and LF', `${REPORT.replaceAll('\n', '\r\n')}\r\n`],
    ['no line ends', REPORT.replaceAll('\n', '')],
    ['no fillers', REPORT.replaceAll(`\n${FILLER}`, '')],
  ])('are read with %s', (_, text) => {
    expect(read(text)).toEqual(REPORTED);
  });

  const entryOf = (text: string) => (read(text) as AccountReport).statements[0]?.entries[0];
  const debitOf = (text: string) => entryOf(text)?.debits[0];

  it('name their file by its content, because the header may have neither a time nor a modifier', () => {
    const text = REPORT.replace('0830A094101', '     094101');
    expect(read(text).messageId).toMatch(/^076401251-261203-[0-9a-f]{8}$/);
    expect(read(text).messageId).not.toBe(read(text.replace('R15', 'R14')).messageId);
  });

  it.each([
    ['2612030830', '337', '2026-12-03'],
    ['2701020830', '365', '2026-12-31'],
    ['2612310830', '004', '2027-01-04'],
    ['2402270830', '060', '2024-02-29'],
    ['2612050830', '   ', '2026-12-05'],
    ['2612050830', '000', '2026-12-05'],
  ])('of a file from %s are booked on the settlement day %j: %s', (created, day, expected) => {
    const text = REPORT.replace('2612030830', created).replaceAll('261202337', `261202${day}`);
    expect(entryOf(text)?.bookedOn).toBe(expected);
  });

  it.each([
    ['R02', 'RETURNED'],
    ['R85', 'RETURNED'],
    ['R61', 'DISPUTED'],
    ['R68', 'DISPUTED'],
    ['R77', 'DISPUTED'],
  ])('with the reason %s are %s', (reason, status) => {
    expect(debitOf(REPORT.replace('799R01', `799${reason}`))).toMatchObject({ reason, status });
  });

  it('without an individual id concern no debit', () => {
    expect(debitOf(REPORT.replace('ABCDEFGHIJKLM01', ' '.repeat(15)))?.endToEndId).toBeNull();
  });

  it.each<[code: string, data: string, expected: NewAccount | null]>([
    ['C01', '1234', { accountNumber: '1234' }],
    ['C01', '12345678901234567', { accountNumber: '12345678901234567' }],
    ['C01', '123456789012345678', null],
    ['C01', '12-345', null],
    ['C01', '', null],
    ['C02', '987654320', { bankLocationId: '987654320' }],
    ['C02', '987654321', null],
    ['C02', '98765432', null],
    ['C03', '987654320   0012345', { bankLocationId: '987654320', accountNumber: '0012345' }],
    ['C03', '9876543200012345', null],
    ['C03', '987654321   0012345', null],
    ['C04', 'MARA MUSTER', null],
    ['C05', '27', { accountType: 'CHECKING' }],
    ['C05', '38', { accountType: 'SAVINGS' }],
    ['C05', '47', null],
    ['C06', '0012345             37', { accountNumber: '0012345', accountType: 'SAVINGS' }],
    ['C06', '12345678901234567   27', { accountNumber: '12345678901234567', accountType: 'CHECKING' }],
    ['C06', '0012345                    37', null],
    ['C06', '12345678901234567827', null],
    [
      'C07',
      '9876543200012345          27',
      { bankLocationId: '987654320', accountNumber: '0012345', accountType: 'CHECKING' },
    ],
    [
      'C07',
      '9876543201234567890123456737',
      { bankLocationId: '987654320', accountNumber: '12345678901234567', accountType: 'SAVINGS' },
    ],
    ['C07', '98765432012345678901234', null],
    ['C09', 'ABCDEFGHIJKLM01', null],
    ['C99', '1234', null],
  ])('contain with %s %j the account %j', (code, data, expected) => {
    const text = REPORT.replace('798C03', `798${code}`).replace(
      '987654320   12345678901234567',
      data.padEnd(29),
    );
    const debits = (read(text) as AccountReport).statements[0]?.entries.flatMap((entry) => entry.debits);
    expect(debits?.at(-1)).toMatchObject({
      endToEndId: 'ABCDEFGHIJKLM03',
      status: 'CHANGED',
      newAccount: expected,
    });
  });

  it('that a bank has refused are left to staff', () => {
    const { statements } = read(REPORT.replace('798C03', '798C65')) as AccountReport;
    expect(statements[0]?.entries.at(-1)?.debits).toMatchObject([
      { endToEndId: 'ABCDEFGHIJKLM03', status: 'DISPUTED', newAccount: null },
    ]);
  });

  it('may be notified with the code of a credit, as nothing is booked', () => {
    const { statements } = read(
      REPORT.replace('626076401251000123456789     0000000000', '621076401251000123456789     0000000000'),
    ) as AccountReport;
    expect(statements[0]?.entries.at(-1)).toMatchObject({ isCredit: false, debits: [{ status: 'CHANGED' }] });
  });
});

it('reads a file that was written here', () => {
  expect(read(SENT)).toEqual({
    kind: 'COLLECTION',
    messageType: 'NACHA',
    messageId: MESSAGE_ID,
    line: 1,
    method: 'ACH',
    account: '9876543210',
    batches: [
      {
        id: `${MESSAGE_ID}-1`,
        line: 2,
        executionOn: '2026-12-03',
        type: 'WEB',
        debits: [
          { line: 3, endToEndId: 'ABCDEFGHIJKLM01', mandateReference: null, amount: 2990 },
          { line: 4, endToEndId: 'ABCDEFGHIJKLM02', mandateReference: null, amount: 0 },
          { line: 5, endToEndId: 'ABCDEFGHIJKLM03', mandateReference: null, amount: 1 },
        ],
      },
      {
        id: `${MESSAGE_ID}-2`,
        line: 7,
        executionOn: '2026-12-04',
        type: 'CCD',
        debits: [{ line: 8, endToEndId: 'ABCDEFGHIJKLM04', mandateReference: null, amount: 9_999_999_999 }],
      },
    ],
  });
});

describe('a file that is refused', () => {
  const CONTROL = /\n9000003[^]*/;

  it.each<[string, string, string | RegExp, string, number, string]>([
    ['a short record', REPORT, 'MARA MUSTER ', 'MARA MUSTER', 3, 'has 93 characters, not 94'],
    ['a long record', REPORT, 'R 1', 'R  1', 3, 'has 95 characters'],
    ['an empty line', REPORT, '\n5225', '\n\n5225', 2, 'has 0 characters'],
    ['another script', REPORT, 'LUKASZ', '\u00a3UKASZ', 5, 'not printable ASCII'],
    ['a tab', REPORT, 'MARA MUSTER', 'MARA\tMUSTER', 3, 'not printable ASCII'],
    ['a part without line ends', REPORT.replaceAll('\n', ''), FILLER, '9', 20, 'has 1 characters'],

    ['no file header', REPORT, /^.*\n/, '', 1, 'has the type 5; expected is a record of type 1'],
    ['another priority', REPORT, '101', '102', 1, 'The priority code is not 01'],
    ['another record size', REPORT, '094101', '095101', 1, 'The record size is not 094'],
    ['another blocking factor', REPORT, '094101', '094201', 1, 'The blocking factor is not 10'],
    ['another format', REPORT, '094101', '094102', 1, 'The format code is not 1'],
    ['a creation date that does not exist', REPORT, '2612030830', '2602300830', 1, '"260230", which is not'],
    ['a creation date with letters', REPORT, '2612030830', '26DEC30830', 1, 'creation date must consist'],

    ['no batch header', REPORT, /\n5.*/, '', 2, 'type 6; expected is a record of type 9 or 5'],
    ['no entries', REPORT, /\n[67][^]*?(?=\n8)/, '', 3, 'type 8; expected is a record of type 6'],
    ['an unknown type', REPORT, '\n8225', '\n4225', 7, 'type 4; expected is a record of type 8 or 6'],
    ['no batch control', REPORT, /\n8.*/, '', 7, 'type 5; expected is a record of type 8 or 6'],
    ['no file control', REPORT, CONTROL, '', 16, 'truncated: a record of type 9 or 5 must follow'],
    ['an end in a batch', REPORT, /\n799R02[^]*/, '', 14, 'addenda indicator is 1, but 0'],
    ['an end after a batch header', REPORT, /\n627[^]*/, '', 12, 'a record of type 6 must follow'],
    ['records after the file control', REPORT, FILLER, `5${FILLER.slice(1)}`, 18, 'only records of nines'],

    ['an account type that is none', REPORT, '626076401251', '696076401251', 3, 'code 96 is unknown'],
    ['a reserved code', REPORT, '626076401251', '620076401251', 3, 'code 20 is unknown'],
    ['a wrong check digit', REPORT, '626076401251', '626076401252', 3, 'check digit'],
    ['letters in an amount', REPORT, '0000002990', '000002990O', 3, 'The amount must consist of digits'],
    ['blanks in a trace number', REPORT, 'R 1123456780000001', 'R 112345678      1', 3, 'trace number'],
    ['an indicator without addenda', REPORT, /\n799R01.*/, '', 3, 'indicator is 1, but 0 addenda'],
    ['addenda without an indicator', REPORT, 'R 1123', 'R 0123', 3, 'indicator is 0, but 1 addenda'],
    ['another indicator', REPORT, 'R 1123', 'R 2123', 3, 'indicator is 2'],
    ['no return reason', REPORT, '799R01', '799   ', 4, 'The return reason code is not R'],
    ['a change code as a reason', REPORT, '799R01', '799C01', 4, 'The return reason code is not R'],
    ['a reason as a change code', REPORT, '798C03', '798R03', 10, 'The change code is not C'],

    ['another service class', REPORT, '\n8225', '\n8200', 7, 'The service class is not that of the batch'],
    ['another company', REPORT, '09876543210  ', '09876543211  ', 7, 'The company id is not that of the'],
    [
      'another bank',
      REPORT,
      `10${' '.repeat(25)}12345678`,
      `10${' '.repeat(25)}12345679`,
      7,
      'The originating bank is not',
    ],
    ['another batch number', REPORT, '  123456780000001\n5', '  123456780000002\n5', 7, 'The batch number'],
    ['another count in a batch', REPORT, '8225000004', '8225000002', 7, 'counts 2 entries and addenda, but'],
    ['another hash of a batch', REPORT, '0015280250', '0015280251', 7, 'The entry hash is not the sum'],
    ['another total of debits', REPORT, '000000002990', '000000002991', 7, 'The debits do not add up'],
    ['another total of credits', REPORT, '000000000700', '000000000701', 16, 'The credits do not add up'],
    ['another number of batches', REPORT, '\n9000003', '\n9000002', 17, 'counts 2 batches, but there are 3'],
    ['another number of blocks', REPORT, '9000003000002', '9000003000003', 17, 'counts 3 blocks of ten'],
    [
      'another count in the file',
      REPORT,
      '00000200000009',
      '00000200000010',
      17,
      'counts 10 entries and addenda, but',
    ],
    ['another hash of the file', REPORT, '0042906178', '0042906179', 17, 'The entry hash is not the sum'],
    ['another total of the file', REPORT, '000000003140', '000000003141', 17, 'The debits do not add up'],
    [
      'other credits of the file',
      REPORT,
      /0700 {39}/,
      `0701${' '.repeat(39)}`,
      17,
      'The credits do not add up',
    ],

    ['another message id', SENT, /(?<=CH & )2026(?=.*CCD)/, '2027', 7, 'discretionary data is not that of'],
    ['another company id', SENT, /9876543210(?=CCD|.*\n9)/g, '9876543219', 7, 'company id is not that of'],
    ['another class of a batch', SENT, /(?<=\n[58])225/g, '200', 2, 'The service class is 200, not 225'],
    ['a wrong batch number', SENT, /2(?=\n(627|9))/g, '3', 7, 'number is 3, not 2'],
    ['an unknown entry class', SENT, 'CCD', 'TEL', 7, 'entry class is "TEL"; allowed are WEB, PPD, CCD'],
    ['no execution day', SENT, '261203   1', '         1', 2, 'The effective entry date is ""'],
    ['a day that does not exist', SENT, '261203   1', '261131   1', 2, '"261131", which is not a date'],
    ['a trace number twice', SENT, '076401250000003', '076401250000002', 5, 'trace numbers do not ascend'],
    ['a debit of nothing', SENT, '\n638', '\n637', 4, 'The transaction code is 37; allowed are'],
    ['a pre-note of money', SENT, '\n627', '\n628', 3, 'The transaction code is 28; allowed are'],
    ['a loan account', SENT, '\n627', '\n557', 3, 'expected is a record of type 6'],
    ['a general ledger account', SENT, '\n627', '\n647', 3, 'The transaction code is 47; allowed are'],
    ['an individual id of another form', SENT, 'ABCDEFGHIJKLM01', 'MEMBER 1       ', 3, 'individual id does'],
  ])('%s', (_, text, from, to, line, message) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const error: unknown = ((): unknown => {
      try {
        return read(changed);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(BankFileError);
    expect(error).toMatchObject({ line });
    expect(String(error)).toContain(message);
    expect(String(error)).toContain(`Line ${line}: `);
    expect(String(error)).not.toMatch(/MARA|000123456789/);
  });

  it.each(['', ' \n', '\r\n\r\n'])('nothing: %j', (text) => {
    expect(() => read(text)).toThrow('The file is empty.');
  });

  it('more than 50 MB', () => {
    expect(() => readNacha(new Uint8Array(51 * 1024 * 1024))).toThrow(/has 53477376 bytes/);
  });

  it('no batches', () => {
    const [header = ''] = REPORT.split('\n');
    const control = `9000000000001${'0'.repeat(42)}`.padEnd(94);
    expect(() => read([header, control].join('\n'))).toThrow('The file contains no batches.');
  });

  it('debits of somebody else', () => {
    const text = SENT.replaceAll('202611300123456789AB', 'OF ANOTHER SOFTWARE ');
    expect(() => read(text)).toThrow('no returns or notifications of change, and was not written here');
  });
});

import { describe, expect, it } from 'vitest';
import { BankFileError } from '../bank-file-error.js';
import type { AccountReport } from '../bank-response.js';
import { EVERY_KIND, MESSAGE_ID } from './becs-collections.fixture.js';
import { becs } from './becs-format.js';
import { readDirectEntry } from './read-direct-entry.js';

const TITLE = 'MARA MUSTER'.padEnd(32);
const ENDS = '082-001  0123456STUDIO ZURICH & 01098765';

/** Two debits and a credit that come back, and a debit of another user of the same bank. */
const REPORT = [
  `0                 01WBC       STUDIO ZURICH PTY LTD     098765            041226${' '.repeat(40)}`,
  `2032-000   1234566130000002990${TITLE}ABCDEFGHIJKLM01   ${ENDS}`,
  `2032-000   1234563130000001500${TITLE}ABCDEFGHIJKLM02   ${ENDS}`,
  `2032-000   1234565530000080000${'ANNA ADLER'.padEnd(32)}WAGES             ${ENDS}`,
  `2032-000   7654322130000000700${TITLE}                  ${ENDS.replace('098765', '098766')}`,
  `7999-999            000007481000000800000000005190${' '.repeat(24)}000004${' '.repeat(40)}`,
].join('\n');

/** The approved file of `becs-format.test.ts`, whose records 2 to 4 are debits. */
const SENT = becs.write(EVERY_KIND).replaceAll('\r', '');

const read = (text: string) => readDirectEntry(Buffer.from(text, 'latin1'));

describe('returns', () => {
  const RETURNED = {
    line: 2,
    endToEndId: 'ABCDEFGHIJKLM01',
    mandateReference: null,
    amount: 2990,
    status: 'RETURNED',
    reason: 'BECS6',
    newAccount: null,
  };
  const ENTRY = {
    line: 2,
    isCredit: false,
    amount: 2990,
    currency: 'AUD',
    bookedOn: '2026-12-04',
    batchId: null,
    bankReference: null,
    debits: [RETURNED],
  };

  it('are read by user', () => {
    expect(read(REPORT)).toEqual({
      kind: 'ACCOUNT_REPORT',
      messageType: 'ABA',
      messageId: expect.stringMatching(/^098765-20261204-[0-9a-f]{12}$/) as string,
      statements: [
        {
          statementId: '098765',
          account: '098765',
          line: 2,
          others: 1,
          entries: [
            ENTRY,
            {
              ...ENTRY,
              line: 3,
              amount: 1500,
              debits: [
                { ...RETURNED, line: 3, endToEndId: 'ABCDEFGHIJKLM02', amount: 1500, reason: 'BECS3' },
              ],
            },
          ],
        },
        {
          statementId: '098766',
          account: '098766',
          line: 5,
          others: 0,
          entries: [
            {
              ...ENTRY,
              line: 5,
              amount: 700,
              debits: [{ ...RETURNED, line: 5, endToEndId: null, amount: 700, reason: 'BECS2' }],
            },
          ],
        },
      ],
    });
  });

  it('have the same id with other line ends, and another one with other records', () => {
    const { messageId } = read(REPORT);
    for (const lineEnd of ['\r\n', ''])
      expect(read(REPORT.replaceAll('\n', lineEnd)).messageId).toBe(messageId);
    expect(read(`${REPORT}\r\n`).messageId).toBe(messageId);
    expect(read(REPORT.replace('1234566130', '1234561130')).messageId).not.toBe(messageId);
  });

  it('may be none', () => {
    const [header = ''] = REPORT.split('\n');
    const total = `7999-999            ${'0'.repeat(30)}${' '.repeat(24)}000000${' '.repeat(40)}`;
    expect(read([header, total].join('\n'))).toMatchObject({
      kind: 'ACCOUNT_REPORT',
      statements: [{ account: '098765', line: 1, entries: [], others: 0 }],
    });
  });

  it('may contain accounts that follow zeros, and the account of the user in front', () => {
    const text = REPORT.replaceAll('   123456', '000123456')
      .replaceAll('  0123456', '000123456')
      .replace(`0${' '.repeat(17)}`, '0032-000   123456 ');
    const { statements } = read(text) as AccountReport;
    expect(statements[0]?.entries[0]).toEqual(ENTRY);
  });
});

it('reads a file that was written here', () => {
  expect(read(SENT)).toEqual({
    kind: 'COLLECTION',
    messageType: 'ABA',
    messageId: MESSAGE_ID,
    line: 1,
    method: 'BECS',
    account: '098765',
    batches: [
      {
        id: `${MESSAGE_ID}-1`,
        line: 1,
        executionOn: '2026-12-03',
        type: null,
        debits: [
          { line: 2, endToEndId: 'ABCDEFGHIJKLM01', mandateReference: null, amount: 2990 },
          { line: 3, endToEndId: 'ABCDEFGHIJKLM02', mandateReference: null, amount: 1 },
          { line: 4, endToEndId: 'ABCDEFGHIJKLM03', mandateReference: null, amount: 9_999_997_008 },
        ],
      },
    ],
  });
});

describe('a file that is refused', () => {
  it.each<[string, string, string | RegExp, string, number, string]>([
    ['a short record', REPORT, 'MARA MUSTER ', 'MARA MUSTER', 2, 'has 119 characters, not 120'],
    ['a long record', REPORT, 'MARA MUSTER', 'MARA MUSTER ', 2, 'has 121 characters'],
    ['an empty line', REPORT, '\n2', '\n\n2', 2, 'has 0 characters'],
    ['another script', REPORT, 'MARA', '\u00a3ARA', 2, 'not printable ASCII'],
    ['a tab', REPORT, 'MARA MUSTER', 'MARA\tMUSTER', 2, 'not printable ASCII'],
    ['a part without line ends', REPORT.replaceAll('\n', ''), / {40}$/, '', 6, 'has 80 characters'],

    ['no descriptive record', REPORT, /^.*\n/, '', 1, 'has the type 2; expected is a record of type 0'],
    [
      'a second descriptive record',
      REPORT,
      '\n2',
      '\n0',
      2,
      'has the type 0; expected is a record of type 7',
    ],
    ['a sequence with letters', REPORT, '01WBC', '0OWBC', 1, 'The reel sequence must consist of digits'],
    ['no user id', REPORT, '098765', '      ', 1, 'The user id must consist of digits'],
    ['no date', REPORT, '041226', '      ', 1, 'The processing date must consist of digits'],
    ['a date that does not exist', REPORT, '041226', '310626', 1, '"310626", which is not a date'],
    [
      'a debit among returns',
      REPORT,
      '\n2032-000   1234563',
      '\n1032-000   1234563',
      3,
      'record of type 7 or 2',
    ],
    ['a refusal of a return', REPORT, '\n2032-000   1234563', '\n3032-000   1234563', 3, 'has the type 3'],
    ['no file total record', REPORT, /\n7.*/, '', 5, 'truncated: a record of type 7 or 2 must follow'],
    ['only a descriptive record', REPORT, /\n[^]*/, '', 1, 'truncated: a record of type 7 or 2'],
    ['two files', REPORT, /$/, `\n${REPORT}`, 7, 'After the file total record, nothing may follow'],
    ['half a file', SENT, /\n1732[^]*/, '', 2, 'truncated: a record of type 7 or 1 must follow'],

    ['a BSB without a hyphen', REPORT, '2032-000', '2032 000', 2, 'does not have the form 123-456'],
    ['a trace with letters', REPORT, '082-001', '082-O01', 2, 'does not have the form 123-456'],
    ['an unknown transaction code', REPORT, '566130', '566140', 2, 'The transaction code 14 is unknown'],
    ['letters in an amount', REPORT, '0000002990', '000000299O', 2, 'The amount must consist of digits'],
    ['no original user', REPORT, '01098765', '01      ', 2, 'The original user id must consist of'],
    ['no return code', REPORT, '566130', '56 130', 2, 'The return code must consist of digits'],
    ['a return code that is none', REPORT, '566130', '560130', 2, 'The return code is 0; allowed are 1 to 9'],
    ['a return without its record type', REPORT, '\n2', '\n ', 2, 'expected is a record of type 7'],

    ['another BSB of the total', REPORT, '7999-999', '7032-000', 6, 'The bsb is not 999-999'],
    ['another net total', REPORT, '0000074810', '0000074811', 6, 'The net total is not the difference'],
    ['another total of credits', REPORT, '0000080000000', '0000080001000', 6, 'The credits do not add up'],
    ['another total of debits', REPORT, '0000005190', '0000005191', 6, 'The debits do not add up'],
    ['another count', REPORT, '000004', '000005', 6, 'counts 5 records, but there are 4'],
    ['another amount', REPORT, '0000002990', '0000002991', 6, 'The debits do not add up'],

    ['debits of somebody else', SENT, '00FYP91DWR03', 'DEC2026     ', 1, 'no returns, and was not written'],
    [
      'a description that is too large',
      SENT,
      '00FYP91DWR',
      'MEMBERSHIP',
      1,
      'no returns, and was not written',
    ],
    ['a credit', SENT, '56 130000002990', '56 500000002990', 5, 'The debits do not add up'],
    [
      'a reference of another form',
      SENT,
      'ABCDEFGHIJKLM01',
      'MEMBER 1       ',
      2,
      'The lodgement reference does not have 15',
    ],
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
    expect(String(error)).toContain(message);
    expect(error).toMatchObject({ line });
    expect(String(error)).not.toMatch(/MARA|0123456/);
  });

  it('a credit with its total', () => {
    const text = SENT.replace('56 130000002990', '56 500000002990').replace(
      '999999999900000000009999999999',
      '999999401900000029909999997009',
    );
    expect(() => read(text)).toThrow('Line 2: The transaction code is 50, not 13.');
  });

  it.each(['', ' \n', '\r\n\r\n'])('nothing: %j', (text) => {
    expect(() => read(text)).toThrow('The file is empty.');
  });
});

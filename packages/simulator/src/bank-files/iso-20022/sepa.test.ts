import type { XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import type { BankCustomer } from '../bank-customer.js';
import type { Behaviour } from '../bank-events.js';
import { customerWith, entriesOf, lastStatuses, MONDAY, passed, read } from '../bank-customer.fixture.js';
import { sepaFile, type TestDebit, type TestFile } from './sepa.fixture.js';

const PAID = 'DE75512108001245126199';

const bankWith = (files: readonly (TestFile | string)[], behaviour?: Behaviour, at?: string): BankCustomer =>
  customerWith(
    files.map((file) => (typeof file === 'string' ? file : sepaFile(file))),
    behaviour,
    at,
  );

const fileOf = (...debits: TestDebit[]): TestFile => ({ batches: [{ debits }] });
const unstructured = '<PstlAdr><AdrLine>Hauptstrasse 1</AdrLine><AdrLine>10827 Berlin</AdrLine></PstlAdr>';
const valid = sepaFile();

describe('a file that the bank refuses', () => {
  it.each<[string, TestFile | string, string]>([
    ['another XML', '<Document/>', 'NOTPROVIDED RJCT FF01'],
    ['a truncated file', valid.slice(0, -40), 'NOTPROVIDED RJCT FF01'],
    [
      'a document type',
      valid.replace('?>', '?><!DOCTYPE Document [<!ENTITY a SYSTEM "file:///a">]>'),
      'NOTPROVIDED RJCT FF01',
    ],
    ['nothing', '', 'NOTPROVIDED RJCT FF01'],
    ['a day that does not exist', { batches: [{ executionOn: '2026-02-30' }] }, 'NOTPROVIDED RJCT FF01'],
    ['another version', valid.replace('pain.008.001.08', 'pain.008.001.02'), 'NOTPROVIDED RJCT FF01'],
    [
      'elements in another order',
      valid.replace(/(<MsgId>.*<\/MsgId>)\s*(<CreDtTm>.*<\/CreDtTm>)/, '$2$1'),
      'NOTPROVIDED RJCT FF01',
    ],
    ['an unknown element', valid.replace('<PmtMtd>', '<Extra/><PmtMtd>'), 'NOTPROVIDED RJCT FF01'],
    [
      'a character outside the set of SEPA',
      fileOf({ text: 'Beitrag für Dezember' }),
      'NOTPROVIDED RJCT FF01',
    ],
    ['an identifier with two slashes', { messageId: 'A//B' }, 'NOTPROVIDED RJCT FF01'],
    ['an amount of three decimals', fileOf({ amount: '1.005' }), 'NOTPROVIDED RJCT FF01'],
    ['a wrong number of debits', { count: 2 }, 'MSG-1 RJCT AM10'],
    ['a wrong total', { total: '49.91' }, 'MSG-1 RJCT AM10'],
    ['two creditor accounts', { batches: [{}, { iban: PAID }] }, 'MSG-1 RJCT AC01'],
  ])('%s', (_, file, expected) => {
    const bank = bankWith([file]);
    expect(lastStatuses(bank)).toEqual([expected]);
    // Nothing of it is remembered or booked.
    expect(passed(bank, '2026-12-31').reports('2026-12-31')).toHaveLength(1);
    expect(bank.files[0]?.faults).toHaveLength(1);
  });

  it('names the line and the element, and no value', () => {
    const [file] = bankWith([fileOf({ text: 'Größe' })]).files;
    expect(file?.faults[0]?.text).toMatch(/^Line \d+: Ustrd is not allowed here, or its value is not\.$/);
  });

  it('is one that it has had', () => {
    expect(lastStatuses(bankWith([{}, {}]))).toEqual(['MSG-1 RJCT AM05']);
    expect(lastStatuses(bankWith([{ total: '1.00' }, {}]))).toContain('MSG-1 ACCP');
  });

  it('is of another creditor than the first with its account', () => {
    const other = { messageId: 'MSG-2', batches: [{ id: 'B', identifier: 'AT61ZZZ01234567890' }] };
    expect(lastStatuses(bankWith([other]))).toContain('B ACCP');
    expect(lastStatuses(bankWith([{}, other]))).toContain('B RJCT BE05');
  });
});

describe('a batch that the bank refuses', () => {
  it.each([
    ['an identifier with wrong check digits', { identifier: 'DE99ZZZ09999999999' }, 'BE05'],
    ['an IBAN of the creditor with wrong check digits', { iban: 'DE88370400440532013000' }, 'AC01'],
    ['an address of lines', { address: '<AdrLine>10827 Berlin</AdrLine>' }, 'RR03'],
    ['a wrong number of debits', { count: 3 }, 'AM10'],
    ['a wrong total', { total: '1.00' }, 'AM10'],
    ['a Saturday', { executionOn: '2026-12-05' }, 'DT01'],
    ['a day in the past', { executionOn: '2026-11-27' }, 'DT01'],
    ['a day in another era', { executionOn: '0001-01-02' }, 'DT01'],
    ['the day of the file', { executionOn: '2026-11-30' }, 'DT01'],
    ['a day more than 14 days ahead', { executionOn: '2026-12-15' }, 'DT01'],
  ])('%s', (_, batch, reason) => {
    expect(lastStatuses(bankWith([{ batches: [batch] }]))).toEqual(['MSG-1 RJCT', `BATCH-1 RJCT ${reason}`]);
  });

  it('has the identifier of another batch, and the other batch is accepted', () => {
    expect(lastStatuses(bankWith([{ batches: [{ id: 'B' }, { id: 'B' }] }]))).toEqual([
      'MSG-1 PART',
      'B ACCP',
      'B RJCT AM05',
    ]);
    expect(lastStatuses(bankWith([{}, { messageId: 'MSG-2' }]))).toContain('BATCH-1 RJCT AM05');
  });

  it.each([
    ['before the cut-off', '2026-11-30T14:59:00Z', '2026-12-01', 'ACCP'],
    ['after the cut-off', '2026-11-30T15:00:00Z', '2026-12-01', 'RJCT DT01'],
    ['after the cut-off, a day later', '2026-11-30T15:00:00Z', '2026-12-02', 'ACCP'],
    ['on a Saturday', '2026-11-28T09:00:00Z', '2026-11-30', 'RJCT DT01'],
    ['on a Saturday, a day later', '2026-11-28T09:00:00Z', '2026-12-01', 'ACCP'],
    ['on the 14th day', MONDAY, '2026-12-14', 'ACCP'],
  ])('comes %s', (_, at, executionOn, status) => {
    expect(lastStatuses(bankWith([{ batches: [{ executionOn }] }], undefined, at))).toContain(
      `BATCH-1 ${status}`,
    );
  });
});

describe('a debit that the bank refuses', () => {
  it.each<[string, TestDebit, string]>([
    ['a wrong IBAN', { iban: 'DE76512108001245126199' }, 'AC01'],
    ['an IBAN outside SEPA', { iban: 'TR330006100519786457841326' }, 'AC01'],
    ['another currency', { currency: 'CHF' }, 'AM03'],
    ['an address of lines', { address: unstructured }, 'RR02'],
    ['no address outside the European Economic Area', { iban: 'GB29NWBK60161331926819' }, 'RR02'],
    ['an account that its bank refuses', { iban: 'DE62370400440532013001' }, 'AC04'],
  ])('%s', (_, debit, reason) => {
    const bank = bankWith([fileOf({}, debit)]);
    expect(lastStatuses(bank)).toEqual(['MSG-1 PART', 'BATCH-1 PART', `DEBIT-1-2 RJCT ${reason}`]);
    expect(entriesOf(passed(bank, '2026-12-31'))).toEqual(['camt.053 2026-12-02 CRDT 49.90 BATCH-1 1']);
  });

  it('accepts lines beside town and country, and lines alone before 22 November 2026', () => {
    const hybrid = unstructured.replace('<AdrLine>', '<TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>');
    expect(lastStatuses(bankWith([fileOf({ address: hybrid })]))).toContain('BATCH-1 ACCP');
    const friday = { batches: [{ executionOn: '2026-11-25', debits: [{ address: unstructured }] }] };
    expect(lastStatuses(bankWith([friday], undefined, '2026-11-20T09:00:00Z'))).toContain('BATCH-1 ACCP');
  });

  const AMENDED =
    '<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>';
  it.each<[string, string, string, TestDebit, string | null]>([
    ['a first one after a first one', 'FRST', 'FRST', {}, 'AG02'],
    ['a single one after a following one', 'RCUR', 'OOFF', {}, 'AG02'],
    ['a following one after a single one', 'OOFF', 'RCUR', {}, 'MD01'],
    ['a first one after a last one', 'FNAL', 'FRST', {}, 'MD01'],
    ['a following one after a first one', 'FRST', 'RCUR', {}, null],
    ['a last one after a following one', 'RCUR', 'FNAL', {}, null],
    ['a first one after the account has changed', 'RCUR', 'FRST', { amendment: AMENDED }, null],
    ['a first one after one that was refused', 'FRST', 'FRST', { currency: 'CHF' }, null],
  ])('%s', (_, earlier, later, { currency, ...debit }, reason) => {
    const batches = [
      { sequenceType: earlier, debits: [{ mandate: 'M', ...(currency && { currency }) }] },
      { sequenceType: later, debits: [{ mandate: 'M', ...debit }] },
    ];
    const statuses = lastStatuses(bankWith([{ batches }]));
    expect(statuses[2]).toBe(reason === null ? 'BATCH-2 ACCP' : 'BATCH-2 RJCT');
    if (reason !== null) expect(statuses.at(-1)).toBe(`DEBIT-2-1 RJCT ${reason}`);
  });
});

const BOOKED = 'camt.053 2026-12-02 CRDT 49.90 BATCH-1 1';

describe('an accepted debit', () => {
  it.each<[string, string, string[]]>([
    ['is paid', PAID, []],
    ['is returned for insufficient funds', 'DE65370400440002222227', ['2026-12-04 AM04']],
    ['is returned after a success at the provider', 'DE35370400440532013002', ['2026-12-04 AM04']],
    ['is returned by the payer', 'DE08370400440532013003', ['2026-12-31 MD06']],
    ['is returned because the account is closed', 'DE78370400440532013004', ['2026-12-04 AC04']],
    ['is returned because the payer has died', 'DE51370400440532013005', ['2026-12-04 MD07']],
    ['is paid from an account that has moved', 'DE24370400440532013006', []],
  ])('%s', (_, iban, returns) => {
    const bank = passed(bankWith([fileOf({ iban })]), '2027-02-01');
    const expected = returns.flatMap((one) => {
      const [day, reason] = one.split(' ');
      return ['camt.053', 'camt.054'].map((kind) => `${kind} ${day} DBIT 49.90 DEBIT-1-1 ${reason}`);
    });
    expect(entriesOf(bank)).toEqual([BOOKED, ...expected]);
  });

  it('is reported with the new account, if the payer has moved', () => {
    const bank = bankWith([fileOf({}, { iban: 'DE24370400440532013006' })]);
    expect(lastStatuses(bank)).toEqual(['MSG-1 ACCP', 'BATCH-1 ACCP', 'DEBIT-1-2 ACCP']);
    read(bank.files[0]?.statusReport ?? '', (all) => {
      const reference = all('//OrgnlTxRef')[0];
      expect(all('DbtrAcct/Id/IBAN', reference)[0]?.content).toBe('DE44500105175407324931');
      expect(all('MndtRltdInf/AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id', reference)[0]?.content).toBe('SMNDA');
    });
  });

  it('has an entry of its own, if the batch is not booked as one', () => {
    const bank = passed(bankWith([{ batches: [{ isBooked: false, debits: [{}, {}] }] }]), '2026-12-31');
    expect(entriesOf(bank)).toEqual([
      'camt.053 2026-12-02 CRDT 49.90 DEBIT-1-1',
      'camt.053 2026-12-02 CRDT 49.90 DEBIT-1-2',
    ]);
  });
});

it('opens an account for each creditor account', () => {
  const bank = passed(
    bankWith([{}, { batches: [{ iban: PAID, identifier: 'AT61ZZZ01234567890' }] }]),
    '2026-12-02',
  );
  expect(bank.accounts()).toEqual([
    { bank: 'SEPA bank', number: 'DE89370400440532013000' },
    { bank: 'SEPA bank', number: PAID },
  ]);
  expect(entriesOf(bank)).toEqual([BOOKED, BOOKED]);
});

describe('a statement', () => {
  it('adds up and continues the one before, with other movements of the account', () => {
    const debits = [{ iban: 'DE65370400440002222227', amount: '80000.00' }, {}];
    const bank = passed(bankWith([fileOf(...debits)]), '2027-01-31');
    const statements = bank
      .reports('2027-01-31')
      .filter(({ kind }) => kind === 'camt.053')
      .map(({ content }) =>
        read(content, (all) => {
          const signed = (element: XmlElement): number =>
            Math.round(Number(all('Amt', element)[0]?.content) * 100) *
            (all('CdtDbtInd', element)[0]?.content === 'CRDT' ? 1 : -1);
          const [opening = 0, closing = 0] = all('//Bal').map(signed);
          const entries = all('//Ntry').map(signed);
          return {
            opening,
            closing,
            sum: entries.reduce((sum, one) => sum + one, 0),
            others: all('//RmtInf/Ustrd').map((one) => one.content),
          };
        }),
      );
    expect(statements.map(({ opening, sum }) => opening + sum)).toEqual(
      statements.map(({ closing }) => closing),
    );
    expect(statements.slice(1).map(({ opening }) => opening)).toEqual(
      statements.slice(0, -1).map(({ closing }) => closing),
    );
    expect(statements.map(({ others }) => others)).toEqual([
      ['Rent'],
      ['Vending machine'],
      ['Membership December 2026', 'Vending machine'],
      ['Rent'],
    ]);
  });

  it('names a return by the same reference as the notification', () => {
    const bank = passed(bankWith([fileOf({ iban: 'DE65370400440002222227' })]), '2026-12-04');
    const references = bank
      .reports('2026-12-04')
      .slice(-2)
      .map(({ content }) => read(content, (all) => all('//AcctSvcrRef')[0]?.content));
    expect(references[0]).toBe(references[1]);
  });
});

describe('a bank that behaves differently', () => {
  const returned = fileOf({ iban: 'DE65370400440002222227' });
  const RETURN = 'DBIT 49.90 DEBIT-1-1 AM04';

  it('refuses every file', () => {
    expect(lastStatuses(bankWith([{}], { refuseFiles: 'AG01' }))).toEqual(['MSG-1 RJCT AG01']);
  });

  it('returns after another number of days', () => {
    const bank = passed(bankWith([returned], { returnAfterDays: 0 }), '2026-12-02');
    expect(entriesOf(bank)).toEqual([
      BOOKED,
      `camt.053 2026-12-02 ${RETURN}`,
      `camt.054 2026-12-02 ${RETURN}`,
    ]);
  });

  it('delivers each report twice, in the same words', () => {
    const reports = passed(bankWith([{}], { repeatReports: true }), '2026-12-02').reports('2026-12-02');
    expect(reports.map(({ kind }) => kind)).toEqual([
      'pain.002',
      'pain.002',
      'camt.053',
      'camt.053',
      'camt.053',
      'camt.053',
    ]);
    expect(reports[2]?.content).toBe(reports[3]?.content);
    expect(new Set(reports.map(({ reportId }) => reportId)).size).toBe(6);
  });

  it('reports late', () => {
    const bank = passed(bankWith([{}], { lateByDays: 3 }), '2026-12-05');
    expect(entriesOf(bank, '2026-12-04')).toEqual([]);
    expect(entriesOf(bank, '2026-12-05')).toEqual([BOOKED]);
  });

  it('reports returns in a second notification', () => {
    const bank = passed(bankWith([returned], { reportReturnsTwice: true }), '2026-12-31');
    const [first, second] = bank.reports('2026-12-31').filter(({ kind }) => kind === 'camt.054');
    expect([first?.createdOn, second?.createdOn]).toEqual(['2026-12-04', '2026-12-07']);
    expect(first?.content).not.toBe(second?.content);
    expect(entriesOf(bank).slice(-2)).toEqual(Array(2).fill(`camt.054 2026-12-04 ${RETURN}`));
  });
});

it('makes reports once: more days add some and change none', () => {
  const bank = passed(bankWith([fileOf({ iban: 'DE65370400440002222227' })]), '2026-12-02');
  const before = bank.reports('2026-12-02');
  expect(passed(bank, '2026-12-10').reports('2026-12-02')).toEqual(before);
  expect(bank.reports('2026-12-10').length).toBeGreaterThan(before.length);
});

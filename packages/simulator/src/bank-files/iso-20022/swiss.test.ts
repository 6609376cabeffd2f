import { describe, expect, it } from 'vitest';
import { customerWith, entriesOf, lastStatuses, MONDAY, passed, read } from '../bank-customer.fixture.js';
import { reference, swissFile, type TestDebit, type TestFile } from './swiss.fixture.js';

type Method = NonNullable<TestFile['method']>;
const METHODS: Method[] = ['CH_DD', 'LSV'];
const ESR = '123456789012345678901234567';
const PAID = { CH_DD: 'CH8309000000100012345', LSV: 'CH9300762011623852957' };

const statusesOf = (file: TestFile, at?: string): string[] =>
  lastStatuses(customerWith([swissFile(file)], undefined, at));
const valid = swissFile();

describe('a file that a Swiss bank refuses', () => {
  it.each<[string, TestFile | string, string]>([
    ['a truncated file', valid.slice(0, -40), 'NOTPROVIDED RJCT FF01'],
    ['totals of a batch', valid.replace('<PmtMtd>', '<NbOfTxs>1</NbOfTxs><PmtMtd>'), 'NOTPROVIDED RJCT FF01'],
    ['a mandate', valid.replace('<DbtrAgt>', '<DrctDbtTx/><DbtrAgt>'), 'NOTPROVIDED RJCT FF01'],
    [
      'charges',
      valid.replace('<CdtrSchmeId>', '<ChrgBr>SLEV</ChrgBr><CdtrSchmeId>'),
      'NOTPROVIDED RJCT FF01',
    ],
    [
      'no identifier of the sender',
      valid.replace(/<Id><OrgId>.*<\/OrgId><\/Id>/, ''),
      'NOTPROVIDED RJCT FF01',
    ],
    ['no InstrId', valid.replace(/<InstrId>.*<\/InstrId>/, ''), 'NOTPROVIDED RJCT FF01'],
    ['a sign outside the set', valid.replace('Zoë', 'Zoē'), 'NOTPROVIDED RJCT FF01'],
    ['an accent in an identifier', { messageId: 'É-1' }, 'NOTPROVIDED RJCT FF01'],
    ['a wrong number of debits', { count: 2 }, 'MSG-1 RJCT AM10'],
    ['a wrong total', { total: '49.91' }, 'MSG-1 RJCT AM10'],
    ['two creditor accounts', { batches: [{}, { iban: PAID.LSV }] }, 'MSG-1 RJCT AC01'],
  ])('%s', (_, file, expected) => {
    const bank = customerWith([typeof file === 'string' ? file : swissFile(file)]);
    expect(lastStatuses(bank)).toEqual([expected]);
    expect(passed(bank, '2026-12-31').reports('2026-12-31')).toHaveLength(1);
  });

  it('is one that it has had', () => {
    expect(lastStatuses(customerWith([valid, valid]))).toEqual(['MSG-1 RJCT AM05']);
  });
});

describe('a batch that a Swiss bank refuses', () => {
  it.each<[string, Method, NonNullable<TestFile['batches']>[number], string]>([
    ['the instrument of the other scheme', 'LSV', { instrument: 'DDCOR1' }, 'FF05'],
    ['the kind of identifier of the other scheme', 'CH_DD', { identifierKind: 'CHLS' }, 'FF05'],
    ['LSV+ for an account at PostFinance', 'LSV', { iban: PAID.CH_DD }, 'AC01'],
    ['CH-DD for an account at another bank', 'CH_DD', { iban: PAID.LSV }, 'AC01'],
    ['an IBAN with wrong check digits', 'LSV', { iban: 'CH5704835012345678009' }, 'AC01'],
    ['a QR-IBAN', 'LSV', { iban: 'CH4431999123000889012' }, 'AC01'],
    ['the IID of another bank', 'LSV', { institution: '00762' }, 'RC01'],
    ['no LSV identification', 'LSV', { identifier: '41101000001234567' }, 'BE05'],
    ['no RS-PID', 'CH_DD', { identifier: 'SBF1W' }, 'BE05'],
    [
      'two debits with the same InstrId',
      'LSV',
      { debits: [{ instructionId: 'I' }, { instructionId: 'I' }] },
      'DU05',
    ],
    ['a Sunday', 'LSV', { executionOn: '2026-12-06' }, 'DT01'],
    ['the day of the file', 'LSV', { executionOn: '2026-11-30' }, 'DT01'],
    ['a day more than 30 days ahead', 'LSV', { executionOn: '2026-12-31' }, 'DT01'],
  ])('%s', (_, method, batch, reason) => {
    expect(statusesOf({ method, batches: [batch] })).toEqual(['MSG-1 RJCT', `BATCH-1 RJCT ${reason}`]);
  });

  it('names another creditor than the first with its account', () => {
    const other = swissFile({ messageId: 'MSG-2', batches: [{ id: 'B', identifier: 'OTH1W' }] });
    expect(lastStatuses(customerWith([other]))).toContain('B ACCP');
    expect(lastStatuses(customerWith([valid, other]))).toContain('B RJCT BE05');
  });

  it.each([
    ['before the cut-off', '2026-11-30T14:59:00Z', '2026-12-01', 'ACCP'],
    ['after the cut-off', '2026-11-30T15:00:00Z', '2026-12-01', 'RJCT DT01'],
    ['on the 30th day', MONDAY, '2026-12-30', 'ACCP'],
    ["over Berchtold's Day", '2026-12-31T09:00:00Z', '2027-01-04', 'ACCP'],
  ])('comes %s', (_, at, executionOn, status) => {
    expect(statusesOf({ batches: [{ executionOn }] }, at)).toContain(`BATCH-1 ${status}`);
  });
});

describe('a debit that a Swiss bank refuses', () => {
  it.each<[string, Method, TestDebit, string]>([
    ['LSV+ from PostFinance', 'LSV', { iban: PAID.CH_DD }, 'AC01'],
    ['CH-DD from another bank', 'CH_DD', { iban: PAID.LSV }, 'AC01'],
    ['a QR-IBAN', 'LSV', { iban: 'CH4431999123000889012' }, 'AC01'],
    ['a German IBAN', 'LSV', { iban: 'DE89370400440532013000' }, 'AC01'],
    ['another currency', 'LSV', { currency: 'EUR' }, 'AM03'],
    ['the IID of another bank', 'LSV', { institution: '00761' }, 'RC01'],
    ['an account that its bank refuses', 'CH_DD', { iban: 'CH0809000000100044444' }, 'AC04'],
    ['an account that its bank refuses (LSV+)', 'LSV', { iban: 'CH5400762011623844444' }, 'AC04'],
    ['no reference', 'LSV', { remittance: '<Ustrd>Beitrag</Ustrd>' }, 'RR07'],
    [
      'an IPI with wrong check digits',
      'LSV',
      { remittance: reference('IPI', '13UPC000000000000001') },
      'RR07',
    ],
    ['an ESR without participant', 'LSV', { remittance: reference('ESR', ESR) }, 'RR07'],
  ])('%s', (_, method, debit, reason) => {
    const bank = customerWith([swissFile({ method, batches: [{ debits: [{}, debit] }] })]);
    expect(lastStatuses(bank)).toEqual(['MSG-1 PART', 'BATCH-1 PART', `DEBIT-1-2 RJCT ${reason}`]);
    expect(entriesOf(passed(bank, '2026-12-31'))).toEqual(['camt.053 2026-12-02 CRDT 49.90 BATCH-1 1']);
  });

  it.each([
    ['accepts', ESR, 'BATCH-1 ACCP'],
    ['refuses', ESR.replace(/7$/, '8'), 'BATCH-1 RJCT'],
  ])('%s an ESR of a participant by its check digit', (_, value, expected) => {
    const debits = [{ remittance: reference('ESR', value) }];
    expect(statusesOf({ batches: [{ participant: '010001456', debits }] })).toContain(expected);
  });

  it('accepts an IID without leading zeros', () => {
    expect(statusesOf({ batches: [{ debits: [{ institution: '762' }] }] })).toContain('BATCH-1 ACCP');
  });
});

describe('an accepted Swiss debit', () => {
  it.each<[string, Method, string, string[]]>([
    ['is paid', 'CH_DD', PAID.CH_DD, []],
    ['is returned for insufficient funds', 'CH_DD', 'CH1909000000100022227', ['2026-12-04 AM04']],
    ['is returned by objection', 'CH_DD', 'CH3209000000100055555', ['2026-12-23 MD06']],
    ['is returned because the account is closed', 'CH_DD', 'CH8109000000100033333', ['2026-12-04 AC04']],
    ['is paid', 'LSV', PAID.LSV, []],
    ['is returned by objection', 'LSV', 'CH7800762011623855555', ['2026-12-23 MD06']],
    ['is returned because the account is closed', 'LSV', 'CH3000762011623833333', ['2026-12-04 AC04']],
  ])('%s (%s, %s)', (_, method, iban, returns) => {
    const bank = customerWith([swissFile({ method, batches: [{ debits: [{ iban }] }] })]);
    const expected = returns.flatMap((one) => {
      const [day, reason] = one.split(' ');
      return ['camt.053', 'camt.054'].map((kind) => `${kind} ${day} DBIT 49.90 DEBIT-1-1 ${reason}`);
    });
    expect(entriesOf(passed(bank, '2027-02-01'))).toEqual([
      'camt.053 2026-12-02 CRDT 49.90 BATCH-1 1',
      ...expected,
    ]);
  });

  it('is reported in francs, with its reference, and its return as a reversal', () => {
    const debits = [{ iban: 'CH3000762011623833333' }];
    const [notification] = passed(customerWith([swissFile({ batches: [{ debits }] })]), '2026-12-04')
      .reports('2026-12-04')
      .filter(({ kind }) => kind === 'camt.054');
    read(notification?.content ?? '', (all) => {
      const values = (path: string): (string | undefined)[] => all(path).map((one) => one.content);
      expect(values('//Acct/Ccy')).toEqual(['CHF']);
      expect(values('//RvslInd')).toEqual(['true']);
      expect(values('//BkTxCd/Domn/Fmly/SubFmlyCd')).toEqual(['UPDD']);
      expect(values('//CdtrRefInf/Ref')).toEqual(['12UPC000000000000001']);
      expect(values('//Refs/MndtId')).toEqual([]);
    });
    expect(notification?.content).not.toContain('EUR');
  });
});

it('keeps an account for each of the methods', () => {
  const files = METHODS.map((method, at) => swissFile({ method, messageId: `MSG-${at}` }));
  const bank = passed(customerWith(files), '2026-12-02');
  const ibans = bank
    .reports('2026-12-02')
    .filter(({ kind, createdOn }) => kind === 'camt.053' && createdOn === '2026-12-02')
    .map(({ content }) => read(content, (all) => all('//Stmt/Acct/Id/IBAN')[0]?.content));
  expect(ibans).toEqual(['CH4109000000800012340', 'CH5604835012345678009']);
  expect(bank.accounts().map(({ number }) => number)).toEqual(ibans);
  expect(bank.debits().map(({ credited }) => credited)).toEqual([4990, 4990]);
});

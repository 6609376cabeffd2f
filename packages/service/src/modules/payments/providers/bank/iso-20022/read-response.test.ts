import { describe, expect, it } from 'vitest';
import { BankFileError } from '../bank-file-error.js';
import type { AccountEntry, AccountReport, DebitReport, StatusReport } from '../bank-response.js';
import { CH_DD_COLLECTIONS, COLLECTIONS, LSV_COLLECTIONS, POSTFINANCE_IBAN } from './collections.fixture.js';
import { readIso20022 } from './read-response.js';
import { sepaCore } from './sepa-collection.js';
import { chDd, lsv } from './swiss-collection.js';
import { RESPONSES, STUDIO_IBAN, SWISS_IBAN } from './responses.fixture.js';

type Name = keyof typeof RESPONSES;

const read = (text: string) => readIso20022(Buffer.from(text));
const statusOf = async (name: Name) => (await read(RESPONSES[name])) as StatusReport;
const entriesOf = async (text: string) => {
  const { statements } = (await read(text)) as AccountReport;
  return statements.flatMap(({ entries }) => entries);
};

const ACCEPTED: DebitReport = {
  line: 0,
  endToEndId: null,
  mandateReference: null,
  amount: 2990,
  status: 'ACCEPTED',
  reason: null,
  newAccount: null,
};

describe('a status report', () => {
  it.each<[Name, object]>([
    [
      'received',
      { status: 'RECEIVED', reason: null, original: { messageId: 'FILE-1', count: 4, total: 11960 } },
    ],
    [
      'refused',
      { status: 'REFUSED', reason: 'AM05', original: { messageId: 'FILE-1', count: null, total: null } },
    ],
  ])('about a whole file: %s', async (name, expected) => {
    expect(await statusOf(name)).toMatchObject({ kind: 'STATUS_REPORT', batches: [], ...expected });
  });

  it('names the refused debit, the new account and the refused batch', async () => {
    const { messageId, messageType, status, batches } = await statusOf('partlyRefused');
    expect({ messageId, messageType, status }).toEqual({
      messageId: 'STATUS-3',
      messageType: 'pain.002.001.10',
      status: 'PARTLY',
    });
    expect(batches).toEqual([
      {
        batchId: 'BATCH-1',
        line: 11,
        status: 'PARTLY',
        reason: null,
        debits: [
          {
            ...ACCEPTED,
            line: 17,
            endToEndId: 'DEBIT-1',
            mandateReference: 'MANDATE-1',
            status: 'REFUSED',
            reason: 'AC04',
          },
          {
            ...ACCEPTED,
            line: 26,
            endToEndId: 'DEBIT-2',
            mandateReference: 'MANDATE-2',
            newAccount: { iban: 'FR1420041010050500013M02606' },
          },
        ],
      },
      { batchId: 'BATCH-2', line: 40, status: 'REFUSED', reason: 'DT01', debits: [] },
    ]);
  });

  it('of the older version', async () => {
    const { messageType, status, batches } = await statusOf('refusedDebit03');
    expect({ messageType, status }).toEqual({ messageType: 'pain.002.001.03', status: null });
    expect(batches.flatMap(({ debits }) => debits)).toMatchObject([
      { endToEndId: 'DEBIT-1', amount: 2990, status: 'REFUSED', reason: 'MS02' },
    ]);
  });

  it.each(['pain.002.001.03.ch.02', 'pain.002.001.10.ch.03'])("in SIX's variant %s", async (type) => {
    const text = RESPONSES.refusedDebitSwiss.replace('pain.002.001.03.ch.02', type);
    expect(await read(text)).toMatchObject({
      messageType: type,
      status: 'PARTLY',
      original: { messageId: 'FILE-1', count: 2, total: 9980 },
      batches: [{ batchId: 'BATCH-1', debits: [{ endToEndId: 'DEBIT-1', amount: 4990, reason: 'AC01' }] }],
    });
  });
});

describe('an account report', () => {
  const BATCH: AccountEntry = {
    line: 21,
    isCredit: true,
    amount: 8970,
    currency: 'EUR',
    bookedOn: '2026-12-03',
    batchId: 'BATCH-1',
    bankReference: 'BANK-1',
    debits: [],
  };
  const returned = (values: Partial<DebitReport>): DebitReport => ({
    ...ACCEPTED,
    status: 'RETURNED',
    ...values,
  });

  it.each<Name>(['statement08', 'statement04'])(
    'of a day: its batch, its return without charges, and how many entries concern something else: %s',
    async (name) => {
      const { messageId, statements } = (await read(RESPONSES[name])) as AccountReport;
      expect(messageId).toBe('STATEMENTS-1');
      expect(statements).toEqual([
        {
          statementId: 'STATEMENT-1',
          account: STUDIO_IBAN,
          line: 5,
          others: 2,
          entries: [
            BATCH,
            {
              ...BATCH,
              line: 32,
              isCredit: false,
              amount: 3560,
              batchId: null,
              bankReference: null,
              debits: [
                returned({ line: 39, endToEndId: 'DEBIT-9', mandateReference: 'MANDATE-9', reason: 'AM04' }),
              ],
            },
          ],
        },
      ]);
    },
  );

  it("with codes of the bank's own", async () => {
    expect(await entriesOf(RESPONSES.statement02)).toEqual([
      {
        ...BATCH,
        line: 17,
        amount: 4980,
        batchId: null,
        bankReference: null,
        debits: [
          { ...ACCEPTED, line: 24, endToEndId: 'DEBIT-1', mandateReference: 'MANDATE-1' },
          { ...ACCEPTED, line: 28, endToEndId: 'DEBIT-2', mandateReference: 'MANDATE-2', amount: 1990 },
        ],
      },
      {
        ...BATCH,
        line: 34,
        isCredit: false,
        amount: 3560,
        batchId: null,
        bankReference: null,
        debits: [returned({ line: 41, endToEndId: 'DEBIT-3', reason: 'MD06' })],
      },
    ]);
  });

  it('of a Swiss account: reversals of credits, some named by the reference of LSV+ only', async () => {
    const { statements } = (await read(RESPONSES.statementSwiss)) as AccountReport;
    const shortId = '00V0SBT0BTIFI01';
    expect(statements).toMatchObject([
      {
        account: SWISS_IBAN,
        others: 0,
        entries: [
          { amount: 19960, currency: 'CHF', batchId: 'BATCH-1', debits: [] },
          {
            isCredit: false,
            debits: [{ endToEndId: 'DEBIT-1', amount: 4990, status: 'RETURNED', reason: null }],
          },
          {
            isCredit: false,
            debits: [
              { endToEndId: shortId, amount: 4990, status: 'RETURNED', reason: 'AM04' },
              { endToEndId: shortId, amount: 4990, status: 'RETURNED', reason: null },
            ],
          },
        ],
      },
    ]);
  });

  it('of returns that are booked in one sum', async () => {
    const [entry] = await entriesOf(RESPONSES.notification08);
    expect(entry).toMatchObject({ isCredit: false, amount: 5980, batchId: null });
    expect(entry?.debits).toEqual([
      returned({ line: 16, endToEndId: 'DEBIT-1', reason: 'AC04' }),
      returned({ line: 23, mandateReference: 'MANDATE-2', reason: 'X1' }),
    ]);
  });

  it.each(['', '<Btch><PmtInfId>BATCH-1</PmtInfId><NbOfTxs>3</NbOfTxs></Btch>'])(
    'of a batch that a transaction names, and charges, which are no return: %s',
    async (batch) => {
      const text = RESPONSES.notification02.replace('<NtryDtls>', `<NtryDtls>${batch}`);
      const { statements } = (await read(text)) as AccountReport;
      expect(statements).toMatchObject([
        { others: 1, entries: [{ batchId: 'BATCH-1', amount: 8970, debits: [] }] },
      ]);
    },
  );

  it('of credits of several batches, whose debits it names', async () => {
    const debit = (batch: string, reference: string, amount: string) => `<NtryDtls>
      <Btch><PmtInfId>${batch}</PmtInfId></Btch>
      <TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
      <AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>`;
    const text = RESPONSES.notification02.replace(
      /<NtryDtls>.*<.NtryDtls>/,
      debit('B1', 'D1', '80.00') + debit('B2', 'D2', '9.70'),
    );
    expect(await entriesOf(text)).toMatchObject([
      {
        batchId: null,
        debits: [
          { endToEndId: 'D1', amount: 8000 },
          { endToEndId: 'D2', amount: 970 },
        ],
      },
    ]);
  });

  it('of a return that names only its batch', async () => {
    const text = RESPONSES.statement08.replace(
      /<EndToEndId>DEBIT-9.*<.MndtId>/,
      '<PmtInfId>BATCH-1</PmtInfId>',
    );
    const [, entry] = await entriesOf(text);
    expect(entry).toMatchObject({ batchId: null, debits: [{ endToEndId: null, reason: 'AM04' }] });
  });

  it.each([
    ['the instructed amount', '', ''],
    [
      'what was booked without the charges',
      '<AmtDtls><InstdAmt><Amt Ccy="EUR">29.90</Amt></InstdAmt></AmtDtls>',
      '',
    ],
    [
      'the instructed amount, where the bank does not state its charges',
      '<Amt Ccy="EUR">35.60</Amt>\n            <CdtDbtInd>',
      '<CdtDbtInd>',
    ],
  ])('states of a return: %s', async (_, from, to) => {
    const statement = RESPONSES.statement08.replace(from, to);
    const withoutCharges = statement.replace(/<Chrgs>.*?<.Chrgs>/, '');
    for (const text of to === '' ? [statement] : [statement, withoutCharges]) {
      const [, entry] = await entriesOf(text);
      expect(entry).toMatchObject({ amount: 3560, debits: [{ amount: 2990 }] });
    }
  });

  it.each([
    ['a debit that somebody else collects', 'DBIT', 'RDDT', '<Refs><MndtId>M</MndtId></Refs>', false],
    ['a return that the bank books with them', 'DBIT', 'RDDT', '<RtrInf/>', true],
    ["the studio's own debit that comes back", 'CRDT', 'RDDT', '<RtrInf/>', false],
    ['a transfer that comes back', 'DBIT', 'RCDT', '<RtrInf/>', false],
    ['a collected debit', 'CRDT', 'IDDT', '', true],
    ['a debit with a mandate', 'DBIT', null, '<Refs><MndtId>M</MndtId></Refs>', true],
    ['a credit that is reversed', 'DBIT', null, '<Refs><EndToEndId>REVERSED</EndToEndId></Refs>', true],
    ['a transfer with an id', 'DBIT', null, '<Refs><EndToEndId>TRANSFER</EndToEndId></Refs>', false],
    ['a transfer of salaries', 'DBIT', null, '<Refs><PmtInfId>B</PmtInfId></Refs>', false],
    ['a batch', 'CRDT', null, '<Refs><PmtInfId>B</PmtInfId></Refs>', true],
    ['a transfer from a customer', 'CRDT', null, '<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>', false],
  ])('whether it concerns debits: %s', async (_, direction, family, details, expected) => {
    const code = family
      ? `<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn>`
      : '<Prtry><Cd>105</Cd></Prtry>';
    const reversal = details.includes('REVERSED') ? '<RvslInd>true</RvslInd>' : '';
    const entry = `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal}<Sts>BOOK</Sts>
      <BookgDt><Dt>2026-12-03</Dt></BookgDt><BkTxCd>${code}</BkTxCd>
      <NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`;
    const entries = await entriesOf(RESPONSES.notification02.replace(/<Ntry>[^]*<.Ntry>/, entry));
    expect(entries).toHaveLength(expected ? 1 : 0);
  });

  it('of which the file contains one page only', async () => {
    const pages = '<MsgPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></MsgPgntn></GrpHdr>';
    const text = RESPONSES.statement08.replace('<Amt Ccy="EUR">1000.00', '<Amt Ccy="EUR">900.00');
    expect(await entriesOf(text.replace('</GrpHdr>', pages))).toHaveLength(2);
  });
});

describe('a file that was written here', () => {
  const id = '0192f3a45b6c7d8e9fa0b1c2d3e4f506';

  it.each([
    [
      sepaCore.write(COLLECTIONS.plain),
      {
        messageType: 'pain.008.001.08',
        method: 'SEPA',
        account: STUDIO_IBAN,
        batches: [
          {
            id: 'BATCH-1',
            line: 13,
            executionOn: '2026-12-03',
            type: 'RCUR',
            debits: [{ line: 61, endToEndId: 'DEBIT-1', mandateReference: 'MANDATE-1', amount: 2990 }],
          },
        ],
      },
    ],
    [
      chDd.write(CH_DD_COLLECTIONS.plain),
      {
        messageType: 'pain.008.001.02.ch.03',
        method: 'CH_DD',
        account: POSTFINANCE_IBAN,
        batches: [
          {
            id: 'BATCH-1',
            line: 20,
            executionOn: '2026-12-03',
            type: null,
            debits: [{ line: 65, endToEndId: `${id}-1`, mandateReference: null, amount: 4990 }],
          },
        ],
      },
    ],
    [
      lsv.write(LSV_COLLECTIONS.twoDays),
      {
        method: 'LSV',
        account: SWISS_IBAN,
        batches: [
          { id: 'BATCH-0', executionOn: '2026-12-03', debits: [{ endToEndId: `${id}-1` }] },
          { id: 'BATCH-1', executionOn: '2026-12-04', debits: [{ endToEndId: `${id}-2` }] },
        ],
      },
    ],
  ])('states its method, account, batches and debits', async (file, expected) => {
    expect(await read(file)).toMatchObject({ kind: 'COLLECTION', messageId: 'FILE-1', line: 4, ...expected });
  });

  const swiss = lsv.write(LSV_COLLECTIONS.twoDays);
  it.each([
    [
      'another number',
      sepaCore.write(COLLECTIONS.plain),
      '<NbOfTxs>1',
      '<NbOfTxs>2',
      '<NbOfTxs> and <CtrlSum>',
    ],
    ['another sum in a Swiss file', swiss, '<CtrlSum>99.80', '<CtrlSum>99.90', '<NbOfTxs> and <CtrlSum>'],
    ['two methods', swiss, 'CHTA', 'CHDD', 'debits of one method'],
    ['another method', swiss, /CHTA/g, 'CHBB', '"CHBB"; allowed are SEPA, CHDD, CHTA'],
    ['two accounts', swiss, SWISS_IBAN, POSTFINANCE_IBAN, 'credit one account'],
    ['another type', sepaCore.write(COLLECTIONS.plain), 'RCUR', 'NONE', '<SeqTp> is "NONE"'],
  ])('is refused with %s', async (_, file, from, to, message) => {
    await expect(read(file.replace(from, to))).rejects.toThrow(message);
  });
});

describe('a file that is refused', () => {
  it.each<[string, Name, string | RegExp, string, number, string]>([
    ['truncated', 'received', /<GrpSts>[^]*/, '', 10, 'truncated or is not well-formed'],
    ['two documents', 'received', '</Document>', '</Document><Document/>', 13, 'Extra content'],
    ['a document type', 'received', '<Document', '<!DOCTYPE Document>\n<Document', 2, 'DOCTYPE'],
    ['an entity', 'received', 'FILE-1', '&file;', 6, "Entity 'file' not defined"],
    ['another encoding', 'received', 'encoding="UTF-8"', 'encoding="ISO-8859-1"', 1, 'ISO-8859-1'],
    ['another format', 'received', 'pain.002.001.10', 'camt.052.001.08', 2, 'camt.053.001.08, camt.054'],
    [
      "SIX's variant of another format",
      'refusedDebitSwiss',
      'pain.002.001.03',
      'pain.001.001.09',
      2,
      'not a file',
    ],
    ['another root', 'received', /Document/g, 'Other', 2, '<Other> in the namespace'],
    [
      'an element of another namespace',
      'received',
      '<GrpSts>',
      '<GrpSts xmlns="urn:x">',
      10,
      'not in the namespace',
    ],
    [
      'the body of another format',
      'received',
      'pain.002.001.10',
      'camt.053.001.08',
      2,
      'does not contain <BkToCstmrStmt>',
    ],

    ['no message id', 'received', '<MsgId>STATUS-1</MsgId>', '', 3, 'does not contain <GrpHdr/MsgId>'],
    ['an empty id', 'received', 'FILE-1', ' ', 6, '<OrgnlMsgId> is empty'],
    [
      'two ids',
      'received',
      '<GrpSts>',
      '<OrgnlMsgId>B</OrgnlMsgId><GrpSts>',
      10,
      'contains <OrgnlMsgId> twice',
    ],
    ['a report about transfers', 'received', 'pain.008.001.08', 'pain.001.001.09', 7, '"pain.001.001.09"'],
    ['an unknown status', 'received', 'ACTC', 'CANC', 5, '"CANC" is unknown; known are ACTC'],
    ['no status', 'received', '<GrpSts>ACTC</GrpSts>', '', 5, 'no status'],
    ['a number that is none', 'received', '>4<', '>four<', 8, '"four", which is not a whole number'],
    ['a sum with thousandths', 'received', '119.60', '119.601', 9, 'not an amount in EUR or CHF'],
    [
      'more refused than listed',
      'partlyRefused',
      '<DtldNbOfTxs>1',
      '<DtldNbOfTxs>2',
      15,
      '2 debits are said to have the status RJCT, but 1 are listed',
    ],
    [
      'refused debits that are not listed',
      'partlyRefused',
      /<TxInfAndSts>[^]*<.TxInfAndSts>/,
      '',
      15,
      'but 0 are listed',
    ],
    [
      'a sum of other debits',
      'partlyRefused',
      '29.9<',
      '30.9<',
      15,
      'do not add up to the sum <DtldCtrlSum>',
    ],
    [
      'more debits than the batch had',
      'partlyRefused',
      '<OrgnlNbOfTxs>3',
      '<OrgnlNbOfTxs>1',
      11,
      'than the 1 that were',
    ],
    [
      'more debits than the file had',
      'partlyRefused',
      '<OrgnlNbOfTxs>4',
      '<OrgnlNbOfTxs>1',
      5,
      'than the 1 that were',
    ],
    ['a debit without a status', 'partlyRefused', '<TxSts>RJCT</TxSts>', '', 17, 'The debit has no status'],
    [
      'an accepted debit in a refused batch',
      'partlyRefused',
      '<PmtInfSts>PART',
      '<PmtInfSts>RJCT',
      26,
      'accepted, but its batch is refused',
    ],
    ['dollars', 'partlyRefused', 'Ccy="EUR"', 'Ccy="USD"', 22, 'is in USD; debits are in EUR or CHF'],
    ['a new account with wrong check digits', 'partlyRefused', 'FR14', 'FR15', 36, 'check digits'],

    ['no statement', 'statement08', /<Stmt>[^]*<.Stmt>/, '', 3, 'does not contain <Stmt>'],
    ['no account', 'statement08', /<Acct>.*<.Acct>/, '', 5, 'does not contain <Acct/Id/IBAN>'],
    [
      'an account with wrong check digits',
      'statement08',
      STUDIO_IBAN,
      STUDIO_IBAN.replace('89', '98'),
      7,
      'check digits',
    ],
    [
      'an entry less',
      'statement08',
      '<NbOfNtries>5',
      '<NbOfNtries>6',
      17,
      '<TtlNtries> counts 6 entries, but there are 5',
    ],
    ['another sum', 'statement08', '1415.90', '1415.91', 17, 'do not add up to the sum of <TtlNtries>'],
    ['another sum of debits', 'statement08', '1265.50', '1265.49', 19, '<TtlDbtNtries>'],
    ['another sum of credits', 'statement08', '150.40', '150.39', 18, '<TtlCdtNtries>'],
    ['another balance', 'statement08', '85.20', '85.21', 12, 'closing balance'],
    [
      'another sign of the balance',
      'statement08',
      '85.20</Amt><CdtDbtInd>DBIT',
      '85.20</Amt><CdtDbtInd>CRDT',
      12,
      'closing balance',
    ],
    [
      'a batch of another sum',
      'statement08',
      '<TtlAmt Ccy="EUR">89.70',
      '<TtlAmt Ccy="EUR">89.71',
      22,
      'do not add up to the amount of the entry',
    ],
    [
      'no direction',
      'statement08',
      '<CdtDbtInd>CRDT</CdtDbtInd>\n',
      '<CdtDbtInd>CREDIT</CdtDbtInd>\n',
      23,
      'allowed are CRDT and DBIT',
    ],
    ['no entry status', 'statement08', '<Sts><Cd>BOOK</Cd></Sts>', '', 21, 'does not contain <Sts>'],
    ['no date', 'statement08', '<BookgDt><Dt>2026-12-03</Dt></BookgDt>', '', 21, 'does not contain <ValDt>'],
    [
      'a date that does not exist',
      'statement08',
      '<BookgDt><Dt>2026-12-03',
      '<BookgDt><Dt>2026-02-30',
      25,
      '"2026-02-30", which is not a date',
    ],
    ['a negative amount', 'statement08', '>89.70<', '>-89.70<', 22, '"-89.70", which is not an amount'],
    ['an amount without a currency', 'statement08', '<Amt Ccy="EUR">89.70', '<Amt>89.70', 22, 'no currency'],
    [
      'an amount in another currency',
      'statement08',
      '<Amt Ccy="EUR">89.70',
      '<Amt Ccy="CHF">89.70',
      22,
      'in CHF, but the account in EUR',
    ],
    [
      'a transaction less',
      'notification08',
      '<NbOfTxs>2',
      '<NbOfTxs>3',
      15,
      'The batch has 3 transactions, but 2 are listed',
    ],
    [
      'transactions of another sum',
      'notification08',
      '<TtlAmt Ccy="EUR">59.80',
      '<TtlAmt Ccy="EUR">59.90',
      15,
      '<TtlAmt>',
    ],
    [
      'an entry of another sum',
      'notification08',
      '<Amt Ccy="EUR">59.80',
      '<Amt Ccy="EUR">69.80',
      9,
      'amount of the entry',
    ],
    ['other charges than stated', 'statement02', '>3.00', '>3.10', 35, 'amount of the entry'],
  ])('%s', async (_, name, from, to, line, message) => {
    const text = RESPONSES[name].replace(from, to);
    expect(text).not.toBe(RESPONSES[name]);
    const error: unknown = await read(text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BankFileError);
    expect(error).toMatchObject({ line });
    expect(String(error)).toContain(message);
    expect(String(error)).toContain(`Line ${line}: `);
  });

  it('bytes that are not UTF-8', async () => {
    const [before, after] = RESPONSES.received.split('STATUS-1');
    const content = Buffer.concat([Buffer.from(before ?? ''), Buffer.of(0xfc), Buffer.from(after ?? '')]);
    await expect(readIso20022(content)).rejects.toMatchObject({ line: 4, message: /not UTF-8/ });
  });

  it.each(['', ' \n'])('nothing: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ message: 'The file is empty.', line: null });
  });

  it('more than 50 MB', async () => {
    await expect(readIso20022(new Uint8Array(51 * 1024 * 1024))).rejects.toThrow(/has 53477376 bytes/);
  });
});

describe('a file with unusual form', () => {
  it('a byte order mark, comments, prefixes, CDATA and supplementary data', async () => {
    const text = RESPONSES.received
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1p:')
      .replace('xmlns=', 'xmlns:p=')
      .replace('FILE-1', '<![CDATA[FILE-1\n]]><!-- <OrgnlMsgId>\n -->')
      .replace(
        '</p:CstmrPmtStsRpt>',
        '<p:SplmtryData><p:Envlp><x xmlns="urn:x"/></p:Envlp></p:SplmtryData></p:CstmrPmtStsRpt>',
      );
    expect(await read(`\u{feff}${text}`)).toMatchObject({ original: { messageId: 'FILE-1', line: 5 } });
  });

  it('more lines than the parser counts', async () => {
    const text = RESPONSES.received.replace(
      '<OrgnlGrpInfAndSts>',
      `${'\n'.repeat(70_000)}<OrgnlGrpInfAndSts>`,
    );
    expect(await read(text)).toMatchObject({ original: { line: 70_005 } });
  });
});

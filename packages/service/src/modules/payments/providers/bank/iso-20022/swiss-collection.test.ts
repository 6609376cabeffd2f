import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../collection.js';
import { readXml, type XmlElement } from '../xml.js';
import {
  batch,
  CH_DD_COLLECTIONS,
  LSV_COLLECTIONS,
  POSTFINANCE_IBAN,
  SWISS_CREDITOR,
  swissCollection,
  swissDebit,
  ZKB_IBAN,
} from './collections.fixture.js';
import { chDd, lsv } from './swiss-collection.js';

const CH_DD_FILE = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="http://www.six-interbank-clearing.com/de/pain.008.001.02.ch.03.xsd">
  <CstmrDrctDbtInitn>
    <GrpHdr>
      <MsgId>FILE-1</MsgId>
      <CreDtTm>2026-11-30T08:30:15Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>49.90</CtrlSum>
      <InitgPty>
        <Nm>Studio Süd AG</Nm>
        <Id>
          <OrgId>
            <Othr>
              <Id>41100000000123456</Id>
            </Othr>
          </OrgId>
        </Id>
      </InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>BATCH-1</PmtInfId>
      <PmtMtd>DD</PmtMtd>
      <PmtTpInf>
        <SvcLvl>
          <Prtry>CHDD</Prtry>
        </SvcLvl>
        <LclInstrm>
          <Prtry>DDCOR1</Prtry>
        </LclInstrm>
      </PmtTpInf>
      <ReqdColltnDt>2026-12-03</ReqdColltnDt>
      <Cdtr>
        <Nm>Studio Süd AG</Nm>
        <PstlAdr>
          <StrtNm>Bahnhofstrasse 1</StrtNm>
          <PstCd>8001</PstCd>
          <TwnNm>Zürich</TwnNm>
          <Ctry>CH</Ctry>
        </PstlAdr>
      </Cdtr>
      <CdtrAcct>
        <Id>
          <IBAN>CH3009000000870123459</IBAN>
        </Id>
      </CdtrAcct>
      <CdtrAgt>
        <FinInstnId>
          <ClrSysMmbId>
            <MmbId>09000</MmbId>
          </ClrSysMmbId>
        </FinInstnId>
      </CdtrAgt>
      <CdtrSchmeId>
        <Id>
          <PrvtId>
            <Othr>
              <Id>41100000000123456</Id>
              <SchmeNm>
                <Prtry>CHDD</Prtry>
              </SchmeNm>
            </Othr>
          </PrvtId>
        </Id>
      </CdtrSchmeId>
      <DrctDbtTxInf>
        <PmtId>
          <InstrId>0192f3a45b6c7d8e9fa0b1c2d3e4f506-1</InstrId>
          <EndToEndId>0192f3a45b6c7d8e9fa0b1c2d3e4f506-1</EndToEndId>
        </PmtId>
        <InstdAmt Ccy="CHF">49.90</InstdAmt>
        <DbtrAgt>
          <FinInstnId>
            <ClrSysMmbId>
              <MmbId>09000</MmbId>
            </ClrSysMmbId>
          </FinInstnId>
        </DbtrAgt>
        <Dbtr>
          <Nm>Zoé Müller</Nm>
          <PstlAdr>
            <StrtNm>Rue du Lac 7</StrtNm>
            <PstCd>1201</PstCd>
            <TwnNm>Genève</TwnNm>
            <Ctry>CH</Ctry>
          </PstlAdr>
        </Dbtr>
        <DbtrAcct>
          <Id>
            <IBAN>CH6309000000250097798</IBAN>
          </Id>
        </DbtrAcct>
        <RmtInf>
          <Ustrd>Mitgliedschaft März 2026</Ustrd>
        </RmtInf>
      </DrctDbtTxInf>
    </PmtInf>
  </CstmrDrctDbtInitn>
</Document>
`;

/** Contains every element that is written. */
const LSV_FILE = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="http://www.six-interbank-clearing.com/de/pain.008.001.02.ch.03.xsd">
  <CstmrDrctDbtInitn>
    <GrpHdr>
      <MsgId>FILE-1</MsgId>
      <CreDtTm>2026-11-30T08:30:15Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>49.90</CtrlSum>
      <InitgPty>
        <Nm>Studio Süd AG</Nm>
        <Id>
          <OrgId>
            <Othr>
              <Id>ABC1W</Id>
            </Othr>
          </OrgId>
        </Id>
      </InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>BATCH-1</PmtInfId>
      <PmtMtd>DD</PmtMtd>
      <PmtTpInf>
        <SvcLvl>
          <Prtry>CHTA</Prtry>
        </SvcLvl>
        <LclInstrm>
          <Prtry>LSV+</Prtry>
        </LclInstrm>
      </PmtTpInf>
      <ReqdColltnDt>2026-12-03</ReqdColltnDt>
      <Cdtr>
        <Nm>Studio Süd AG</Nm>
        <PstlAdr>
          <StrtNm>Bahnhofstrasse 1</StrtNm>
          <PstCd>8001</PstCd>
          <TwnNm>Zürich</TwnNm>
          <Ctry>CH</Ctry>
        </PstlAdr>
      </Cdtr>
      <CdtrAcct>
        <Id>
          <IBAN>CH3900700115201849173</IBAN>
        </Id>
      </CdtrAcct>
      <CdtrAgt>
        <FinInstnId>
          <ClrSysMmbId>
            <MmbId>00700</MmbId>
          </ClrSysMmbId>
          <Othr>
            <Id>010123456</Id>
          </Othr>
        </FinInstnId>
      </CdtrAgt>
      <CdtrSchmeId>
        <Id>
          <PrvtId>
            <Othr>
              <Id>ABC1W</Id>
              <SchmeNm>
                <Prtry>CHLS</Prtry>
              </SchmeNm>
            </Othr>
          </PrvtId>
        </Id>
      </CdtrSchmeId>
      <DrctDbtTxInf>
        <PmtId>
          <InstrId>0192f3a45b6c7d8e9fa0b1c2d3e4f506-1</InstrId>
          <EndToEndId>0192f3a45b6c7d8e9fa0b1c2d3e4f506-1</EndToEndId>
        </PmtId>
        <InstdAmt Ccy="CHF">49.90</InstdAmt>
        <DbtrAgt>
          <FinInstnId>
            <ClrSysMmbId>
              <MmbId>00762</MmbId>
            </ClrSysMmbId>
          </FinInstnId>
        </DbtrAgt>
        <Dbtr>
          <Nm>Sükrü Çaglar-Angström &amp; Söhne</Nm>
          <PstlAdr>
            <StrtNm>Chemin de la Forêt 12, Bâtiment ((Été))</StrtNm>
            <PstCd>2000</PstCd>
            <TwnNm>Neuchâtel</TwnNm>
            <Ctry>CH</Ctry>
          </PstlAdr>
        </Dbtr>
        <DbtrAcct>
          <Id>
            <IBAN>CH9300762011623852957</IBAN>
          </Id>
        </DbtrAcct>
        <RmtInf>
          <Ustrd>Ñandú, Lódz; &quot;Privet&quot; &lt;50 %&gt; = £ 3 / ÷</Ustrd>
          <Strd>
            <CdtrRefInf>
              <Tp>
                <CdOrPrtry>
                  <Prtry>ESR</Prtry>
                </CdOrPrtry>
              </Tp>
              <Ref>000001469933929217316369613</Ref>
            </CdtrRefInf>
          </Strd>
        </RmtInf>
      </DrctDbtTxInf>
    </PmtInf>
  </CstmrDrctDbtInitn>
</Document>
`;

it('writes every element: CH-DD', () => {
  expect(chDd.write(CH_DD_COLLECTIONS.plain)).toBe(CH_DD_FILE);
});

it('writes every element: LSV+', () => {
  expect(lsv.write(LSV_COLLECTIONS.everyElement)).toBe(LSV_FILE);
});

/**
 * Children of each element in SIX's schema pain.008.001.02.ch.03, in its order: "?" marks what may be missing, "+" what
 * may be repeated. An element whose content depends on where it is has its parent before it.
 */
const SIX: Readonly<Record<string, string>> = {
  '/Document': 'CstmrDrctDbtInitn',
  CstmrDrctDbtInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum? InitgPty',
  InitgPty: 'Nm? Id CtctDtls?',
  'InitgPty/Id': 'OrgId',
  OrgId: 'Othr',
  'OrgId/Othr': 'Id',
  PmtInf: 'PmtInfId PmtMtd PmtTpInf ReqdColltnDt Cdtr CdtrAcct CdtrAgt UltmtCdtr? CdtrSchmeId DrctDbtTxInf+',
  PmtTpInf: 'SvcLvl LclInstrm CtgyPurp?',
  SvcLvl: 'Prtry',
  LclInstrm: 'Prtry',
  Cdtr: 'Nm PstlAdr?',
  PstlAdr: 'StrtNm? PstCd? TwnNm? Ctry? AdrLine?',
  CdtrAcct: 'Id',
  'CdtrAcct/Id': 'IBAN',
  CdtrAgt: 'FinInstnId',
  FinInstnId: 'ClrSysMmbId Othr?',
  'FinInstnId/Othr': 'Id',
  ClrSysMmbId: 'MmbId',
  CdtrSchmeId: 'Id',
  'CdtrSchmeId/Id': 'PrvtId',
  PrvtId: 'Othr',
  'PrvtId/Othr': 'Id SchmeNm',
  SchmeNm: 'Prtry',
  DrctDbtTxInf: 'PmtId InstdAmt UltmtCdtr? DbtrAgt Dbtr DbtrAcct UltmtDbtr? RmtInf?',
  PmtId: 'InstrId EndToEndId',
  DbtrAgt: 'FinInstnId',
  Dbtr: 'Nm PstlAdr?',
  DbtrAcct: 'Id',
  'DbtrAcct/Id': 'IBAN',
  RmtInf: 'Ustrd? Strd?',
  Strd: 'CdtrRefInf',
  CdtrRefInf: 'Tp Ref',
  Tp: 'CdOrPrtry',
  CdOrPrtry: 'Prtry',
};

const reference = /^[A-Za-z0-9+?/\-:().,' ]{1,35}$/;
const text = (length: number): RegExp =>
  new RegExp(
    `^([a-zA-Z0-9.,;:'+\\-/()?*[\\]{}\\\\\`´~ ]|[!"#%&<>÷=@_$£]|[àáâäçèéêëìíîïñòóôöùúûüýßÀÁÂÄÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜÑ]){1,${length}}$`,
  );

/** Contents of the elements without children. */
const SIX_TEXTS: Readonly<Record<string, RegExp>> = {
  MsgId: reference,
  PmtInfId: reference,
  InstrId: reference,
  EndToEndId: reference,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^\d{1,16}\.\d\d$/,
  PmtMtd: /^DD$/,
  ReqdColltnDt: /^\d{4}-\d\d-\d\d$/,
  Nm: text(140),
  StrtNm: text(70),
  PstCd: text(16),
  TwnNm: text(35),
  Ctry: /^[A-Z]{2}$/,
  IBAN: /^[A-Z]{2}\d\d[a-zA-Z0-9]{1,30}$/,
  MmbId: /^.{1,35}$/,
  Id: text(35),
  Prtry: /^.{1,35}$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  Ustrd: text(140),
  Ref: text(35),
};

/** Lists what of an element and its content SIX's schema does not allow. */
function faultsOf(element: XmlElement, parent = ''): readonly string[] {
  const { name, children } = element;
  const path = `${parent}/${name}`;
  const content = SIX[path] ?? SIX[name];
  if (content === undefined) {
    return SIX_TEXTS[name]?.test(element.text) && children.length === 0 ? [] : [`${path}: ${element.text}`];
  }
  const pattern = content.replaceAll(/(\w+)([?+]?) ?/g, '($1 )$2');
  const names = children.map((child) => `${child.name} `).join('');
  return [
    ...(new RegExp(`^${pattern}$`).test(names) ? [] : [`${path}: ${names}`]),
    ...children.flatMap((child) => faultsOf(child, name)),
  ];
}

describe("SIX's schema", () => {
  it.each([
    ...Object.values(CH_DD_COLLECTIONS).map((each) => chDd.write(each)),
    ...Object.values(LSV_COLLECTIONS).map((each) => lsv.write(each)),
  ])('allows the elements of a file, and all that it requires are there', async (file) => {
    const { namespace, root } = await readXml(Buffer.from(file));
    expect(namespace).toBe('http://www.six-interbank-clearing.com/de/pain.008.001.02.ch.03.xsd');
    expect(faultsOf(root)).toEqual([]);
  });

  it.each([
    ['an element that it lacks', '<PmtMtd>', '<BtchBookg>true</BtchBookg><PmtMtd>'],
    ['another order', /(<PmtInfId>.*)(<PmtMtd>.*<.PmtMtd>)/s, '$2$1'],
    ['a missing element', '<PmtMtd>DD</PmtMtd>', ''],
    ['a sign that it lacks', 'Zoé', 'Zoė'],
  ])('would not allow %s', async (_, from, to) => {
    const { root } = await readXml(Buffer.from(CH_DD_FILE.replace(from, to)));
    expect(faultsOf(root)).not.toEqual([]);
  });
});

const textsOf = (file: string, name: string): readonly string[] =>
  Array.from(file.matchAll(new RegExp(`<${name}[^>]*>([^<]*)<`, 'g')), ([, content = '']) => content);

it('writes one batch for each day, and the IPI reference of each debit', () => {
  const file = lsv.write(LSV_COLLECTIONS.twoDays);
  expect(textsOf(file, 'ReqdColltnDt')).toEqual(['2026-12-03', '2026-12-04']);
  expect(textsOf(file, 'NbOfTxs')).toEqual(['2']);
  expect(textsOf(file, 'Prtry').filter((each) => each === 'IPI')).toHaveLength(2);
  expect(textsOf(file, 'Ref')).toEqual(['1200000V0SBT0BTIFI01', '0900000V0SBT0BTIFI02']);
  expect(file).not.toContain('<Ustrd>');
});

it('leaves out what is not known', () => {
  expect(chDd.write(CH_DD_COLLECTIONS.withoutText)).not.toContain('<RmtInf>');
});

it.each([
  ['Chemin de la Forêt 12', undefined, 'Chemin de la Forêt 12'],
  ['Chemin 12', 'Bâtiment A', 'Chemin 12, Bâtiment A'],
  ['A'.repeat(60), 'B'.repeat(20), `${'A'.repeat(60)}, ${'B'.repeat(8)}`],
  ['A'.repeat(80), 'B', 'A'.repeat(70)],
])('writes the lines %s and %s of an address as the street %s', (line1, line2, street) => {
  const address = {
    line1,
    ...(line2 !== undefined && { line2 }),
    city: 'Genève',
    postalCode: '1201',
    country: 'CH',
  };
  const debits = [swissDebit('LSV', { payer: { address } })];
  const file = lsv.write(swissCollection('LSV', { batches: [batch({ type: null, debits })] }));
  expect(textsOf(file, 'StrtNm')).toEqual(['Bahnhofstrasse 1', street]);
});

it('states the number and sum that the debits have', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 99_999_999_999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 5 }), (batches) => {
      const file = lsv.write(
        swissCollection('LSV', {
          batches: batches.map((each, at) =>
            batch({
              id: `BATCH-${at}`,
              type: null,
              debits: each.map((amount, nth) =>
                swissDebit('LSV', { endToEndId: `${at}${String(nth).padStart(31, '0')}-1`, amount }),
              ),
            }),
          ),
        }),
      );
      const rappen = (content: string): bigint => BigInt(content.replace('.', ''));
      const all = batches.flat();
      expect(textsOf(file, 'InstdAmt').map(rappen)).toEqual(all.map(BigInt));
      expect(textsOf(file, 'CtrlSum').map(rappen)).toEqual([
        all.reduce((sum, each) => sum + BigInt(each), 0n),
      ]);
      expect(textsOf(file, 'NbOfTxs')).toEqual([String(all.length)]);
    }),
  );
});

describe('what a bank would refuse', () => {
  const address = { line1: 'Seestrasse 1', city: 'Zürich', postalCode: '8001', country: 'CH' };

  it.each<[string, Parameters<typeof swissDebit>[1], RegExp]>([
    ['an amount of 0', { amount: 0 }, /has the amount 0; allowed are 1 to/],
    ['a billion francs', { amount: 100_000_000_000 }, /amount 100000000000/],
    ['a long id', { endToEndId: 'D'.repeat(36) }, /"D{36}" \(debit\) is not valid/],
    ['no account', { payer: { iban: '' } }, /IBAN that LSV cannot debit/],
    ['a German account', { payer: { iban: 'DE02120300000000202051' } }, /IBAN that LSV cannot debit/],
    ['wrong check digits', { payer: { iban: 'CH9400762011623852957' } }, /IBAN that LSV cannot debit/],
    ['an account of the other method', { payer: { iban: POSTFINANCE_IBAN } }, /IBAN that LSV cannot debit/],
    ['a QR-IBAN', { payer: { iban: 'CH7730000001250094239' } }, /IBAN that LSV cannot debit/],
    ['a payer without a name', { payer: { accountHolder: ' ' } }, /The payer of debit .* has no name/],
    ['an address without a town', { payer: { address: { ...address, city: '' } } }, /without a town/],
  ])('in a debit: %s', (_, values, message) => {
    const debit = swissDebit('LSV', values);
    const of = swissCollection('LSV', { batches: [batch({ type: null, debits: [debit] })] });
    expect(lsv.faultOf(debit, of)).toMatch(message);
    expect(() => lsv.write(of)).toThrow(message);
  });

  it('a debit without an address', () => {
    const { address: _, ...payer } = swissDebit('LSV').payer;
    const debit = { ...swissDebit('LSV'), payer };
    expect(lsv.faultOf(debit, swissCollection('LSV'))).toMatch(/needs the payer's address/);
  });

  it('no debit that can be collected', () => {
    expect(lsv.faultOf(swissDebit('LSV'), swissCollection('LSV'))).toBeNull();
    expect(chDd.faultOf(swissDebit('CH_DD'), swissCollection('CH_DD'))).toBeNull();
  });

  it.each<[string, Partial<Collection<'LSV'>>, RegExp]>([
    ['another currency', { currency: 'EUR' }, /currency is EUR; LSV collects CHF/],
    ['no batches', { batches: [] }, /has no batches/],
    ['a batch without debits', { batches: [batch({ debits: [] })] }, /Batch BATCH-1 has no debits/],
    [
      'a debit twice',
      { batches: [batch({ debits: [swissDebit('LSV'), swissDebit('LSV')] })] },
      /is used twice/,
    ],
    [
      'a day on which Swiss banks do not settle',
      { batches: [batch({ executionOn: '2027-01-02', debits: [swissDebit('LSV')] })] },
      /2027-01-02, on which banks do not settle/,
    ],
    ['a long message id', { messageId: 'F'.repeat(36) }, /\(message\)/],
    ['a creditor without a name', { creditor: { ...SWISS_CREDITOR, name: '' } }, /creditor has no name/],
    [
      'no LSV-IDENT',
      { creditor: { name: 'Studio', address } },
      /The creditor has no LSV-IDENT; studio set --creditor adds it/,
    ],
    [
      'an account at PostFinance',
      { bank: { iban: POSTFINANCE_IBAN, cutOff: '10:00' } },
      /other than PostFinance/,
    ],
    ['a QR-IBAN', { bank: { iban: 'CH7730000001250094239', cutOff: '10:00' } }, /and no QR-IBAN/],
  ])('in a collection of LSV+: %s', (_, values, message) => {
    expect(() => lsv.write(swissCollection('LSV', values))).toThrow(message);
  });

  it.each<[string, Partial<Collection<'CH_DD'>>, RegExp]>([
    ['another currency', { currency: 'EUR' }, /currency is EUR; CH_DD collects CHF/],
    [
      'no RS-PID',
      { creditor: { name: 'Studio', address } },
      /The creditor has no RS-PID; studio set --creditor/,
    ],
    [
      'an account at another bank',
      { bank: { iban: ZKB_IBAN, cutOff: '10:00' } },
      /an account at PostFinance/,
    ],
    [
      "a payer's account at another bank",
      { batches: [batch({ debits: [swissDebit('LSV')] })] },
      /IBAN that CH_DD cannot debit/,
    ],
  ])('in a collection of CH-DD: %s', (_, values, message) => {
    expect(() => chDd.write(swissCollection('CH_DD', values))).toThrow(message);
  });

  it('is named without personal data', () => {
    const payer = { accountHolder: 'Mara Muster', iban: 'CH9400762011623852957' };
    expect(lsv.faultOf(swissDebit('LSV', { payer }), swissCollection('LSV'))).not.toMatch(/Mara|CH94|Genève/);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../collection.js';
import { BANK, batch, collection, COLLECTIONS, CREDITOR, debit } from './collections.fixture.js';
import { sepaCore } from './sepa-collection.js';

/**
 * Contains every element that is written. The step "bank files" of the longer tests validates the same file with the
 * official schema, so this text is the order that the schema prescribes.
 */
const EVERY_ELEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08">
  <CstmrDrctDbtInitn>
    <GrpHdr>
      <MsgId>FILE-1</MsgId>
      <CreDtTm>2026-11-30T08:30:15Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>29.90</CtrlSum>
      <InitgPty>
        <Nm>Studio Nord GmbH</Nm>
      </InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>BATCH-1</PmtInfId>
      <PmtMtd>DD</PmtMtd>
      <BtchBookg>true</BtchBookg>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>29.90</CtrlSum>
      <PmtTpInf>
        <SvcLvl>
          <Cd>SEPA</Cd>
        </SvcLvl>
        <LclInstrm>
          <Cd>CORE</Cd>
        </LclInstrm>
        <SeqTp>RCUR</SeqTp>
      </PmtTpInf>
      <ReqdColltnDt>2026-12-03</ReqdColltnDt>
      <Cdtr>
        <Nm>Studio Nord GmbH</Nm>
        <PstlAdr>
          <StrtNm>Hafenstrasse 1</StrtNm>
          <PstCd>20095</PstCd>
          <TwnNm>Hamburg</TwnNm>
          <Ctry>DE</Ctry>
        </PstlAdr>
      </Cdtr>
      <CdtrAcct>
        <Id>
          <IBAN>DE89370400440532013000</IBAN>
        </Id>
      </CdtrAcct>
      <CdtrAgt>
        <FinInstnId>
          <BICFI>COBADEFFXXX</BICFI>
        </FinInstnId>
      </CdtrAgt>
      <ChrgBr>SLEV</ChrgBr>
      <CdtrSchmeId>
        <Id>
          <PrvtId>
            <Othr>
              <Id>DE98ZZZ09999999999</Id>
              <SchmeNm>
                <Prtry>SEPA</Prtry>
              </SchmeNm>
            </Othr>
          </PrvtId>
        </Id>
      </CdtrSchmeId>
      <DrctDbtTxInf>
        <PmtId>
          <EndToEndId>DEBIT-1</EndToEndId>
        </PmtId>
        <InstdAmt Ccy="EUR">29.90</InstdAmt>
        <DrctDbtTx>
          <MndtRltdInf>
            <MndtId>MANDATE-1</MndtId>
            <DtOfSgntr>2026-01-15</DtOfSgntr>
            <AmdmntInd>true</AmdmntInd>
            <AmdmntInfDtls>
              <OrgnlDbtrAcct>
                <Id>
                  <Othr>
                    <Id>SMNDA</Id>
                  </Othr>
                </Id>
              </OrgnlDbtrAcct>
            </AmdmntInfDtls>
          </MndtRltdInf>
        </DrctDbtTx>
        <DbtrAgt>
          <FinInstnId>
            <Othr>
              <Id>NOTPROVIDED</Id>
            </Othr>
          </FinInstnId>
        </DbtrAgt>
        <Dbtr>
          <Nm>Zoe Angstrom + Sohne</Nm>
          <PstlAdr>
            <StrtNm>12 Queen's Road</StrtNm>
            <PstCd>SW1A 1AA</PstCd>
            <TwnNm>London</TwnNm>
            <CtrySubDvsn>Greater London</CtrySubDvsn>
            <Ctry>GB</Ctry>
            <AdrLine>Flat 3</AdrLine>
          </PstlAdr>
        </Dbtr>
        <DbtrAcct>
          <Id>
            <IBAN>GB33BUKB20201555555555</IBAN>
          </Id>
        </DbtrAcct>
        <RmtInf>
          <Ustrd>Membership December 2026</Ustrd>
        </RmtInf>
      </DrctDbtTxInf>
    </PmtInf>
  </CstmrDrctDbtInitn>
</Document>
`;

const textsOf = (file: string, name: string): readonly string[] =>
  Array.from(file.matchAll(new RegExp(`<${name}[^>]*>([^<]*)<`, 'g')), ([, text = '']) => text);

it('writes every element in the order of the schema', () => {
  expect(sepaCore.write(COLLECTIONS.everyElement)).toBe(EVERY_ELEMENT);
});

it('leaves out what is not known', () => {
  const file = sepaCore.write(COLLECTIONS.withoutBicAndText);
  expect(textsOf(file, 'BICFI')).toEqual([]);
  expect(file).not.toMatch(/<(RmtInf|AmdmntInd|AdrLine|CtrySubDvsn)/);
  // One is the creditor's bank, the other the payer's.
  expect(file.match(/NOTPROVIDED/g)).toHaveLength(2);
});

it('writes one batch for each execution date and sequence type', () => {
  const file = sepaCore.write(COLLECTIONS.everySequenceType);
  expect(textsOf(file, 'SeqTp')).toEqual(['FRST', 'RCUR', 'OOFF', 'FNAL']);
  expect(textsOf(file, 'NbOfTxs')).toEqual(['4', '1', '1', '1', '1']);
});

it('states numbers and sums that the debits have', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 99_999_999_999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 5 }), (batches) => {
      const file = sepaCore.write(
        collection({
          batches: batches.map((each, at) =>
            batch({
              id: `BATCH-${at}`,
              debits: each.map((amount, nth) => debit({ endToEndId: `DEBIT-${at}-${nth}`, amount })),
            }),
          ),
        }),
      );
      const cents = (text: string): bigint => BigInt(text.replace('.', ''));
      const sum = (numbers: readonly number[]): bigint =>
        numbers.reduce((all, each) => all + BigInt(each), 0n);
      expect(textsOf(file, 'InstdAmt').map(cents)).toEqual(batches.flat().map(BigInt));
      expect(textsOf(file, 'CtrlSum').map(cents)).toEqual([sum(batches.flat()), ...batches.map(sum)]);
      expect(textsOf(file, 'NbOfTxs')).toEqual(
        [batches.flat().length, ...batches.map((each) => each.length)].map(String),
      );
      expect(textsOf(file, 'InstdAmt').every((text) => /^\d{1,9}\.\d\d$/.test(text))).toBe(true);
    }),
  );
});

describe('what a bank would refuse', () => {
  const withDebit = (values: Parameters<typeof debit>[0]): Collection<'SEPA'> =>
    collection({ batches: [batch({ debits: [debit(values)] })] });
  const address = { line1: 'Hafenstr. 1', city: 'Hamburg', postalCode: '20095', country: 'DE' };

  it.each<[string, Collection<'SEPA'>, RegExp]>([
    ['no batches', collection({ batches: [] }), /has no batches/],
    [
      'a batch without debits',
      collection({ batches: [batch({ debits: [] })] }),
      /Batch BATCH-1 has no debits/,
    ],
    ['another currency', collection({ currency: 'CHF' }), /currency is CHF; SEPA collects EUR/],
    ['an amount of 0', withDebit({ amount: 0 }), /Debit DEBIT-1 has the amount 0; allowed are 1 to/],
    ['an amount with a fraction', withDebit({ amount: 0.5 }), /amount 0.5/],
    ['a billion euros', withDebit({ amount: 100_000_000_000 }), /amount 100000000000/],
    ['a long message id', collection({ messageId: 'F'.repeat(36) }), /"F{36}" \(message\) is not valid/],
    ['a long batch id', collection({ batches: [batch({ id: 'B'.repeat(36) })] }), /\(batch\)/],
    ['an id that begins with a slash', withDebit({ endToEndId: '/1' }), /"\/1" \(debit\)/],
    [
      'a reference with two slashes',
      withDebit({ mandate: { reference: 'A//1' } }),
      /\(mandate of debit DEBIT-1\)/,
    ],
    [
      'a batch twice',
      collection({ batches: [batch(), batch({ debits: [debit({ endToEndId: '2' })] })] }),
      /"BATCH-1" is used twice/,
    ],
    [
      'a debit twice',
      collection({ batches: [batch({ debits: [debit(), debit()] })] }),
      /"DEBIT-1" is used twice/,
    ],
    [
      'a day on which banks do not settle',
      collection({ batches: [batch({ executionOn: '2026-12-25' })] }),
      /2026-12-25, on which banks do not settle/,
    ],
    [
      'a wrong account of the creditor',
      collection({ bank: { ...BANK, iban: 'DE88370400440532013000' } }),
      /creditor's IBAN/,
    ],
    [
      'a wrong creditor identifier',
      collection({ creditor: { ...CREDITOR, creditorIdentifier: 'DE97ZZZ09999999999' } }),
      /DE97ZZZ09999999999 is not valid/,
    ],
    [
      'no creditor identifier',
      collection({ creditor: { name: CREDITOR.name, address: CREDITOR.address } }),
      /no creditor identifier; studio set --creditor adds it/,
    ],
    ['a wrong BIC', collection({ bank: { ...BANK, bic: 'COBA' } }), /BIC COBA is not valid/],
    [
      'a creditor without a name',
      collection({ creditor: { ...CREDITOR, name: ' ' } }),
      /The creditor has no name/,
    ],
    [
      'a payer without a name',
      withDebit({ payer: { accountHolder: '\u200b' } }),
      /payer of debit DEBIT-1 has no name/,
    ],
    [
      'an unstructured address',
      withDebit({ payer: { address: { ...address, city: '' } } }),
      /without a town or a country/,
    ],
    ['no account', withDebit({ payer: { iban: '' } }), /IBAN that SEPA cannot debit/],
    [
      'an account outside of SEPA',
      withDebit({ payer: { iban: 'TR330006100519786457841326' } }),
      /IBAN that SEPA cannot debit/,
    ],
    [
      'a British account without an address',
      withDebit({ payer: { iban: 'GB33BUKB20201555555555' } }),
      /needs the payer's address/,
    ],
  ])('%s', (_, refused, message) => {
    expect(() => sepaCore.write(refused)).toThrow(message);
  });

  it('is named without personal data', () => {
    const payer = { accountHolder: 'Mara Muster', iban: 'DE02120300000000202052' };
    expect(() => sepaCore.write(withDebit({ payer }))).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Mara|DE02/) as string }),
    );
  });

  it('in a debit', () => {
    const of = collection();
    expect(sepaCore.faultOf(debit(), of)).toBeNull();
    expect(sepaCore.faultOf(debit({ amount: 0 }), of)).toMatch(/has the amount 0/);
  });
});

it.each([
  ['ONE_OFF', true, true, 'OOFF'],
  ['ONE_OFF', false, false, 'OOFF'],
  ['RECURRENT', true, true, 'FRST'],
  ['RECURRENT', true, false, 'FRST'],
  ['RECURRENT', false, true, 'FNAL'],
  ['RECURRENT', false, false, 'RCUR'],
] as const)('a debit of a mandate %s, first %s, last %s, is %s', (paymentType, isFirst, isLast, type) => {
  expect(sepaCore.batchType({ paymentType }, { isFirst, isLast }, {}, BANK)).toBe(type);
});

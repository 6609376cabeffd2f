/** What a test changes in a debit. */
export interface TestDebit {
  readonly id?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly mandate?: string;
  readonly amendment?: string;
  readonly iban?: string;
  readonly address?: string;
  readonly text?: string;
}

interface TestBatch {
  readonly id?: string;
  readonly isBooked?: boolean;
  readonly sequenceType?: string;
  readonly executionOn?: string;
  readonly iban?: string;
  readonly identifier?: string;
  readonly address?: string;
  /** Totals that differ from the debits'. */
  readonly count?: number;
  readonly total?: string;
  readonly debits?: readonly TestDebit[];
}

export interface TestFile {
  readonly messageId?: string;
  readonly count?: number;
  readonly total?: string;
  readonly batches?: readonly TestBatch[];
}

const ADDRESS =
  '<StrtNm>Hauptstrasse</StrtNm><BldgNb>1</BldgNb><PstCd>10827</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry>';

const sum = (debits: readonly TestDebit[]): string =>
  debits.reduce((total, { amount = '49.90' }) => total + Number(amount), 0).toFixed(2);

/** Writes a pain.008.001.08 that a bank takes on Monday, 30 November 2026, unless a test changes it. */
export function sepaFile({ messageId = 'MSG-1', batches = [{}], count, total }: TestFile = {}): string {
  const debits = batches.flatMap((batch) => batch.debits ?? [{}]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08">
  <CstmrDrctDbtInitn>
    <GrpHdr>
      <MsgId>${messageId}</MsgId>
      <CreDtTm>2026-11-30T08:00:00Z</CreDtTm>
      <NbOfTxs>${count ?? debits.length}</NbOfTxs>
      <CtrlSum>${total ?? sum(debits)}</CtrlSum>
      <InitgPty><Nm>Northside Gym Berlin GmbH</Nm></InitgPty>
    </GrpHdr>${batches.map(batchXml).join('')}
  </CstmrDrctDbtInitn>
</Document>
`;
}

function batchXml({ debits = [{}], ...batch }: TestBatch, at: number): string {
  return `
    <PmtInf>
      <PmtInfId>${batch.id ?? `BATCH-${at + 1}`}</PmtInfId>
      <PmtMtd>DD</PmtMtd>
      <BtchBookg>${batch.isBooked ?? true}</BtchBookg>
      <NbOfTxs>${batch.count ?? debits.length}</NbOfTxs>
      <CtrlSum>${batch.total ?? sum(debits)}</CtrlSum>
      <PmtTpInf>
        <SvcLvl><Cd>SEPA</Cd></SvcLvl>
        <LclInstrm><Cd>CORE</Cd></LclInstrm>
        <SeqTp>${batch.sequenceType ?? 'RCUR'}</SeqTp>
      </PmtTpInf>
      <ReqdColltnDt>${batch.executionOn ?? '2026-12-02'}</ReqdColltnDt>
      <Cdtr><Nm>Northside Gym Berlin GmbH</Nm><PstlAdr>${batch.address ?? ADDRESS}</PstlAdr></Cdtr>
      <CdtrAcct><Id><IBAN>${batch.iban ?? 'DE89370400440532013000'}</IBAN></Id></CdtrAcct>
      <CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>
      <ChrgBr>SLEV</ChrgBr>
      <CdtrSchmeId><Id><PrvtId><Othr>
        <Id>${batch.identifier ?? 'DE98ZZZ09999999999'}</Id>
        <SchmeNm><Prtry>SEPA</Prtry></SchmeNm>
      </Othr></PrvtId></Id></CdtrSchmeId>${debits.map((debit, index) => debitXml(debit, `${at + 1}-${index + 1}`)).join('')}
    </PmtInf>`;
}

function debitXml(debit: TestDebit, id: string): string {
  return `
      <DrctDbtTxInf>
        <PmtId><EndToEndId>${debit.id ?? `DEBIT-${id}`}</EndToEndId></PmtId>
        <InstdAmt Ccy="${debit.currency ?? 'EUR'}">${debit.amount ?? '49.90'}</InstdAmt>
        <DrctDbtTx><MndtRltdInf>
          <MndtId>${debit.mandate ?? `MANDATE-${id}`}</MndtId>
          <DtOfSgntr>2026-10-01</DtOfSgntr>${debit.amendment ?? ''}
        </MndtRltdInf></DrctDbtTx>
        <DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
        <Dbtr><Nm>Ada Lovelace</Nm>${debit.address ?? ''}</Dbtr>
        <DbtrAcct><Id><IBAN>${debit.iban ?? 'DE75512108001245126199'}</IBAN></Id></DbtrAcct>
        <RmtInf><Ustrd>${debit.text ?? 'Membership December 2026'}</Ustrd></RmtInf>
      </DrctDbtTxInf>`;
}

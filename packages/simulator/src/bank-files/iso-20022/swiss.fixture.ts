/** What a test changes in a debit. */
export interface TestDebit {
  readonly instructionId?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly institution?: string;
  readonly iban?: string;
  readonly name?: string;
  readonly remittance?: string;
}

interface TestBatch {
  readonly id?: string;
  readonly serviceLevel?: string;
  readonly instrument?: string;
  readonly identifierKind?: string;
  readonly executionOn?: string;
  readonly iban?: string;
  readonly institution?: string;
  readonly participant?: string;
  readonly identifier?: string;
  readonly debits?: readonly TestDebit[];
}

export interface TestFile {
  readonly method?: 'CH_DD' | 'LSV';
  readonly messageId?: string;
  readonly count?: number;
  readonly total?: string;
  readonly batches?: readonly TestBatch[];
}

const IPI = '12UPC000000000000001';
export const reference = (type: string, value: string): string =>
  `<Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>${type}</Prtry></CdOrPrtry></Tp><Ref>${value}</Ref></CdtrRefInf></Strd>`;

/** What a valid file of each method contains. */
const VALID = {
  CH_DD: {
    serviceLevel: 'CHDD',
    instrument: 'DDCOR1',
    identifierKind: 'CHDD',
    identifier: '41101000001234567',
    creditor: 'CH4109000000800012340',
    payer: 'CH8309000000100012345',
    remittance: '<Ustrd>Beitrag für Dezember</Ustrd>',
  },
  LSV: {
    serviceLevel: 'CHTA',
    instrument: 'LSV+',
    identifierKind: 'CHLS',
    identifier: 'SBF1W',
    creditor: 'CH5604835012345678009',
    payer: 'CH9300762011623852957',
    remittance: `<Ustrd>Beitrag für Dezember</Ustrd>${reference('IPI', IPI)}`,
  },
};

/** Writes a pain.008.001.02.ch.03 that a Swiss bank takes on Monday, 30 November 2026, unless a test changes it. */
export function swissFile(file: TestFile = {}): string {
  const { method = 'LSV', messageId = 'MSG-1', batches = [{}], count, total } = file;
  const debits = batches.flatMap((batch) => batch.debits ?? [{}]);
  const sum = debits.reduce((all, { amount = '49.90' }) => all + Number(amount), 0).toFixed(2);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="http://www.six-interbank-clearing.com/de/pain.008.001.02.ch.03.xsd">
  <CstmrDrctDbtInitn>
    <GrpHdr>
      <MsgId>${messageId}</MsgId>
      <CreDtTm>2026-11-30T08:00:00Z</CreDtTm>
      <NbOfTxs>${count ?? debits.length}</NbOfTxs>
      <CtrlSum>${total ?? sum}</CtrlSum>
      <InitgPty><Nm>Studio Zürich AG</Nm><Id><OrgId><Othr><Id>${VALID[method].identifier}</Id></Othr></OrgId></Id></InitgPty>
    </GrpHdr>${batches.map((batch, at) => batchXml(batch, at, VALID[method])).join('')}
  </CstmrDrctDbtInitn>
</Document>
`;
}

function batchXml({ debits = [{}], ...batch }: TestBatch, at: number, valid: (typeof VALID)['LSV']): string {
  const iban = batch.iban ?? valid.creditor;
  return `
    <PmtInf>
      <PmtInfId>${batch.id ?? `BATCH-${at + 1}`}</PmtInfId>
      <PmtMtd>DD</PmtMtd>
      <PmtTpInf>
        <SvcLvl><Prtry>${batch.serviceLevel ?? valid.serviceLevel}</Prtry></SvcLvl>
        <LclInstrm><Prtry>${batch.instrument ?? valid.instrument}</Prtry></LclInstrm>
      </PmtTpInf>
      <ReqdColltnDt>${batch.executionOn ?? '2026-12-02'}</ReqdColltnDt>
      <Cdtr><Nm>Studio Zürich AG</Nm><PstlAdr><StrtNm>Bahnhofstrasse 1</StrtNm><PstCd>8001</PstCd><TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr></Cdtr>
      <CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>
      <CdtrAgt><FinInstnId>
        <ClrSysMmbId><MmbId>${batch.institution ?? iban.slice(4, 9)}</MmbId></ClrSysMmbId>${
          batch.participant === undefined ? '' : `<Othr><Id>${batch.participant}</Id></Othr>`
        }
      </FinInstnId></CdtrAgt>
      <CdtrSchmeId><Id><PrvtId><Othr>
        <Id>${batch.identifier ?? valid.identifier}</Id>
        <SchmeNm><Prtry>${batch.identifierKind ?? valid.identifierKind}</Prtry></SchmeNm>
      </Othr></PrvtId></Id></CdtrSchmeId>${debits.map((debit, index) => debitXml(debit, `${at + 1}-${index + 1}`, valid)).join('')}
    </PmtInf>`;
}

function debitXml(debit: TestDebit, id: string, valid: (typeof VALID)['LSV']): string {
  const iban = debit.iban ?? valid.payer;
  return `
      <DrctDbtTxInf>
        <PmtId><InstrId>${debit.instructionId ?? `DEBIT-${id}`}</InstrId><EndToEndId>DEBIT-${id}</EndToEndId></PmtId>
        <InstdAmt Ccy="${debit.currency ?? 'CHF'}">${debit.amount ?? '49.90'}</InstdAmt>
        <DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>${debit.institution ?? iban.slice(4, 9)}</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>
        <Dbtr><Nm>${debit.name ?? 'Zoë Müller'}</Nm><PstlAdr><StrtNm>Rue du Lac 5</StrtNm><PstCd>1200</PstCd><TwnNm>Genève</TwnNm><Ctry>CH</Ctry></PstlAdr></Dbtr>
        <DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>
        <RmtInf>${debit.remittance ?? valid.remittance}</RmtInf>
      </DrctDbtTxInf>`;
}

/* Files as banks send them, written by hand from the schemas of ISO 20022. All IBANs are examples. */

export const STUDIO_IBAN = 'DE89370400440532013000';
export const SWISS_IBAN = 'CH3900700115201849173';

const header = (type: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}">`;

/** The bank has received a file. */
const received = `${header('pain.002.001.10')}
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>STATUS-1</MsgId><CreDtTm>2026-11-30T09:00:00Z</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>FILE-1</OrgnlMsgId>
      <OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>
      <OrgnlNbOfTxs>4</OrgnlNbOfTxs>
      <OrgnlCtrlSum>119.60</OrgnlCtrlSum>
      <GrpSts>ACTC</GrpSts>
    </OrgnlGrpInfAndSts>
  </CstmrPmtStsRpt>
</Document>
`;

/** The bank refuses a file as a whole. */
const refused = `${header('pain.002.001.10')}
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>STATUS-2</MsgId><CreDtTm>2026-11-30T09:00:00Z</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>FILE-1</OrgnlMsgId>
      <OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>
      <GrpSts>RJCT</GrpSts>
      <StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>
    </OrgnlGrpInfAndSts>
  </CstmrPmtStsRpt>
</Document>
`;

/** The bank refuses one debit of the first batch, and the second batch as a whole. */
const partlyRefused = `${header('pain.002.001.10')}
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>STATUS-3</MsgId><CreDtTm>2026-12-01T09:00:00Z</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>FILE-1</OrgnlMsgId>
      <OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>
      <OrgnlNbOfTxs>4</OrgnlNbOfTxs>
      <GrpSts>PART</GrpSts>
    </OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>BATCH-1</OrgnlPmtInfId>
      <OrgnlNbOfTxs>3</OrgnlNbOfTxs>
      <PmtInfSts>PART</PmtInfSts>
      <NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RJCT</DtldSts><DtldCtrlSum>29.9</DtldCtrlSum></NbOfTxsPerSts>
      <NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>ACCP</DtldSts></NbOfTxsPerSts>
      <TxInfAndSts>
        <OrgnlEndToEndId>DEBIT-1</OrgnlEndToEndId>
        <TxSts>RJCT</TxSts>
        <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>
        <OrgnlTxRef>
          <Amt><InstdAmt Ccy="EUR">29.90</InstdAmt></Amt>
          <MndtRltdInf><MndtId>MANDATE-1</MndtId></MndtRltdInf>
        </OrgnlTxRef>
      </TxInfAndSts>
      <TxInfAndSts>
        <OrgnlEndToEndId>DEBIT-2</OrgnlEndToEndId>
        <TxSts>ACCP</TxSts>
        <OrgnlTxRef>
          <Amt><InstdAmt Ccy="EUR">29.90</InstdAmt></Amt>
          <MndtRltdInf>
            <MndtId>MANDATE-2</MndtId>
            <AmdmntInd>true</AmdmntInd>
            <AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>
          </MndtRltdInf>
          <DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct>
        </OrgnlTxRef>
      </TxInfAndSts>
    </OrgnlPmtInfAndSts>
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>BATCH-2</OrgnlPmtInfId>
      <PmtInfSts>RJCT</PmtInfSts>
      <StsRsnInf><Rsn><Cd>DT01</Cd></Rsn></StsRsnInf>
    </OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt>
</Document>
`;

/** The older version, as German banks use it: only what is refused has a status. */
const refusedDebit03 = `${header('pain.002.001.03')}
  <CstmrPmtStsRpt>
    <GrpHdr>
      <MsgId>STATUS-4</MsgId>
      <CreDtTm>2026-12-01T09:00:00Z</CreDtTm>
      <CdtrAgt><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></CdtrAgt>
    </GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>FILE-1</OrgnlMsgId>
      <OrgnlMsgNmId>pain.008</OrgnlMsgNmId>
    </OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>BATCH-1</OrgnlPmtInfId>
      <TxInfAndSts>
        <StsId>1</StsId>
        <OrgnlInstrId>NOTPROVIDED</OrgnlInstrId>
        <OrgnlEndToEndId>DEBIT-1</OrgnlEndToEndId>
        <TxSts>RJCT</TxSts>
        <StsRsnInf>
          <Orgtr><Id><OrgId><BICOrBEI>COBADEFFXXX</BICOrBEI></OrgId></Id></Orgtr>
          <Rsn><Cd>MS02</Cd></Rsn>
        </StsRsnInf>
        <OrgnlTxRef>
          <Amt><InstdAmt Ccy="EUR">29.90</InstdAmt></Amt>
          <ReqdColltnDt>2026-12-01</ReqdColltnDt>
          <CdtrSchmeId><Id><PrvtId><Othr><Id>DE98ZZZ09999999999</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>
          <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf>
          <MndtRltdInf><MndtId>MANDATE-1</MndtId><DtOfSgntr>2026-01-15</DtOfSgntr></MndtRltdInf>
          <Dbtr><Nm>Mara Muster</Nm></Dbtr>
          <DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct>
          <DbtrAgt><FinInstnId><BIC>BYLADEM1001</BIC></FinInstnId></DbtrAgt>
          <CdtrAgt><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></CdtrAgt>
          <Cdtr><Nm>Studio Nord</Nm></Cdtr>
          <CdtrAcct><Id><IBAN>${STUDIO_IBAN}</IBAN></Id></CdtrAcct>
        </OrgnlTxRef>
      </TxInfAndSts>
    </OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt>
</Document>
`;

const code = (family: string, subFamily: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

/** A day's statement: a batch, a return with the bank's charges, and three entries that have nothing to do with debits. */
const statement08 = `${header('camt.053.001.08')}
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STATEMENTS-1</MsgId><CreDtTm>2026-12-03T20:00:00Z</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STATEMENT-1</Id><CreDtTm>2026-12-03T20:00:00Z</CreDtTm>
      <Acct><Id><IBAN>${STUDIO_IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-03</Dt></Dt>
      </Bal>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="EUR">85.20</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-12-03</Dt></Dt>
      </Bal>
      <TxsSummry>
        <TtlNtries><NbOfNtries>5</NbOfNtries><Sum>1415.90</Sum></TtlNtries>
        <TtlCdtNtries><NbOfNtries>2</NbOfNtries><Sum>150.40</Sum></TtlCdtNtries>
        <TtlDbtNtries><NbOfNtries>3</NbOfNtries><Sum>1265.50</Sum></TtlDbtNtries>
      </TxsSummry>
      <Ntry>
        <Amt Ccy="EUR">89.70</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        <AcctSvcrRef>BANK-1</AcctSvcrRef>
        ${code('IDDT', 'ESDD')}
        <NtryDtls>
          <Btch><PmtInfId>BATCH-1</PmtInfId><NbOfTxs>3</NbOfTxs><TtlAmt Ccy="EUR">89.70</TtlAmt></Btch>
        </NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">35.60</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><DtTm>2026-12-03T10:15:00+01:00</DtTm></BookgDt>
        ${code('IDDT', 'UPDD')}
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>DEBIT-9</EndToEndId><MndtId>MANDATE-9</MndtId></Refs>
            <Amt Ccy="EUR">35.60</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            <AmtDtls><InstdAmt><Amt Ccy="EUR">29.90</Amt></InstdAmt></AmtDtls>
            <Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">5.70</TtlChrgsAndTaxAmt></Chrgs>
            <RltdPties><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></RltdPties>
            <RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">1200.00</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        ${code('ICDT', 'ESCT')}
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">60.70</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        ${code('RCDT', 'ESCT')}
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">29.90</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts><Cd>PDNG</Cd></Sts>
        ${code('IDDT', 'UPDD')}
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;

const statement04 = statement08
  .replace('camt.053.001.08', 'camt.053.001.04')
  .replaceAll(/<Sts><Cd>(.+?)<.Cd><.Sts>/g, '<Sts>$1</Sts>');

/** An older version with codes of the bank's own: debits credited one by one, and a return. */
const statement02 = `${header('camt.053.001.02')}
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STATEMENTS-2</MsgId><CreDtTm>2026-12-03T20:00:00Z</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STATEMENT-2</Id>
      <CreDtTm>2026-12-03T20:00:00Z</CreDtTm>
      <Acct><Id><IBAN>${STUDIO_IBAN}</IBAN></Id></Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="EUR">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-02</Dt></Dt>
      </Bal>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="EUR">14.2</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-03</Dt></Dt>
      </Bal>
      <Ntry>
        <Amt Ccy="EUR">49.80</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts>BOOK</Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        <BkTxCd><Prtry><Cd>NDDT+171</Cd></Prtry></BkTxCd>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>DEBIT-1</EndToEndId><MndtId>MANDATE-1</MndtId></Refs>
            <AmtDtls><TxAmt><Amt Ccy="EUR">29.90</Amt></TxAmt></AmtDtls>
          </TxDtls>
          <TxDtls>
            <Refs><EndToEndId>DEBIT-2</EndToEndId><MndtId>MANDATE-2</MndtId></Refs>
            <AmtDtls><TxAmt><Amt Ccy="EUR">19.90</Amt></TxAmt></AmtDtls>
          </TxDtls>
        </NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">35.60</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts>BOOK</Sts>
        <ValDt><Dt>2026-12-03</Dt></ValDt>
        <BkTxCd><Prtry><Cd>NRTI+109</Cd></Prtry></BkTxCd>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>DEBIT-3</EndToEndId></Refs>
            <AmtDtls><TxAmt><Amt Ccy="EUR">29.90</Amt></TxAmt></AmtDtls>
            <Chrgs><Amt Ccy="EUR">3.00</Amt></Chrgs>
            <Chrgs><Amt Ccy="EUR">2.70</Amt></Chrgs>
            <RtrInf><Rsn><Cd>MD06</Cd></Rsn></RtrInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;

/** Two returns, booked in one sum. */
const notification08 = `${header('camt.054.001.08')}
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>NOTIFICATIONS-1</MsgId><CreDtTm>2026-12-03T12:00:00Z</CreDtTm></GrpHdr>
    <Ntfctn>
      <Id>NOTIFICATION-1</Id>
      <Acct><Id><IBAN>${STUDIO_IBAN}</IBAN></Id></Acct>
      <Ntry>
        <Amt Ccy="EUR">59.80</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        <BkTxCd/>
        <NtryDtls>
          <Btch><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="EUR">59.80</TtlAmt></Btch>
          <TxDtls>
            <Refs><EndToEndId>DEBIT-1</EndToEndId></Refs>
            <Amt Ccy="EUR">29.90</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            ${code('IDDT', 'UPDD')}
            <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>
          </TxDtls>
          <TxDtls>
            <Refs><EndToEndId>NOTPROVIDED</EndToEndId><MndtId>MANDATE-2</MndtId></Refs>
            <Amt Ccy="EUR">29.90</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            ${code('RDDT', 'UPDD')}
            <RtrInf><Rsn><Prtry>X1</Prtry></Rsn></RtrInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`;

/** A batch that the bank names in a transaction, and the bank's charges for it. */
const notification02 = `${header('camt.054.001.02')}
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>NOTIFICATIONS-2</MsgId><CreDtTm>2026-12-03T12:00:00Z</CreDtTm></GrpHdr>
    <Ntfctn>
      <Id>NOTIFICATION-2</Id>
      <CreDtTm>2026-12-03T12:00:00Z</CreDtTm>
      <Acct><Id><IBAN>${STUDIO_IBAN}</IBAN></Id></Acct>
      <Ntry>
        <Amt Ccy="EUR">89.70</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts>BOOK</Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        ${code('IDDT', 'PMDD')}
        <NtryDtls><TxDtls><Refs><PmtInfId>BATCH-1</PmtInfId></Refs></TxDtls></NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="EUR">0.60</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts>BOOK</Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        ${code('IDDT', 'CHRG')}
      </Ntry>
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`;

/** A Swiss bank refuses one debit of a batch. */
const refusedDebitSwiss = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="http://www.six-interbank-clearing.com/de/pain.002.001.03.ch.02.xsd">
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>STATUS-5</MsgId><CreDtTm>2026-12-01T09:00:00+01:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>FILE-1</OrgnlMsgId>
      <OrgnlMsgNmId>pain.008.001.02</OrgnlMsgNmId>
      <OrgnlNbOfTxs>2</OrgnlNbOfTxs>
      <OrgnlCtrlSum>99.80</OrgnlCtrlSum>
      <GrpSts>PART</GrpSts>
    </OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>BATCH-1</OrgnlPmtInfId>
      <PmtInfSts>PART</PmtInfSts>
      <TxInfAndSts>
        <OrgnlInstrId>DEBIT-1</OrgnlInstrId>
        <OrgnlEndToEndId>DEBIT-1</OrgnlEndToEndId>
        <TxSts>RJCT</TxSts>
        <StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>
        <OrgnlTxRef><Amt><InstdAmt Ccy="CHF">49.90</InstdAmt></Amt></OrgnlTxRef>
      </TxInfAndSts>
    </OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt>
</Document>
`;

/** A Swiss bank credits a batch, and reverses the credits of three debits: by id, and twice by an LSV+ reference. */
const statementSwiss = `${header('camt.053.001.08')}
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STATEMENTS-3</MsgId><CreDtTm>2026-12-03T20:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STATEMENT-3</Id>
      <CreDtTm>2026-12-03T20:00:00+01:00</CreDtTm>
      <Acct><Id><IBAN>${SWISS_IBAN}</IBAN></Id><Ccy>CHF</Ccy></Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="CHF">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-03</Dt></Dt>
      </Bal>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="CHF">49.90</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-03</Dt></Dt>
      </Bal>
      <Ntry>
        <Amt Ccy="CHF">199.60</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        ${code('IDDT', 'PMDD')}
        <NtryDtls>
          <Btch><PmtInfId>BATCH-1</PmtInfId><NbOfTxs>4</NbOfTxs><TtlAmt Ccy="CHF">199.60</TtlAmt></Btch>
        </NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="CHF">49.90</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <RvslInd>true</RvslInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        <BkTxCd><Prtry><Cd>1070</Cd></Prtry></BkTxCd>
        <NtryDtls><TxDtls><Refs><EndToEndId>DEBIT-1</EndToEndId></Refs></TxDtls></NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="CHF">99.80</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <RvslInd>true</RvslInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-12-03</Dt></BookgDt>
        ${code('IDDT', 'UPDD')}
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
            <Amt Ccy="CHF">49.90</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>IPI</Prtry></CdOrPrtry></Tp><Ref>1200000V0SBT0BTIFI01</Ref></CdtrRefInf></Strd></RmtInf>
            <RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>
          </TxDtls>
          <TxDtls>
            <Amt Ccy="CHF">49.90</Amt>
            <CdtDbtInd>DBIT</CdtDbtInd>
            <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>ESR</Prtry></CdOrPrtry></Tp><Ref>000001469933929217316369613</Ref></CdtrRefInf></Strd></RmtInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;

/** Files that can be read. The step "bank files" of the longer tests validates each with its official schema. */
export const RESPONSES = {
  received,
  refused,
  partlyRefused,
  refusedDebit03,
  statement08,
  statement04,
  statement02,
  notification08,
  notification02,
  refusedDebitSwiss,
  statementSwiss,
};

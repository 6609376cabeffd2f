import { html as xml, type Html as Xml } from '@upc/server-kit/html';
import {
  statusOf,
  statusOfBatch,
  type BatchDecision,
  type DebitDecision,
  type Examined,
  type Fault,
} from '../bank-format.js';
import { decimal, type Collection, type Dialect, type IsoDebit, type Totals } from './read-collection.js';

/** Writes the status of a file (pain.002.001.10): of the whole file, its batches, and the debits that differ from them. */
export function statusReport(
  { file, decision }: Examined<Collection>,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  { messageType }: Dialect,
): string {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
  <CstmrPmtStsRpt>
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>${createdAt}</CreDtTm>
    </GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${file?.messageId ?? 'NOTPROVIDED'}</OrgnlMsgId>
      <OrgnlMsgNmId>${messageType}</OrgnlMsgNmId>${file && originalTotals(file)}
      <GrpSts>${statusOf(decision)}</GrpSts>${reason(decision.fault)}
    </OrgnlGrpInfAndSts>${decision.batches.map(batchStatus)}
  </CstmrPmtStsRpt>
</Document>
`.markup;
}

function batchStatus(decision: BatchDecision<Collection>): Xml {
  const { batch, fault, debits } = decision;
  return xml`
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>${batch.id}</OrgnlPmtInfId>${originalTotals(batch)}
      <PmtInfSts>${statusOfBatch(decision)}</PmtInfSts>${reason(fault)}${debits
        .filter((debit) => debit.fault !== null || debit.outcome.kind === 'MOVED')
        .map(debitStatus)}
    </OrgnlPmtInfAndSts>`;
}

function debitStatus({ debit, fault, outcome }: DebitDecision<Collection>): Xml {
  const { endToEndId, instructionId, amount, currency, mandate, payer } = debit;
  const newIban = fault === null && outcome.kind === 'MOVED' ? outcome.iban : null;
  return xml`
      <TxInfAndSts>${
        instructionId &&
        xml`
        <OrgnlInstrId>${instructionId}</OrgnlInstrId>`
      }
        <OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>
        <TxSts>${fault === null ? 'ACCP' : 'RJCT'}</TxSts>${reason(fault)}
        <OrgnlTxRef>
          <Amt><InstdAmt Ccy="${currency}">${decimal(amount)}</InstdAmt></Amt>${mandate && mandateInfo(mandate, newIban !== null)}
          <Dbtr><Pty><Nm>${payer.name}</Nm></Pty></Dbtr>
          <DbtrAcct><Id><IBAN>${newIban ?? payer.iban}</IBAN></Id></DbtrAcct>
        </OrgnlTxRef>
      </TxInfAndSts>`;
}

const mandateInfo = (
  { reference, signedOn }: NonNullable<IsoDebit['mandate']>,
  hasMoved: boolean,
): Xml => xml`
          <MndtRltdInf>
            <MndtId>${reference}</MndtId>
            <DtOfSgntr>${signedOn}</DtOfSgntr>${hasMoved ? MOVED : null}
          </MndtRltdInf>`;

/** Same mandate, new debtor agent: the account in the report is at another bank than the one in the file. */
const MOVED = xml`
            <AmdmntInd>true</AmdmntInd>
            <AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>`;

const originalTotals = ({ count, total }: Totals): Xml =>
  xml`${
    count !== null
      ? xml`
      <OrgnlNbOfTxs>${count}</OrgnlNbOfTxs>`
      : null
  }${
    total !== null
      ? xml`
      <OrgnlCtrlSum>${decimal(total)}</OrgnlCtrlSum>`
      : null
  }`;

function reason(fault: Fault | null): Xml | null {
  return (
    fault &&
    xml`
      <StsRsnInf><Rsn><Cd>${fault.reason}</Cd></Rsn><AddtlInf>${fault.text}</AddtlInf></StsRsnInf>`
  );
}

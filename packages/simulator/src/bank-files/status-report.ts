import { html as xml, type Html as Xml } from '@upc/server-kit/html';
import type { BatchDecision, DebitDecision, Decision, Fault } from './examine-collection.js';
import { decimal, type Collection } from './read-collection.js';

/** A file as the bank answers it; null stands for what cannot be read. */
export interface Examined {
  readonly collection: Collection | null;
  readonly decision: Decision;
}

/** Writes the status of a file (pain.002.001.10): of the whole file, its batches, and the debits that differ from them. */
export function statusReport({ collection, decision }: Examined, id: string, createdAt: string): string {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
  <CstmrPmtStsRpt>
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>${createdAt}</CreDtTm>
    </GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${collection?.messageId ?? 'NOTPROVIDED'}</OrgnlMsgId>
      <OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>${collection && originalTotals(collection)}
      <GrpSts>${groupStatus(decision)}</GrpSts>${reason(decision.fault)}
    </OrgnlGrpInfAndSts>${decision.batches.map(batchStatus)}
  </CstmrPmtStsRpt>
</Document>
`.markup;
}

/** Status of a file or a batch: accepted, refused, or accepted in part. */
export type Status = 'ACCP' | 'RJCT' | 'PART';

export const groupStatus = ({ fault, batches }: Decision): Status =>
  fault === null ? statusOfParts(batches.map(statusOfBatch)) : 'RJCT';

const statusOfBatch = ({ fault, debits }: BatchDecision): Status =>
  fault === null ? statusOfParts(debits.map((debit) => (debit.fault === null ? 'ACCP' : 'RJCT'))) : 'RJCT';

function statusOfParts(parts: readonly Status[]): Status {
  const [first = 'ACCP'] = parts;
  return parts.every((part) => part === first) ? first : 'PART';
}

function batchStatus(decision: BatchDecision): Xml {
  const { batch, fault, debits } = decision;
  return xml`
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>${batch.id}</OrgnlPmtInfId>${originalTotals(batch)}
      <PmtInfSts>${statusOfBatch(decision)}</PmtInfSts>${reason(fault)}${debits
        .filter((debit) => debit.fault !== null || debit.outcome.kind === 'MOVED')
        .map(debitStatus)}
    </OrgnlPmtInfAndSts>`;
}

function debitStatus({ debit, fault, outcome }: DebitDecision): Xml {
  const { endToEndId, amount, currency, mandate, payer } = debit;
  const newIban = fault === null && outcome.kind === 'MOVED' ? outcome.iban : null;
  return xml`
      <TxInfAndSts>
        <OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>
        <TxSts>${fault === null ? 'ACCP' : 'RJCT'}</TxSts>${reason(fault)}
        <OrgnlTxRef>
          <Amt><InstdAmt Ccy="${currency}">${decimal(amount)}</InstdAmt></Amt>
          <MndtRltdInf>
            <MndtId>${mandate.reference}</MndtId>
            <DtOfSgntr>${mandate.signedOn}</DtOfSgntr>${newIban && MOVED}
          </MndtRltdInf>
          <Dbtr><Pty><Nm>${payer.name}</Nm></Pty></Dbtr>
          <DbtrAcct><Id><IBAN>${newIban ?? payer.iban}</IBAN></Id></DbtrAcct>
        </OrgnlTxRef>
      </TxInfAndSts>`;
}

/** Same mandate, new debtor agent: the account in the report is at another bank than the one in the file. */
const MOVED = xml`
            <AmdmntInd>true</AmdmntInd>
            <AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>`;

const originalTotals = ({ count, total }: { readonly count: number; readonly total: number }): Xml => xml`
      <OrgnlNbOfTxs>${count}</OrgnlNbOfTxs>
      <OrgnlCtrlSum>${decimal(total)}</OrgnlCtrlSum>`;

function reason(fault: Fault | null): Xml | null {
  return (
    fault &&
    xml`
      <StsRsnInf><Rsn><Cd>${fault.reason}</Cd></Rsn><AddtlInf>${fault.text}</AddtlInf></StsRsnInf>`
  );
}

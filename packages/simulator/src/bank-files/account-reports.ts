import { html as xml, type Html as Xml } from '@upc/server-kit/html';
import { decimal, type Debit } from './read-collection.js';
import type { Day } from './target-days.js';

/** An entry on the account. */
export interface Booking {
  readonly on: Day;
  /** The bank's own reference. */
  readonly reference: string;
  /** Cents; negative if the account is debited. */
  readonly amount: number;
  readonly content: BookingContent;
}

export type BookingContent =
  | { readonly kind: 'BATCH'; readonly messageId: string; readonly batchId: string; readonly count: number }
  | { readonly kind: 'DEBIT'; readonly batchId: string; readonly debit: Debit }
  | { readonly kind: 'RETURN'; readonly batchId: string; readonly debit: Debit; readonly reason: string }
  /** A movement that has nothing to do with debits. */
  | { readonly kind: 'OTHER'; readonly text: string; readonly partner: string };

/** Identification of a report and of the account that it is about. */
export interface ReportHead {
  readonly id: string;
  readonly createdAt: string;
  readonly iban: string;
}

/** Writes the statement of a day (camt.053.001.08). */
export function statement(
  head: ReportHead,
  bookings: readonly Booking[],
  { day, opening }: { readonly day: Day; readonly opening: number },
): string {
  const closing = bookings.reduce((sum, { amount }) => sum + amount, opening);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>${header(head)}
    <Stmt>
      <Id>${head.id}</Id>
      <CreDtTm>${head.createdAt}</CreDtTm>${account(head.iban)}${balance('OPBD', opening, day)}${balance('CLBD', closing, day)}${bookings.map(entry)}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`.markup;
}

/** Writes the notification of returned debits (camt.054.001.08), which the statement of the day contains too. */
export function notification(head: ReportHead, returns: readonly Booking[]): string {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">
  <BkToCstmrDbtCdtNtfctn>${header(head)}
    <Ntfctn>
      <Id>${head.id}</Id>
      <CreDtTm>${head.createdAt}</CreDtTm>${account(head.iban)}${returns.map(entry)}
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`.markup;
}

const header = ({ id, createdAt }: ReportHead): Xml => xml`
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>${createdAt}</CreDtTm>
    </GrpHdr>`;

const account = (iban: string): Xml => xml`
      <Acct>
        <Id><IBAN>${iban}</IBAN></Id>
        <Ccy>EUR</Ccy>
      </Acct>`;

const balance = (code: 'OPBD' | 'CLBD', amount: number, day: Day): Xml => xml`
      <Bal>
        <Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
        ${signed(amount)}
        <Dt><Dt>${day}</Dt></Dt>
      </Bal>`;

/** The elements in which the amounts of balances, entries and transactions are given. */
const signed = (amount: number): Xml =>
  xml`<Amt Ccy="EUR">${decimal(Math.abs(amount))}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function entry({ on, reference, amount, content }: Booking): Xml {
  return xml`
      <Ntry>
        ${signed(amount)}
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${on}</Dt></BookgDt>
        <ValDt><Dt>${on}</Dt></ValDt>
        <AcctSvcrRef>${reference}</AcctSvcrRef>
        <BkTxCd>${transactionCode(content, amount)}</BkTxCd>
        <NtryDtls>${details(content, amount)}
        </NtryDtls>
      </Ntry>`;
}

/** Codes of the ISO bank transaction code set: issued SEPA Core debits and their returns, and credit transfers. */
function transactionCode({ kind }: BookingContent, amount: number): Xml {
  const [family, subFamily] = {
    BATCH: ['IDDT', 'ESDD'],
    DEBIT: ['IDDT', 'ESDD'],
    RETURN: ['IDDT', 'UPDD'],
    OTHER: [amount < 0 ? 'ICDT' : 'RCDT', 'ESCT'],
  }[kind];
  return xml`<Domn><Cd>PMNT</Cd><Fmly><Cd>${family ?? ''}</Cd><SubFmlyCd>${subFamily ?? ''}</SubFmlyCd></Fmly></Domn>`;
}

function details(content: BookingContent, amount: number): Xml {
  if (content.kind === 'BATCH') {
    return xml`
          <Btch>
            <MsgId>${content.messageId}</MsgId>
            <PmtInfId>${content.batchId}</PmtInfId>
            <NbOfTxs>${content.count}</NbOfTxs>
            <TtlAmt Ccy="EUR">${decimal(amount)}</TtlAmt>
            <CdtDbtInd>CRDT</CdtDbtInd>
          </Btch>`;
  }
  if (content.kind === 'OTHER') {
    return xml`
          <TxDtls>
            <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
            ${signed(amount)}
            <RltdPties>${amount < 0 ? party('Cdtr', content.partner) : party('Dbtr', content.partner)}</RltdPties>
            <RmtInf><Ustrd>${content.text}</Ustrd></RmtInf>
          </TxDtls>`;
  }
  const { batchId, debit } = content;
  return xml`
          <TxDtls>
            <Refs>
              <PmtInfId>${batchId}</PmtInfId>
              <EndToEndId>${debit.endToEndId}</EndToEndId>
              <MndtId>${debit.mandate.reference}</MndtId>
            </Refs>
            ${signed(amount)}
            <RltdPties>
              ${party('Dbtr', debit.payer.name)}
              <DbtrAcct><Id><IBAN>${debit.payer.iban}</IBAN></Id></DbtrAcct>
            </RltdPties>
            <RmtInf><Ustrd>${debit.text}</Ustrd></RmtInf>${content.kind === 'RETURN' ? returnReason(content.reason) : null}
          </TxDtls>`;
}

const party = (role: 'Cdtr' | 'Dbtr', name: string): Xml =>
  role === 'Cdtr'
    ? xml`<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>`
    : xml`<Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>`;

const returnReason = (reason: string): Xml => xml`
            <RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`;

import { html as xml, type Html as Xml } from '@upc/server-kit/html';
import type { AccountDay, Booking as AnyBooking, BookingContent, NewReport } from '../bank-format.js';
import type { SchemeRules } from './examine-collection.js';
import { decimal, type Collection, type IsoDebit } from './read-collection.js';

type Booking = AnyBooking<Collection>;
type Content = BookingContent<Collection>;
type Rules = Pick<SchemeRules, 'currency' | 'transactionCodes' | 'marksReversals'>;

/** Identification of a report and of the account that it is about. */
interface ReportHead {
  readonly id: string;
  readonly createdAt: string;
  readonly iban: string;
  readonly rules: Rules;
}

/** Writes the reports of a day: a statement if anything was booked, and notifications of returns. */
export function accountReports(account: AccountDay<Collection>, rules: Rules): NewReport[] {
  const { bookings, repeated, createdOn } = account;
  const head = (): ReportHead => ({
    id: account.newReference(),
    createdAt: `${createdOn}T20:00:00Z`,
    iban: account.account,
    rules,
  });
  const reports: NewReport[] = [];
  if (bookings.length > 0) reports.push({ kind: 'camt.053', content: statement(head(), account) });
  const returns = bookings.filter(({ content }) => content.kind === 'RETURN');
  for (const reported of [returns, repeated]) {
    if (reported.length > 0) reports.push({ kind: 'camt.054', content: notification(head(), reported) });
  }
  return reports;
}

/** Writes the statement of a day (camt.053.001.08). */
function statement(head: ReportHead, { bookings, day, opening }: AccountDay<Collection>): string {
  const closing = bookings.reduce((sum, { amount }) => sum + amount, opening);
  const balance = (code: 'OPBD' | 'CLBD', amount: number): Xml => xml`
      <Bal>
        <Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
        ${signed(amount, head.rules)}
        <Dt><Dt>${day}</Dt></Dt>
      </Bal>`;
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>${header(head)}
    <Stmt>
      <Id>${head.id}</Id>
      <CreDtTm>${head.createdAt}</CreDtTm>${accountOf(head)}${balance('OPBD', opening)}${balance('CLBD', closing)}${bookings.map((booking) => entry(booking, head.rules))}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`.markup;
}

/** Writes the notification of returned debits (camt.054.001.08), which the statement of the day contains too. */
function notification(head: ReportHead, returns: readonly Booking[]): string {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">
  <BkToCstmrDbtCdtNtfctn>${header(head)}
    <Ntfctn>
      <Id>${head.id}</Id>
      <CreDtTm>${head.createdAt}</CreDtTm>${accountOf(head)}${returns.map((booking) => entry(booking, head.rules))}
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

const accountOf = ({ iban, rules }: ReportHead): Xml => xml`
      <Acct>
        <Id><IBAN>${iban}</IBAN></Id>
        <Ccy>${rules.currency}</Ccy>
      </Acct>`;

/** The elements in which the amounts of balances, entries and transactions are given. */
const signed = (amount: number, { currency }: Rules): Xml =>
  xml`<Amt Ccy="${currency}">${decimal(Math.abs(amount))}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function entry({ on, reference, amount, content }: Booking, rules: Rules): Xml {
  const isReversal = rules.marksReversals && content.kind === 'RETURN';
  return xml`
      <Ntry>
        ${signed(amount, rules)}${isReversal ? xml`<RvslInd>true</RvslInd>` : null}
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${on}</Dt></BookgDt>
        <ValDt><Dt>${on}</Dt></ValDt>
        <AcctSvcrRef>${reference}</AcctSvcrRef>
        <BkTxCd>${transactionCode(content, amount, rules)}</BkTxCd>
        <NtryDtls>${details(content, amount, rules)}
        </NtryDtls>
      </Ntry>`;
}

/** Codes of the ISO bank transaction code set: issued debits and their returns, and credit transfers. */
function transactionCode({ kind }: Content, amount: number, { transactionCodes }: Rules): Xml {
  const [family, subFamily] =
    kind === 'OTHER'
      ? [amount < 0 ? 'ICDT' : 'RCDT', 'ESCT']
      : ['IDDT', kind === 'RETURN' ? transactionCodes.returned : transactionCodes.debit];
  return xml`<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn>`;
}

function details(content: Content, amount: number, rules: Rules): Xml | null {
  if (content.kind === 'BATCH') {
    return xml`
          <Btch>
            <MsgId>${content.messageId}</MsgId>
            <PmtInfId>${content.batch.id}</PmtInfId>
            <NbOfTxs>${content.count}</NbOfTxs>
            <TtlAmt Ccy="${rules.currency}">${decimal(amount)}</TtlAmt>
            <CdtDbtInd>CRDT</CdtDbtInd>
          </Btch>`;
  }
  if (content.kind === 'OTHER') {
    return xml`
          <TxDtls>
            <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
            ${signed(amount, rules)}
            <RltdPties>${amount < 0 ? party('Cdtr', content.partner) : party('Dbtr', content.partner)}</RltdPties>
            <RmtInf><Ustrd>${content.text}</Ustrd></RmtInf>
          </TxDtls>`;
  }
  if (content.kind === 'CHANGE') return null;
  const { batch, debit } = content;
  return xml`
          <TxDtls>
            <Refs>
              <PmtInfId>${batch.id}</PmtInfId>
              <EndToEndId>${debit.endToEndId}</EndToEndId>${
                debit.mandate &&
                xml`
              <MndtId>${debit.mandate.reference}</MndtId>`
              }
            </Refs>
            ${signed(amount, rules)}
            <RltdPties>
              ${party('Dbtr', debit.payer.name)}
              <DbtrAcct><Id><IBAN>${debit.payer.iban}</IBAN></Id></DbtrAcct>
            </RltdPties>
            ${remittance(debit)}${content.kind === 'RETURN' ? returnReason(content.reason) : null}
          </TxDtls>`;
}

function remittance({ text, reference }: IsoDebit): Xml | null {
  if (text === '' && reference === null) return null;
  return xml`<RmtInf>${text === '' ? null : xml`<Ustrd>${text}</Ustrd>`}${
    reference &&
    xml`<Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>${reference.type}</Prtry></CdOrPrtry></Tp><Ref>${reference.value}</Ref></CdtrRefInf></Strd>`
  }</RmtInf>`;
}

const party = (role: 'Cdtr' | 'Dbtr', name: string): Xml =>
  role === 'Cdtr'
    ? xml`<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>`
    : xml`<Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>`;

const returnReason = (reason: string): Xml => xml`
            <RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`;

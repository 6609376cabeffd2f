import { randomUUID } from 'node:crypto';

/*
 * Files as a bank writes them, with only the elements that are read. The simulated bank (packages/simulator) writes
 * complete ones.
 */

const document = (type: string, body: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${type}">\n${body}\n</Document>\n`,
  );

const header = (id: string) => `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-12-01T09:00:00Z</CreDtTm></GrpHdr>`;

const reasonInfo = (code: string | undefined) =>
  code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;

const decimal = (minor: number) => (minor / 100).toFixed(2);

interface RefusedDebit {
  readonly endToEndId: string;
  readonly reason: string;
  /** The payer's account with another bank, under the same mandate. */
  readonly newIban?: string;
}

export interface StatusFields {
  readonly messageId?: string;
  /** Message id of the file that the bank answers. */
  readonly file: string;
  readonly count?: number;
  /** Minor units. */
  readonly total?: number;
  readonly status?: string;
  readonly reason?: string;
  readonly batches?: readonly {
    readonly id: string;
    readonly status: string;
    readonly reason?: string;
    readonly refused?: readonly RefusedDebit[];
  }[];
}

/** Writes a pain.002. */
export function statusReport({ file, status, reason, count, total, ...more }: StatusFields): Buffer {
  const { messageId = randomUUID().slice(0, 30), batches = [] } = more;
  const debit = ({ endToEndId, reason: code, newIban }: RefusedDebit) => `
  <TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>RJCT</TxSts>${reasonInfo(code)}${
    newIban === undefined
      ? ''
      : `<OrgnlTxRef><MndtRltdInf><AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls></MndtRltdInf><DbtrAcct><Id><IBAN>${newIban}</IBAN></Id></DbtrAcct></OrgnlTxRef>`
  }</TxInfAndSts>`;
  const parts = batches.map(
    (
      batch,
    ) => `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${batch.id}</OrgnlPmtInfId><PmtInfSts>${batch.status}</PmtInfSts>${reasonInfo(batch.reason)}${(batch.refused ?? []).map(debit).join('')}
</OrgnlPmtInfAndSts>`,
  );
  return document(
    'pain.002.001.10',
    `<CstmrPmtStsRpt>
${header(messageId)}
<OrgnlGrpInfAndSts><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId>${
      count === undefined ? '' : `<OrgnlNbOfTxs>${count}</OrgnlNbOfTxs>`
    }${total === undefined ? '' : `<OrgnlCtrlSum>${decimal(total)}</OrgnlCtrlSum>`}${
      status === undefined ? '' : `<GrpSts>${status}</GrpSts>`
    }${reasonInfo(reason)}</OrgnlGrpInfAndSts>
${parts.join('\n')}
</CstmrPmtStsRpt>`,
  );
}

/** An entry of an account: the credit of a batch or of one debit, a return, or anything else. Amounts in minor units. */
export type EntryFields =
  | { readonly batch: string; readonly amount: number; readonly count: number }
  | { readonly returned: string; readonly amount: number; readonly reason: string }
  | { readonly credited: string; readonly amount: number }
  | { readonly other: true; readonly amount: number };

const entry = (fields: EntryFields, currency: string): string => {
  const isCredit = !('returned' in fields);
  const family = 'other' in fields ? 'RCDT' : 'IDDT';
  const code = 'batch' in fields || 'credited' in fields ? 'ESDD' : 'returned' in fields ? 'UPDD' : 'ESCT';
  const details =
    'batch' in fields
      ? `<NtryDtls><Btch><PmtInfId>${fields.batch}</PmtInfId><NbOfTxs>${fields.count}</NbOfTxs></Btch></NtryDtls>`
      : 'returned' in fields
        ? `<NtryDtls><TxDtls><Refs><EndToEndId>${fields.returned}</EndToEndId></Refs><Amt Ccy="${currency}">${decimal(fields.amount)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RtrInf><Rsn><Cd>${fields.reason}</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`
        : 'credited' in fields
          ? `<NtryDtls><TxDtls><Refs><EndToEndId>${fields.credited}</EndToEndId></Refs><Amt Ccy="${currency}">${decimal(fields.amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls>`
          : '';
  return `<Ntry><Amt Ccy="${currency}">${decimal(fields.amount)}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-12-10</Dt></BookgDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${code}</SubFmlyCd></Fmly></Domn></BkTxCd>${details}</Ntry>`;
};

/** Writes a camt.053, or a camt.054. */
export function accountReport(
  iban: string,
  entries: readonly EntryFields[],
  { type = 'camt.053', messageId = randomUUID().slice(0, 30), currency = 'EUR' } = {},
): Buffer {
  const [root, part] = type === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  return document(
    `${type}.001.08`,
    `<${root}>
${header(messageId)}
<${part}><Id>${messageId}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${entries.map((fields) => entry(fields, currency)).join('\n')}
</${part}>
</${root}>`,
  );
}

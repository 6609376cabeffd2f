import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { BankCustomer } from './bank-customer.js';
import type { BankEvent, Behaviour } from './bank-events.js';

export const MONDAY = '2026-11-30T09:00:00Z';

/** Gives files to the banks on Monday, 30 November 2026, before the cut-off. */
export function customerWith(files: readonly string[], behaviour?: Behaviour, at = MONDAY): BankCustomer {
  const bank = new BankCustomer('pk_test_studio');
  if (behaviour) apply(bank, { type: 'bank.behaviourChanged', account: 'studio', behaviour }, at);
  for (const content of files) apply(bank, { type: 'bank.fileReceived', account: 'studio', content }, at);
  return bank;
}

const apply = (bank: BankCustomer, event: BankEvent, at = MONDAY): void => bank.apply(event, at);

export function passed(bank: BankCustomer, until: string): BankCustomer {
  apply(bank, { type: 'bank.daysPassed', account: 'studio', until });
  return bank;
}

/** Reads texts of a document by the path of its elements, whatever their namespace. */
export function read<T>(content: string, use: (all: Find, root: XmlElement) => T): T {
  const document = XmlDocument.fromString(content);
  try {
    return use((path, from) => {
      const xpath = path.replace(/\w+/g, (name) => `*[local-name()='${name}']`);
      return (from ?? document.root).find(xpath) as XmlElement[];
    }, document.root);
  } finally {
    document.dispose();
  }
}
export type Find = (path: string, from?: XmlElement) => XmlElement[];

/** Summarises a status report: each file, batch and listed debit with its status and reason. */
const statusesOf = (report: string): string[] =>
  read(report, (all) => {
    const line = (element: XmlElement, id: string, status: string): string =>
      [id, status, 'StsRsnInf/Rsn/Cd']
        .flatMap((path) => all(path, element).map((one) => one.content))
        .join(' ');
    return [
      ...all('//OrgnlGrpInfAndSts').map((one) => line(one, 'OrgnlMsgId', 'GrpSts')),
      ...all('//OrgnlPmtInfAndSts').map((one) => line(one, 'OrgnlPmtInfId', 'PmtInfSts')),
      ...all('//TxInfAndSts').map((one) => line(one, 'OrgnlEndToEndId', 'TxSts')),
    ];
  });

export const lastStatuses = (bank: BankCustomer): string[] =>
  statusesOf(bank.files.at(-1)?.statusReport ?? '');

/** Summarises the entries about debits in the reports on the account. */
export function entriesOf(bank: BankCustomer, until = '2027-03-31'): string[] {
  return bank
    .reports(until)
    .filter(({ kind }) => kind !== 'pain.002')
    .flatMap(({ kind, content }) =>
      read(content, (all) =>
        all('//Ntry')
          .filter((entry) => all('BkTxCd/Domn/Fmly/Cd', entry)[0]?.content === 'IDDT')
          .map((entry) =>
            [
              kind,
              ...['BookgDt', 'CdtDbtInd', 'Amt', 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/NbOfTxs']
                .concat(['NtryDtls/TxDtls/Refs/EndToEndId', 'NtryDtls/TxDtls/RtrInf/Rsn/Cd'])
                .flatMap((path) => all(path, entry).map((one) => one.content.trim())),
            ].join(' '),
          ),
      ),
    );
}

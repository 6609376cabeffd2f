import type { Schemas } from '@upc/contract/gateway';
import { findIbanFault } from '@upc/contract/iban';
import type { BankFormat, Collection, CollectionBatch, CollectionDebit } from '../collection.js';
import { longEndToEndId } from '../end-to-end-id.js';
import { must } from '../must.js';
import { writeXml, type XmlFields } from '../xml.js';
import { swissText } from './bank-text.js';
import {
  checkAmount,
  checkBatches,
  decimal,
  faultIn,
  headerOf,
  mustBeParty,
  mustHaveIdentifier,
} from './pain-008.js';
import { esrReference, ipiReference } from './swiss-references.js';

type SwissMethod = 'CH_DD' | 'LSV';
type SwissCollection = Collection<SwissMethod>;

/** What distinguishes the schemes in a file (SIX, guidelines for the Swiss direct debit procedure). */
interface Scheme {
  readonly method: SwissMethod;
  readonly serviceLevel: string;
  readonly localInstrument: string;
  /** Kind of the creditor's identifier, and where it is. */
  readonly identifierKind: string;
  readonly identifier: 'rsPid' | 'lsvIdentifier';
  readonly identifierName: string;
  /** The account that is credited. */
  readonly account: string;
}

/** CH-DD, in which PostFinance debits its customers. */
const CH_DD: Scheme = {
  method: 'CH_DD',
  serviceLevel: 'CHDD',
  localInstrument: 'DDCOR1',
  identifierKind: 'CHDD',
  identifier: 'rsPid',
  identifierName: 'RS-PID',
  account: 'an account at PostFinance',
};

/** LSV+, in which all other banks debit theirs. */
const LSV: Scheme = {
  method: 'LSV',
  serviceLevel: 'CHTA',
  localInstrument: 'LSV+',
  identifierKind: 'CHLS',
  identifier: 'lsvIdentifier',
  identifierName: 'LSV-IDENT',
  account: 'an account at a Swiss bank other than PostFinance, and no QR-IBAN',
};

const CALENDAR = 'SIC';
const MESSAGE_TYPE = 'pain.008.001.02.ch.03';

export const chDd: BankFormat<'CH_DD'> = swissFormat(CH_DD);
export const lsv: BankFormat<'LSV'> = swissFormat(LSV);

/** Makes a format that writes SIX's variant of pain.008.001.02. */
function swissFormat(scheme: Scheme): BankFormat<SwissMethod> {
  return {
    messageType: MESSAGE_TYPE,
    extension: 'xml',
    calendar: CALENDAR,
    mostDaysAhead: 30,
    mandateMonths: null,
    endToEndId: longEndToEndId,
    batchType: () => null,
    faultOf: (debit) => faultIn(() => checkDebit(scheme, debit)),

    write(collection) {
      const { creditor, batches } = collection;
      const identifier = mustHaveIdentifier(creditor[scheme.identifier], scheme.identifierName);
      check(scheme, collection);
      return writeXml({
        Document: {
          '@xmlns': `http://www.six-interbank-clearing.com/de/${MESSAGE_TYPE}.xsd`,
          CstmrDrctDbtInitn: {
            GrpHdr: {
              ...headerOf(collection),
              InitgPty: {
                Nm: swissText(creditor.name, 70),
                Id: { OrgId: { Othr: { Id: identifier } } },
              },
            },
            PmtInf: batches.map((batch) => batchFields(scheme, batch, collection, identifier)),
          },
        },
      });
    },
  };
}

/** The order of members is the one that SIX's schema prescribes. It has no totals of batches and no mandates. */
function batchFields(
  { serviceLevel, localInstrument, identifierKind, method }: Scheme,
  batch: CollectionBatch,
  { creditor, bank }: SwissCollection,
  identifier: string,
): XmlFields {
  const participant = participantOf(bank);
  return {
    PmtInfId: batch.id,
    PmtMtd: 'DD',
    PmtTpInf: { SvcLvl: { Prtry: serviceLevel }, LclInstrm: { Prtry: localInstrument } },
    ReqdColltnDt: batch.executionOn,
    Cdtr: partyFields(creditor.name, creditor.address),
    CdtrAcct: { Id: { IBAN: bank.iban } },
    CdtrAgt: {
      FinInstnId: {
        ...institutionOf(bank.iban),
        Othr: participant === undefined ? undefined : { Id: participant },
      },
    },
    CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: identifier, SchmeNm: { Prtry: identifierKind } } } } },
    DrctDbtTxInf: batch.debits.map((debit) =>
      debitFields(debit, method === 'LSV' ? referenceFields(debit.endToEndId, participant) : undefined),
    ),
  };
}

function debitFields({ endToEndId, amount, payer, text }: CollectionDebit, reference?: XmlFields): XmlFields {
  const { accountHolder, address, iban = '' } = payer;
  const remittance = { Ustrd: swissText(text, 140) || undefined, Strd: reference };
  return {
    PmtId: { InstrId: endToEndId, EndToEndId: endToEndId },
    InstdAmt: { '@Ccy': 'CHF', '#text': decimal(amount) },
    DbtrAgt: { FinInstnId: institutionOf(iban) },
    Dbtr: partyFields(accountHolder, address),
    DbtrAcct: { Id: { IBAN: iban } },
    RmtInf: remittance.Ustrd === undefined && remittance.Strd === undefined ? undefined : remittance,
  };
}

/** Debits carry the reference of an invoice if the bank has agreed a participant number, otherwise an IPI reference. */
function referenceFields(endToEndId: string, participant: string | undefined): XmlFields {
  const [kind, reference] =
    participant === undefined ? ['IPI', ipiReference(endToEndId)] : ['ESR', esrReference(endToEndId)];
  return { CdtrRefInf: { Tp: { CdOrPrtry: { Prtry: kind } }, Ref: reference } };
}

function participantOf(bank: SwissCollection['bank']): string | undefined {
  return 'participant' in bank ? bank.participant : undefined;
}

/** Names a bank by its institutional identification (IID), which every Swiss IBAN contains. */
function institutionOf(iban: string): XmlFields {
  return { ClrSysMmbId: { MmbId: iban.slice(4, 9) } };
}

function partyFields(name = '', address?: Schemas['Address']): XmlFields {
  return { Nm: swissText(name, 70), PstlAdr: address && addressFields(address) };
}

function addressFields({ line1, line2, city, postalCode, country }: Schemas['Address']): XmlFields {
  return {
    StrtNm: swissText(line2 ? `${line1}, ${line2}` : line1, 70) || undefined,
    PstCd: swissText(postalCode, 16) || undefined,
    TwnNm: swissText(city, 35),
    Ctry: country,
  };
}

/** Checks what a bank would refuse. */
function check(scheme: Scheme, collection: SwissCollection): void {
  const { creditor, bank, currency, batches } = collection;
  must(currency === 'CHF', `The currency is ${currency}; ${scheme.method} collects CHF.`);
  must(
    findIbanFault(bank.iban, scheme.method) === null,
    `The creditor's IBAN is not valid for ${scheme.method}, which needs ${scheme.account}.`,
  );
  mustBeParty(creditor.name, creditor.address, 'The creditor', swissText);
  checkBatches(collection, CALENDAR);
  for (const { debits } of batches) for (const debit of debits) checkDebit(scheme, debit);
}

function checkDebit({ method }: Scheme, debit: CollectionDebit): void {
  checkAmount(debit);
  const { endToEndId, payer } = debit;
  const { accountHolder, iban = '', address } = payer;
  must(findIbanFault(iban, method) === null, `Debit ${endToEndId} has an IBAN that ${method} cannot debit.`);
  must(address !== undefined, `Debit ${endToEndId} needs the payer's address.`);
  mustBeParty(accountHolder, address, `The payer of debit ${endToEndId}`, swissText);
}

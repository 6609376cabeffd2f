import type { Schemas } from '@upc/contract/gateway';
import { findIbanFault, isIban, needsDebtorAddress } from '@upc/contract/iban';
import { isCreditorIdentifier } from '../../../mandates/creditor.js';
import type { BankFormat, Collection, CollectionBatch, CollectionDebit } from '../collection.js';
import { longEndToEndId } from '../end-to-end-id.js';
import { must } from '../must.js';
import { writeXml, type XmlFields } from '../xml.js';
import { sepaText } from './bank-text.js';
import {
  checkAmount,
  checkBatches,
  decimal,
  faultIn,
  headerOf,
  mustBeParty,
  mustBeReference,
  mustHaveIdentifier,
  totalsOf,
} from './pain-008.js';

type SepaCollection = Collection<'SEPA'>;

const CALENDAR = 'TARGET';

/**
 * SEPA Core direct debits as pain.008.001.08, according to the European Payments Council's guidelines for creditors and
 * their banks (EPC130-08).
 */
export const sepaCore: BankFormat<'SEPA'> = {
  messageType: 'pain.008.001.08',
  extension: 'xml',
  calendar: CALENDAR,
  // SEPA Core rulebook: banks take a collection at most 14 calendar days before it is due.
  mostDaysAhead: 14,
  // SEPA Core rulebook: a mandate that was not used for 36 months may not be used any more.
  mandateMonths: 36,
  endToEndId: longEndToEndId,

  /** SEPA Core rulebook, AT-21: the place of a collection in the sequence of its mandate. */
  batchType({ paymentType }, { isFirst, isLast }) {
    if (paymentType === 'ONE_OFF') return 'OOFF';
    if (isFirst) return 'FRST';
    return isLast ? 'FNAL' : 'RCUR';
  },

  faultOf: (debit, { bank }) => faultIn(() => checkDebit(debit, bank.iban)),

  write(collection) {
    const identifier = mustHaveIdentifier(collection.creditor.creditorIdentifier, 'creditor identifier');
    check(collection, identifier);
    return writeXml({
      Document: {
        '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08',
        CstmrDrctDbtInitn: {
          GrpHdr: { ...headerOf(collection), InitgPty: { Nm: sepaText(collection.creditor.name, 70) } },
          PmtInf: collection.batches.map((batch) => batchFields(batch, collection, identifier)),
        },
      },
    });
  },
};

/** The order of members is the one that the schema of ISO 20022 prescribes. */
function batchFields(
  batch: CollectionBatch,
  { creditor, bank }: SepaCollection,
  identifier: string,
): XmlFields {
  return {
    PmtInfId: batch.id,
    PmtMtd: 'DD',
    BtchBookg: true,
    ...totalsOf(batch.debits),
    PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'CORE' }, SeqTp: batch.type ?? undefined },
    ReqdColltnDt: batch.executionOn,
    Cdtr: partyFields(creditor.name, creditor.address),
    CdtrAcct: { Id: { IBAN: bank.iban } },
    CdtrAgt: { FinInstnId: bank.bic === undefined ? NOT_PROVIDED : { BICFI: bank.bic } },
    ChrgBr: 'SLEV',
    CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: identifier, SchmeNm: { Prtry: 'SEPA' } } } } },
    DrctDbtTxInf: batch.debits.map(debitFields),
  };
}

function debitFields({ endToEndId, amount, mandate, payer, text }: CollectionDebit): XmlFields {
  const remittance = sepaText(text, 140);
  return {
    PmtId: { EndToEndId: endToEndId },
    InstdAmt: { '@Ccy': 'EUR', '#text': decimal(amount) },
    DrctDbtTx: {
      MndtRltdInf: {
        MndtId: mandate.reference,
        DtOfSgntr: mandate.signedOn,
        // "Same mandate, new debtor account" stands for every change of account, at the same bank or another.
        ...(mandate.hasNewAccount && {
          AmdmntInd: true,
          AmdmntInfDtls: { OrgnlDbtrAcct: { Id: { Othr: { Id: 'SMNDA' } } } },
        }),
      },
    },
    DbtrAgt: { FinInstnId: NOT_PROVIDED },
    Dbtr: partyFields(payer.accountHolder, payer.address),
    DbtrAcct: { Id: { IBAN: payer.iban } },
    ...(remittance !== '' && { RmtInf: { Ustrd: remittance } }),
  };
}

/** Banks derive the BIC from the IBAN. */
const NOT_PROVIDED: XmlFields = { Othr: { Id: 'NOTPROVIDED' } };

function partyFields(name = '', address?: Schemas['Address']): XmlFields {
  return { Nm: sepaText(name, 70), PstlAdr: address && addressFields(address) };
}

/** A second address line makes the address a hybrid one. Unstructured addresses are not allowed since 22 November 2026. */
function addressFields({ line1, line2, city, postalCode, state, country }: Schemas['Address']): XmlFields {
  return {
    StrtNm: sepaText(line1, 70) || undefined,
    PstCd: sepaText(postalCode, 16) || undefined,
    TwnNm: sepaText(city, 35),
    CtrySubDvsn: sepaText(state ?? '', 35) || undefined,
    Ctry: country,
    AdrLine: sepaText(line2 ?? '', 70) || undefined,
  };
}

/** Checks what a bank would refuse. */
function check(collection: SepaCollection, identifier: string): void {
  const { creditor, bank, currency, batches } = collection;
  must(currency === 'EUR', `The currency is ${currency}; SEPA collects EUR.`);
  must(isIban(bank.iban), "The creditor's IBAN is not valid.");
  must(isCreditorIdentifier(identifier), `The creditor identifier ${identifier} is not valid.`);
  must(
    bank.bic === undefined || /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank.bic),
    `The creditor's BIC ${bank.bic} is not valid.`,
  );
  mustBeParty(creditor.name, creditor.address, 'The creditor', sepaText);
  checkBatches(collection, CALENDAR);
  for (const { debits } of batches) for (const debit of debits) checkDebit(debit, bank.iban);
}

function checkDebit(debit: CollectionDebit, creditorIban: string): void {
  checkAmount(debit);
  const { endToEndId, mandate, payer } = debit;
  const { accountHolder, iban = '', address } = payer;
  mustBeReference(mandate.reference, `mandate of debit ${endToEndId}`);
  must(findIbanFault(iban, 'SEPA') === null, `Debit ${endToEndId} has an IBAN that SEPA cannot debit.`);
  mustBeParty(accountHolder, address, `The payer of debit ${endToEndId}`, sepaText);
  must(
    address !== undefined || ![iban, creditorIban].some((each) => needsDebtorAddress(each.slice(0, 2))),
    `Debit ${endToEndId} needs the payer's address, because an account is outside the European Economic Area.`,
  );
}

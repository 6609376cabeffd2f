import type { Schemas } from '@upc/contract/gateway';
import { findIbanFault, isIban, needsDebtorAddress } from '@upc/contract/iban';
import { StaffError } from '../../../../../core/errors/staff-error.js';
import { isCreditorIdentifier } from '../../../mandates/creditor.js';
import { isBankDay } from '../bank-days.js';
import type { Collection, CollectionBatch, CollectionDebit } from '../collection.js';
import { writeXml, type XmlFields } from '../xml.js';
import { isSepaReference, sepaText } from './sepa-text.js';

/** Cents of the largest debit: 999,999,999.99 euros (EPC130-08). */
const MAX_AMOUNT = 99_999_999_999;

/**
 * Writes a collection as pain.008.001.08 for SEPA Core direct debits, according to the European Payments Council's
 * guidelines for creditors and their banks (EPC130-08). Members have the order that the schema of ISO 20022 prescribes.
 *
 * @throws StaffError when a bank would refuse the file
 */
export function sepaCollectionFile(collection: Collection): string {
  check(collection);
  const { messageId, createdAt, creditor, batches } = collection;
  const debits = batches.flatMap((batch) => batch.debits);
  return writeXml({
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08',
      CstmrDrctDbtInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: `${createdAt.toISOString().slice(0, 19)}Z`,
          ...totalsOf(debits),
          InitgPty: { Nm: sepaText(creditor.name, 70) },
        },
        PmtInf: batches.map((batch) => batchFields(batch, creditor)),
      },
    },
  });
}

function batchFields(batch: CollectionBatch, creditor: Collection['creditor']): XmlFields {
  return {
    PmtInfId: batch.id,
    PmtMtd: 'DD',
    BtchBookg: true,
    ...totalsOf(batch.debits),
    PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'CORE' }, SeqTp: batch.sequenceType },
    ReqdColltnDt: batch.executionOn,
    Cdtr: partyFields(creditor.name, creditor.address),
    CdtrAcct: { Id: { IBAN: creditor.iban } },
    CdtrAgt: { FinInstnId: creditor.bic === null ? NOT_PROVIDED : { BICFI: creditor.bic } },
    ChrgBr: 'SLEV',
    CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: creditor.identifier, SchmeNm: { Prtry: 'SEPA' } } } } },
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
    Dbtr: partyFields(payer.name, payer.address),
    DbtrAcct: { Id: { IBAN: payer.iban } },
    ...(remittance !== '' && { RmtInf: { Ustrd: remittance } }),
  };
}

/** Banks derive the BIC from the IBAN. */
const NOT_PROVIDED: XmlFields = { Othr: { Id: 'NOTPROVIDED' } };

function partyFields(name: string, address: Schemas['Address'] | undefined): XmlFields {
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

function totalsOf(debits: readonly CollectionDebit[]): XmlFields {
  return { NbOfTxs: debits.length, CtrlSum: decimal(debits.reduce((sum, { amount }) => sum + amount, 0)) };
}

function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Checks what a bank would refuse. Messages name identifiers but no personal data. */
function check({ messageId, creditor, currency, batches }: Collection): void {
  const debits = batches.flatMap((batch) => batch.debits);
  mustBeReference(messageId, 'message');
  must(currency === 'EUR', `The currency is ${currency}; SEPA collects EUR.`);
  must(isIban(creditor.iban), "The creditor's IBAN is not valid.");
  must(
    isCreditorIdentifier(creditor.identifier),
    `The creditor identifier ${creditor.identifier} is not valid.`,
  );
  must(
    creditor.bic === null || /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(creditor.bic),
    `The creditor's BIC ${creditor.bic} is not valid.`,
  );
  mustBeParty(creditor.name, creditor.address, 'The creditor');
  must(batches.length > 0, 'The collection has no batches.');
  mustBeUnique(batches.map((batch) => batch.id));
  mustBeUnique(debits.map((debit) => debit.endToEndId));
  for (const batch of batches) {
    mustBeReference(batch.id, 'batch');
    must(batch.debits.length > 0, `Batch ${batch.id} has no debits.`);
    must(
      isBankDay('TARGET', batch.executionOn),
      `Batch ${batch.id} is executed on ${batch.executionOn}, on which banks do not settle.`,
    );
  }
  for (const debit of debits) checkDebit(debit, creditor.iban);
}

/** Returns why a bank would refuse a debit, or null. */
export function faultOfDebit(debit: CollectionDebit, creditorIban: string): string | null {
  try {
    checkDebit(debit, creditorIban);
    return null;
  } catch (error) {
    if (error instanceof StaffError) return error.message;
    throw error;
  }
}

function checkDebit({ endToEndId, amount, mandate, payer }: CollectionDebit, creditorIban: string): void {
  const debit = `Debit ${endToEndId}`;
  mustBeReference(endToEndId, 'debit');
  must(
    Number.isSafeInteger(amount) && amount > 0 && amount <= MAX_AMOUNT,
    `${debit} has the amount ${amount}; allowed are 1 to ${MAX_AMOUNT} cents.`,
  );
  mustBeReference(mandate.reference, `mandate of debit ${endToEndId}`);
  must(findIbanFault(payer.iban, 'SEPA') === null, `${debit} has an IBAN that SEPA cannot debit.`);
  mustBeParty(payer.name, payer.address, `The payer of debit ${endToEndId}`);
  must(
    payer.address !== undefined ||
      ![payer.iban, creditorIban].some((iban) => needsDebtorAddress(iban.slice(0, 2))),
    `${debit} needs the payer's address, because an account is outside the European Economic Area.`,
  );
}

function mustBeReference(reference: string, what: string): void {
  must(
    isSepaReference(reference),
    `The reference "${reference}" (${what}) is not valid: allowed are 1 to 35 characters of SEPA's set, no "/" at the beginning or end, and no "//".`,
  );
}

function mustBeParty(name: string, address: Schemas['Address'] | undefined, who: string): void {
  must(sepaText(name, 70) !== '', `${who} has no name.`);
  if (address === undefined) return;
  must(
    sepaText(address.city, 35) !== '' && /^[A-Z]{2}$/.test(address.country),
    `${who} has an address without a town or a country code.`,
  );
}

function mustBeUnique(references: readonly string[]): void {
  const seen = new Set<string>();
  for (const reference of references) {
    must(!seen.has(reference), `The reference "${reference}" is used twice.`);
    seen.add(reference);
  }
}

function must(isMet: boolean, problem: string): void {
  if (!isMet) throw new StaffError(`The bank would refuse the file. ${problem}`);
}

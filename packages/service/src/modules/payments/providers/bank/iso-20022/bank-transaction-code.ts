import type { XmlElement } from '../xml.js';
import { endToEndIdOf, find, referenceAt, textAt } from './read-values.js';

/** Sub-families that banks use, in every family, for what they charge (ISO 20022, external code sets). */
const CHARGES = ['CHRG', 'COME', 'COMI', 'COMM', 'COMT', 'FEES', 'INTR', 'TAXE'];

/**
 * Returns whether an entry or one of its transactions concerns debits that the account's owner collects.
 *
 * The family of issued direct debits (IDDT) contains them, except charges. The family of received ones (RDDT) contains
 * what others collect from the account; some banks book returns there, which have return information. If there is only
 * a code of the bank's own, references decide: a debit is a return if it has return information or a mandate, or if it
 * reverses an earlier credit and has an end-to-end id, as Swiss debits have no mandate; a credit concerns debits if it
 * has a mandate or a batch.
 *
 * @param transaction null for an entry without transactions
 */
export function concernsDebit(entry: XmlElement, transaction: XmlElement | null): boolean {
  const code = (transaction && find(transaction, 'BkTxCd')) ?? find(entry, 'BkTxCd');
  const domain = code && find(code, 'Domn');
  const direction = (transaction && textAt(transaction, 'CdtDbtInd')) ?? textAt(entry, 'CdtDbtInd');
  const isCredit = direction === 'CRDT';
  const isReturned = transaction !== null && find(transaction, 'RtrInf') !== null;
  if (domain) {
    if (textAt(domain, 'Cd') !== 'PMNT') return false;
    const family = textAt(domain, 'Fmly/Cd');
    if (family === 'IDDT') return !CHARGES.includes(textAt(domain, 'Fmly/SubFmlyCd') ?? '');
    return family === 'RDDT' && isReturned && !isCredit;
  }
  const has = (path: string): boolean => transaction !== null && referenceAt(transaction, path) !== null;
  if (!isCredit) {
    // A reversal in the direction of a debit takes back a credit.
    const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
    return (
      isReturned ||
      has('Refs/MndtId') ||
      (isReversal && transaction !== null && endToEndIdOf(transaction) !== null)
    );
  }
  const details = entry.children.filter(({ name }) => name === 'NtryDtls');
  return (
    has('Refs/MndtId') ||
    has('Refs/PmtInfId') ||
    details.some((each) => referenceAt(each, 'Btch/PmtInfId') !== null)
  );
}

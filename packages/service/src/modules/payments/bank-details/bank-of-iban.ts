import { createRequire } from 'node:module';
import { isPostFinance } from '@upc/contract/iban';
import type * as Germany from 'bankdata-germany' with { 'resolution-mode': 'require' };
import ibanTables from 'iban-to-bic';

/** Loaded with `require`, because the types of the package's ES module do not resolve. */
const germany = createRequire(import.meta.url)('bankdata-germany') as typeof Germany;

/** The name and BIC of a bank. A member is absent if no table contains it; nothing is guessed. */
export interface Bank {
  readonly bankName?: string;
  readonly bic?: string;
}

/** The only bank that is recognised by its clearing number, because a scheme's rule contains that number (CH_DD). */
const POSTFINANCE: Bank = { bankName: 'PostFinance', bic: 'POFICHBEXXX' };

/**
 * Looks up an account's bank in the tables listed, with their age, in `docs/bank-data.md`.
 *
 * @param iban valid, without spaces
 */
export function bankOfIban(iban: string): Bank {
  if (isPostFinance(iban)) return POSTFINANCE;
  if (iban.startsWith('DE')) return germanBank(iban);
  const bic = ibanTables.ibanToBic(iban);
  return bic === undefined ? {} : { bic };
}

function germanBank(iban: string): Bank {
  const found = germany.bankDataByIBAN(iban);
  if (!found) return {};
  return { bankName: found.bankName, ...(found.bic ? { bic: found.bic } : {}) };
}

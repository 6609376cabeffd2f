import { createRequire } from 'node:module';
import { isPostFinance } from '@upc/contract/iban';
import type * as Germany from 'bankdata-germany' with { 'resolution-mode': 'require' };
import ibanTables from 'iban-to-bic';

/** Required, not imported: the types of the package's ES module do not resolve. */
const germany = createRequire(import.meta.url)('bankdata-germany') as typeof Germany;

/** The name and BIC of a bank; a member is absent where no table says it, rather than guessed. */
export interface Bank {
  readonly bankName?: string;
  readonly bic?: string;
}

/** The one bank whose clearing number is part of a scheme's rule (CH_DD). */
const POSTFINANCE: Bank = { bankName: 'PostFinance', bic: 'POFICHBEXXX' };

/**
 * The bank of an account, from the tables that `docs/bank-data.md` names with their age.
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

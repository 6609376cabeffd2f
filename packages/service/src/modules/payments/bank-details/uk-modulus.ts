import type { ModulusRow, ModulusTable } from './uk-modulus-table.js';

/** The sort code of the public test accounts, which satisfies no modulus check. */
const TEST_SORT_CODE = '108800';
/** Sort codes that exceptions 8 and 9 check instead of the actual one. */
const FIXED_SORT_CODES: Readonly<Record<number, string>> = { 8: '090126', 9: '309634' };
/** The first exception of each pair that needs only one passing check: 2 with 9, 10 with 11, 12 with 13. */
const EITHER = [2, 10, 12];
/** Weights of exception 2 for an account number that does not begin with 0. */
const EXCEPTION_2_WEIGHTS = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1];
/** Positions of digit g in the account number, and of the weight of digit c. */
const G = 6;
const C = 8;

/** Whether a sort code (6 digits) and an account number (8 digits) can belong together. */
export type ModulusCheck = (sortCode: string, accountNumber: string) => boolean;

/**
 * Builds the modulus check for UK accounts (Pay.UK, Validating account numbers). A sort code that is not in the table
 * passes, as the rule requires, and so do test accounts.
 */
export function modulusCheck({ rows, substitutes }: ModulusTable): ModulusCheck {
  return (sortCode, accountNumber) => {
    const [first, second] = rows.filter(({ start, end }) => start <= sortCode && sortCode <= end);
    if (first === undefined || sortCode === TEST_SORT_CODE) return true;
    const passes = (row: ModulusRow, account = accountNumber) => {
      const substitute = row.exception === 5 ? substitutes.get(sortCode) : undefined;
      return fits(row, substitute ?? FIXED_SORT_CODES[row.exception] ?? sortCode, account);
    };
    if (passes(first)) {
      return second === undefined || EITHER.includes(first.exception) || passes(second);
    }
    if (first.exception === 14) {
      return /[019]$/.test(accountNumber) && passes(first, `0${accountNumber.slice(0, -1)}`);
    }
    return second !== undefined && EITHER.includes(first.exception) && passes(second);
  };
}

/** Returns whether the digits satisfy one row. The rule calls the digits of the account number a to h. */
function fits(row: ModulusRow, sortCode: string, account: string): boolean {
  const { exception, method } = row;
  const [a = 0, , c = 0, , , , g = 0, h = 0] = Array.from(account, Number);
  if (exception === 3 && (c === 6 || c === 9)) return true;
  // Foreign currency accounts have no check digit.
  if (exception === 6 && a >= 4 && a <= 8 && g === h) return true;

  const weights = weightsFor(row, account);
  const products = Array.from(sortCode + account, (digit, index) => Number(digit) * (weights[index] ?? 0));
  const terms = method === 'DBLAL' ? Array.from(products.join(''), Number) : products;
  const total = terms.reduce((sum, term) => sum + term, exception === 1 ? 27 : 0);
  const modulus = method === 'MOD11' ? 11 : 10;
  const remainder = total % modulus;
  if (exception === 4) return remainder === 10 * g + h;
  if (exception === 5) return (modulus - remainder) % modulus === (method === 'DBLAL' ? h : g);
  return remainder === 0;
}

function weightsFor({ exception, weights }: ModulusRow, account: string): readonly number[] {
  const isEuro = exception === 2 && !account.startsWith('0');
  const own = isEuro ? EXCEPTION_2_WEIGHTS : weights;
  const skipsStart = isEuro || exception === 7 || (exception === 10 && /^[09]9/.test(account));
  return skipsStart && account[G] === '9' ? own.map((weight, index) => (index < C ? 0 : weight)) : own;
}

import { isValidIBAN } from 'ibantools';
import type { DebitedMethod } from '@upc/contract/catalogue';
import type { FailureCode } from '@upc/contract/simulator-api';
import type { Verdict } from '../ledger/events.js';
import { Refusal } from '../refusal.js';
import { TEST_ACCOUNTS } from './test-data.js';

/**
 * Details of a direct debit that the service sends. They are checked again here, because a provider trusts no caller.
 */
export interface DebitDetails {
  readonly accountHolder?: string;
  readonly iban?: string;
  readonly accountNumber?: string;
  readonly bankLocationId?: string;
  readonly accountType?: 'CHECKING' | 'SAVINGS';
}

export interface DebitAccount {
  readonly holder: string;
  /** The whole number. It stays in memory; the fingerprint and the mask are made from it. */
  readonly number: string;
  readonly masked: string;
  readonly bankLocationId?: string;
  readonly onSetup: Verdict;
  readonly onCharge: Verdict;
  readonly onReturn?: FailureCode;
}

interface Numbers {
  readonly number: string;
  readonly masked: string;
  readonly bankLocationId?: string;
}

const POSTFINANCE = '09000';

/**
 * Reads the account that the details name, and the verdict of its bank.
 *
 * @throws Refusal `parameter_missing` or `parameter_invalid` naming the detail
 */
export function debitAccount(method: DebitedMethod, details: DebitDetails): DebitAccount {
  const holder = required(details, 'accountHolder').trim();
  if (holder === '') throw missing('accountHolder');
  const numbers = READERS[method](details);
  const known = TEST_ACCOUNTS.find((one) => one.methods.includes(method) && one.number === numbers.number);
  return { holder, onSetup: 'approved', onCharge: 'approved', ...numbers, ...verdicts(known) };
}

const verdicts = (known: (typeof TEST_ACCOUNTS)[number] | undefined): Partial<DebitAccount> =>
  known === undefined
    ? {}
    : {
        onSetup: known.onSetup,
        onCharge: known.onCharge,
        ...(known.onReturn && { onReturn: known.onReturn }),
      };

/** Functions that read an account from the details, by method. */
const READERS = {
  SEPA: readIban,
  CH_DD: (details) => readSwissIban(details, (clearing) => clearing === POSTFINANCE, 'of PostFinance'),
  LSV: (details) =>
    readSwissIban(details, (clearing) => clearing !== POSTFINANCE, 'of a bank other than PostFinance'),
  BACS: (details) =>
    readAccount(details, {
      isLocation: (digits) => /^\d{6}$/.test(digits),
      isAccount: (digits) => /^\d{8}$/.test(digits),
      says: ['a sort code of 6 digits', '8 digits'],
    }),
  ACH: (details) =>
    readAccount(details, {
      isLocation: isRoutingNumber,
      isAccount: (digits) => /^\d{4,17}$/.test(digits),
      says: ['a routing number of 9 digits', '4 to 17 digits'],
    }),
  BECS: (details) =>
    readAccount(details, {
      isLocation: (digits) => /^\d{6}$/.test(digits),
      isAccount: (digits) => /^\d{1,9}$/.test(digits),
      says: ['a BSB of 6 digits', 'up to 9 digits'],
    }),
} satisfies Readonly<Record<DebitedMethod, (details: DebitDetails) => Numbers>>;

function readIban(details: DebitDetails): Numbers {
  const iban = required(details, 'iban').replace(/\s/g, '').toUpperCase();
  if (!isValidIBAN(iban)) throw invalid('iban', 'a valid IBAN');
  return { number: iban, masked: `${iban.slice(0, 4)} •••• ${iban.slice(-4)}` };
}

/**
 * Reads the IBAN of a Swiss account. CH_DD debits PostFinance accounts only, LSV those of the other banks; a QR-IBAN
 * cannot be debited.
 */
function readSwissIban(
  details: DebitDetails,
  isOwnBank: (clearing: string) => boolean,
  banks: string,
): Numbers {
  const numbers = readIban(details);
  const clearing = numbers.number.slice(4, 9);
  const isSwiss = numbers.number.startsWith('CH') || numbers.number.startsWith('LI');
  const isQr = Number(clearing) >= 30000 && Number(clearing) <= 31999;
  if (!isSwiss || isQr || !isOwnBank(clearing)) {
    throw invalid('iban', `a Swiss or Liechtenstein IBAN ${banks}, and no QR-IBAN`);
  }
  return numbers;
}

interface AccountRule {
  readonly isLocation: (digits: string) => boolean;
  readonly isAccount: (digits: string) => boolean;
  /** Descriptions of the allowed bank locations and account numbers. */
  readonly says: readonly [string, string];
}

function readAccount(details: DebitDetails, { isLocation, isAccount, says }: AccountRule): Numbers {
  const bankLocationId = required(details, 'bankLocationId').replace(/[\s-]/g, '');
  const account = required(details, 'accountNumber').replace(/\s/g, '');
  if (!isLocation(bankLocationId)) throw invalid('bankLocationId', says[0]);
  if (!isAccount(account)) throw invalid('accountNumber', says[1]);
  return {
    number: `${bankLocationId}/${account}`,
    // The service masks Bacs accounts in the same way. Short numbers show fewer digits, so that most of the number is
    // always hidden.
    masked: `•••• ${account.slice(Math.max(account.length - 4, Math.ceil(account.length / 2)))}`,
    bankLocationId,
  };
}

/** Checks a routing number: nine digits, weights 3-7-1, modulo 10, not all zeros. */
function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const weighted = Array.from(digits, (digit, at) => Number(digit) * ([3, 7, 1][at % 3] ?? 0));
  const sum = weighted.reduce((total, value) => total + value, 0);
  return sum > 0 && sum % 10 === 0;
}

function required(details: DebitDetails, name: keyof DebitDetails): string {
  const value = details[name];
  if (value === undefined) throw missing(name);
  return value;
}

const missing = (name: string): Refusal =>
  Refusal.invalid('parameter_missing', `details.${name} is required for this method.`, `details.${name}`);
const invalid = (name: string, allowed: string): Refusal =>
  Refusal.invalid('parameter_invalid', `details.${name} must be ${allowed}.`, `details.${name}`);

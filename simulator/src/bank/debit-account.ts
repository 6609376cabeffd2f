import { isValidIBAN } from 'ibantools';
import type { DebitMethod } from '@upc/contract/simulator-api';
import type { Verdict } from '../ledger/events.js';
import { Refusal } from '../refusal.js';
import { TEST_ACCOUNTS } from './test-data.js';

/** What the service hands over of a direct debit. Checked here again: a provider trusts nobody. */
export interface DebitDetails {
  readonly accountHolder?: string;
  readonly iban?: string;
  readonly accountNumber?: string;
  readonly bankLocationId?: string;
  readonly accountType?: 'CHECKING' | 'SAVINGS';
}

export interface DebitAccount {
  readonly holder: string;
  /** The whole number. It stays in memory: fingerprint and mask are made of it. */
  readonly number: string;
  readonly masked: string;
  readonly bankLocationId?: string;
  readonly onSetup: Verdict;
  readonly onCharge: Verdict;
}

/** What `read` finds in the details. */
interface Numbers {
  readonly number: string;
  readonly masked: string;
  readonly bankLocationId?: string;
}

const POSTFINANCE = '09000';

/**
 * The account that the details name, and what its bank will say.
 *
 * @throws Refusal `parameter_missing` or `parameter_invalid` naming the detail
 */
export function debitAccount(method: DebitMethod, details: DebitDetails): DebitAccount {
  const holder = required(details, 'accountHolder').trim();
  if (holder === '') throw missing('accountHolder');
  const numbers = usesIban(method) ? readIban(method, details) : readAccount(method, details);
  const known = TEST_ACCOUNTS.find((one) => one.methods.includes(method) && one.number === numbers.number);
  return { holder, onSetup: 'approved', onCharge: 'approved', ...numbers, ...verdicts(known) };
}

const verdicts = (known: (typeof TEST_ACCOUNTS)[number] | undefined): Partial<DebitAccount> =>
  known === undefined ? {} : { onSetup: known.onSetup, onCharge: known.onCharge };

const usesIban = (method: DebitMethod): boolean => ['SEPA', 'CH_DD', 'LSV'].includes(method);

function readIban(method: DebitMethod, details: DebitDetails): Numbers {
  const iban = required(details, 'iban').replace(/\s/g, '').toUpperCase();
  if (!isValidIBAN(iban)) throw invalid('iban', 'a valid IBAN');
  if (method !== 'SEPA') requireSwiss(method, iban);
  return { number: iban, masked: `${iban.slice(0, 4)} •••• ${iban.slice(-4)}` };
}

/** CH_DD debits PostFinance accounts only, LSV those of the other banks; a QR-IBAN is no debit account. */
function requireSwiss(method: DebitMethod, iban: string): void {
  const clearing = iban.slice(4, 9);
  const swiss = iban.startsWith('CH') || iban.startsWith('LI');
  const qr = Number(clearing) >= 30000 && Number(clearing) <= 31999;
  const postFinance = clearing === POSTFINANCE;
  if (!swiss || qr || postFinance !== (method === 'CH_DD')) {
    const banks = method === 'CH_DD' ? 'of PostFinance' : 'of a bank other than PostFinance';
    throw invalid('iban', `a Swiss or Liechtenstein IBAN ${banks}, and no QR-IBAN`);
  }
}

const ACCOUNT_RULES = {
  BACS: { location: /^\d{6}$/, account: /^\d{8}$/, says: ['a sort code of 6 digits', '8 digits'] },
  ACH: {
    location: /^\d{9}$/,
    account: /^\d{4,17}$/,
    says: ['a routing number of 9 digits', '4 to 17 digits'],
  },
  BECS: { location: /^\d{6}$/, account: /^\d{1,9}$/, says: ['a BSB of 6 digits', 'up to 9 digits'] },
} as const;

function readAccount(method: DebitMethod, details: DebitDetails): Numbers {
  const rule = ACCOUNT_RULES[method as keyof typeof ACCOUNT_RULES];
  const bankLocationId = required(details, 'bankLocationId').replace(/[\s-]/g, '');
  const account = required(details, 'accountNumber').replace(/\s/g, '');
  if (!rule.location.test(bankLocationId) || (method === 'ACH' && !isRoutingNumber(bankLocationId))) {
    throw invalid('bankLocationId', rule.says[0]);
  }
  if (!rule.account.test(account)) throw invalid('accountNumber', rule.says[1]);
  return {
    number: `${bankLocationId}/${account}`,
    // Short ones keep less, so that most of the number is always hidden.
    masked: `••••${account.slice(Math.max(account.length - 4, Math.ceil(account.length / 2)))}`,
    bankLocationId,
  };
}

/** Weights 3-7-1, modulo 10, not all zeros. */
function isRoutingNumber(digits: string): boolean {
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

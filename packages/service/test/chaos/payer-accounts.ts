import type { DebitMethod } from '@upc/contract/catalogue';
import type { PaymentDetails } from '@upc/contract/gateway';
import type { BankMethod } from '../../src/modules/studios/studios.stored.js';
import type { Random } from '@upc/server-kit/random';
import type { Story } from './story.js';

const address = { line1: 'Seestrasse 40', city: 'Zürich', postalCode: '8002', country: 'CH' };

/** Accounts that the simulated provider accepts. */
const ACCOUNTS: Readonly<Record<DebitMethod | 'BECS', PaymentDetails>> = {
  SEPA: { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' },
  CH_DD: { accountHolder: 'Reto Baumann', iban: 'CH8309000000100012345', address },
  LSV: { accountHolder: 'Reto Baumann', iban: 'CH9300762011623852957', address },
  BACS: {
    accountHolder: 'Gwen Harris',
    bankLocationId: '108800',
    accountNumber: '00012345',
    email: 'gwen@example.com',
    address: { ...address, country: 'GB' },
  },
  ACH: {
    accountHolder: 'Dale Whitman',
    bankLocationId: '110000000',
    accountNumber: '000123456789',
    accountType: 'CHECKING',
    holderType: 'PERSONAL',
  },
  BECS: {
    accountHolder: 'Ruby Campbell',
    bankLocationId: '000000',
    accountNumber: '000123456',
    email: 'ruby@example.com',
  },
};
/** Account that is refused only when it is debited (SEPA). */
const EMPTY_ACCOUNT = 'DE65370400440002222227';

/** Account of the payer alone, whose debits are paid. */
const OWN = 'own';

/**
 * Accounts with their frequency, by what the studio's own bank does with their debits. The mandate is accepted for each.
 */
const AT_BANK: Readonly<Partial<Record<BankMethod, Readonly<Record<string, number>>>>> = {
  SEPA: {
    DE89370400440532013000: 60,
    // The account is closed, and the debit is refused.
    DE62370400440532013001: 10,
    // It is returned: there is no money, the payer wants it back, or the account is closed.
    DE65370400440002222227: 10,
    DE08370400440532013003: 5,
    DE78370400440532013004: 5,
    // The account has moved to another bank.
    DE24370400440532013006: 10,
  },
  CH_DD: {
    CH8309000000100012345: 60,
    CH0809000000100044444: 10,
    CH1909000000100022227: 10,
    CH3209000000100055555: 10,
    CH8109000000100033333: 10,
  },
  LSV: {
    CH9300762011623852957: 60,
    CH5400762011623844444: 10,
    CH7800762011623855555: 15,
    CH3000762011623833333: 15,
  },
  ACH: {
    [OWN]: 50,
    // It is returned: there is no money, or the payer disputes it.
    '000222222227': 15,
    '000555555559': 10,
    // Already the pre-note is returned: the account is closed, or unknown.
    '000111111113': 8,
    '000111111116': 7,
    // The number has changed.
    '000888888885': 10,
  },
  BECS: {
    '000123456': 60,
    // It is returned: there is no such account, no money, or the payer has stopped the debits.
    '111111116': 10,
    '222222227': 20,
    '333333335': 10,
  },
};

/**
 * Returns the account with which a person pays. @param isBroke whether there is no money on it (SEPA), unless it is the
 * studio's own bank that debits it.
 */
export function accountOfPayer(
  { studio, random }: Story,
  method: DebitMethod | 'BECS',
  isBroke: boolean,
): PaymentDetails {
  const details = ACCOUNTS[method];
  const accounts = studio.bank?.[method as BankMethod] && AT_BANK[method as BankMethod];
  if (!accounts) return method === 'SEPA' && isBroke ? { ...details, iban: EMPTY_ACCOUNT } : details;
  const account = random.weighted(accounts);
  if (method === 'BECS') return { ...details, accountNumber: account };
  return method === 'ACH' ? { ...details, ...achAccount(account, random) } : { ...details, iban: account };
}

function achAccount(account: string, random: Random): Partial<PaymentDetails> {
  return {
    accountNumber: account === OWN ? String(random.between(1e9, 1e10 - 1)) : account,
    accountType: random.chance(0.2) ? 'SAVINGS' : 'CHECKING',
    holderType: random.chance(0.2) ? 'BUSINESS' : 'PERSONAL',
  };
}

import type { DebitedMethod } from '@upc/contract/catalogue';
import type { FailureCode } from '@upc/contract/simulator-api';
import type { Verdict } from '../ledger/events.js';

/**
 * Test values of the simulated provider, in one place. They follow the public test values of the large providers, so
 * that developers find familiar ones. A well-formed account that is not listed is approved. A card that is not listed
 * is refused, so that no payer uses a real one by mistake.
 */

export interface TestAccount {
  readonly methods: readonly DebitedMethod[];
  /** An IBAN, or bank location and account number separated by a slash; without spaces. */
  readonly number: string;
  /** Verdict when the mandate is given. */
  readonly onSetup: Verdict;
  /** Verdict when the account is debited. */
  readonly onCharge: Verdict;
  /** Reason for which a successful debit is returned later; absent if it is not returned. */
  readonly onReturn?: FailureCode;
}

const bad = (methods: readonly DebitedMethod[], number: string, verdict: Verdict): TestAccount => ({
  methods,
  number,
  onSetup: verdict,
  onCharge: verdict,
});
/**
 * Makes an account without enough money: the bank approves the mandate, because it cannot foresee the balance at the
 * debit.
 */
const empty = (methods: readonly DebitedMethod[], number: string): TestAccount => ({
  methods,
  number,
  onSetup: 'approved',
  onCharge: 'insufficient_funds',
});

/** Makes an account whose debits succeed and are returned after as much time again as they took to settle. */
const returned = (methods: readonly DebitedMethod[], number: string, code: FailureCode): TestAccount => ({
  methods,
  number,
  onSetup: 'approved',
  onCharge: 'approved',
  onReturn: code,
});

export const TEST_ACCOUNTS: readonly TestAccount[] = [
  bad(['SEPA'], 'DE62370400440532013001', 'declined'),
  empty(['SEPA'], 'DE65370400440002222227'),
  bad(['SEPA'], 'IT59W0542811101000000044444', 'declined'),
  empty(['SEPA'], 'IT34N0542811101000000022227'),
  bad(['SEPA'], 'ES7521000418410200044444', 'declined'),
  empty(['SEPA'], 'ES6721000418460200022227'),
  returned(['SEPA'], 'DE35370400440532013002', 'insufficient_funds'),
  bad(['CH_DD'], 'CH0809000000100044444', 'declined'),
  empty(['CH_DD'], 'CH1909000000100022227'),
  bad(['LSV'], 'CH5400762011623844444', 'declined'),
  bad(['BACS'], '108800/00044444', 'invalid_account'),
  bad(['ACH'], '110000000/000111111116', 'invalid_account'),
  bad(['BECS'], '000000/111111113', 'invalid_account'),
];

/** What becomes of a debit that a studio collects through its own bank, by ISO reason code or the return code of Nacha or BECS. */
export type CollectionOutcome =
  | { readonly kind: 'PAID' }
  /** Refused by the payer's bank before the debit is executed. */
  | { readonly kind: 'REFUSED'; readonly reason: string }
  /** Paid, and returned a number of bank days after the execution. */
  | { readonly kind: 'RETURNED'; readonly reason: string; readonly afterDays: number }
  /** Paid from the payer's account at another bank, which the mandate now covers. */
  | { readonly kind: 'MOVED'; readonly iban: string }
  /** Paid, and some bank days later the payer's bank notifies of a change by Nacha's change code. */
  | {
      readonly kind: 'CHANGED';
      readonly code: string;
      readonly corrected: string;
      readonly afterDays: number;
    };

const returnedFor = (reason: string, afterDays = 2): CollectionOutcome => ({
  kind: 'RETURNED',
  reason,
  afterDays,
});

/** Accounts that only the simulated bank treats differently. The simulated provider approves them. */
const COLLECTION_OUTCOMES: Readonly<Record<CollectedMethod, Readonly<Record<string, CollectionOutcome>>>> = {
  SEPA: {
    // The payer asks for the money back within eight weeks.
    DE08370400440532013003: returnedFor('MD06', 20),
    // The account is closed.
    DE78370400440532013004: returnedFor('AC04'),
    // The payer has died.
    DE51370400440532013005: returnedFor('MD07'),
    DE24370400440532013006: { kind: 'MOVED', iban: 'DE44500105175407324931' },
  },
  CH_DD: {
    // The payer objects within 30 days.
    CH3209000000100055555: returnedFor('MD06', 15),
    CH8109000000100033333: returnedFor('AC04'),
  },
  LSV: {
    CH7800762011623855555: returnedFor('MD06', 15),
    CH3000762011623833333: returnedFor('AC04'),
  },
  // The numbers are those of Stripe's test accounts as far as it has one for the same outcome.
  ACH: {
    // Closed account.
    '110000000/000111111113': returnedFor('R02'),
    // Insufficient funds.
    '110000000/000222222227': returnedFor('R01'),
    // The payer disputes the debit as not authorised.
    '110000000/000555555559': returnedFor('R10', 20),
    // The debit is paid, and the number has changed.
    '110000000/000888888885': {
      kind: 'CHANGED',
      code: 'C01',
      corrected: '000123456789',
      afterDays: 2,
    },
  },
  BECS: {
    // No account.
    '000000/111111116': returnedFor('5'),
    // Refer to customer.
    '000000/222222227': returnedFor('6'),
    // Payment stopped.
    '000000/333333335': returnedFor('2'),
  },
};

export type CollectedMethod = 'SEPA' | 'CH_DD' | 'LSV' | 'ACH' | 'BECS';

/** Returns what becomes of a debit from an account: an IBAN, or routing number (BSB) and account number separated by a slash. */
export function collectionOutcome(method: CollectedMethod, number: string): CollectionOutcome {
  const account = TEST_ACCOUNTS.find((one) => one.methods.includes(method) && one.number === number);
  if (account === undefined) return COLLECTION_OUTCOMES[method][number] ?? { kind: 'PAID' };
  if (method === 'ACH') return returnedFor('R03');
  if (method === 'BECS') return returnedFor('3');
  return account.onSetup === 'approved' ? returnedFor('AM04') : { kind: 'REFUSED', reason: 'AC04' };
}

export interface TestCard {
  /** Card number, digits only. */
  readonly number: string;
  /** Presentation of the bank's authentication page; absent if the bank requires no authentication. */
  readonly challenge?: 'redirect' | 'modal';
  /** Verdict after the authentication, if there is one. */
  readonly verdict: Verdict;
  /** Verdict on a later charge without the payer. */
  readonly onCharge: Verdict;
  /** ISO 3166-1 alpha-2 country of the issuer. */
  readonly country: string;
}

const card = (
  number: string,
  verdict: Verdict = 'approved',
  more: Partial<Pick<TestCard, 'challenge' | 'onCharge' | 'country'>> = {},
): TestCard => ({ number, verdict, onCharge: verdict, country: 'US', ...more });

export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242'),
  card('5555555555554444'),
  card('378282246310005'),
  card('6011111111111117'),
  card('30569309025904'),
  card('3566002020360505', 'approved', { country: 'JP' }),
  card('6200000000000005', 'approved', { country: 'CN' }),
  card('6759649826438453', 'approved', { country: 'GB' }),
  card('4000000000000002', 'declined'),
  card('4000000000009995', 'insufficient_funds'),
  card('4000000000000069', 'expired_card'),
  card('4000000000000127', 'incorrect_cvc'),
  card('4000000000000119', 'processing_error'),
  card('4000002760003184', 'approved', {
    challenge: 'redirect',
    country: 'DE',
    // This card always requires authentication, and at a later charge no payer is present to authenticate.
    onCharge: 'authentication_failed',
  }),
  card('4000000000003220', 'approved', { challenge: 'modal' }),
  card('4000008400001629', 'declined', { challenge: 'modal' }),
];

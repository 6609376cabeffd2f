import type { DebitedMethod } from '@upc/contract/catalogue';
import type { FailureCode } from '@upc/contract/simulator-api';
import type { Verdict } from '../ledger/events.js';

/**
 * The test values of the simulated provider, in one place. They follow the public test values of the big
 * providers, so that people find what they know. An account that is not here and is well formed is good; a
 * card that is not here is refused, so that nobody pays with a real one by mistake.
 */

export interface TestAccount {
  readonly methods: readonly DebitedMethod[];
  /** An IBAN, or bank location and account number with a slash between; without spaces. */
  readonly number: string;
  /** Verdict when the mandate is given. */
  readonly onSetup: Verdict;
  /** Verdict when the account is debited. */
  readonly onCharge: Verdict;
  /** Reason for which a debit that succeeded is returned some time later, if it is. */
  readonly onReturn?: FailureCode;
}

const bad = (methods: readonly DebitedMethod[], number: string, verdict: Verdict): TestAccount => ({
  methods,
  number,
  onSetup: verdict,
  onCharge: verdict,
});
/** The bank cannot know at the mandate what will be on the account at the debit. */
const empty = (methods: readonly DebitedMethod[], number: string): TestAccount => ({
  methods,
  number,
  onSetup: 'approved',
  onCharge: 'insufficient_funds',
});

/** Each debit succeeds, and comes back once as much time has passed as it took to settle. */
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

export interface TestCard {
  /** Digits only. */
  readonly number: string;
  /** The place where the bank asks the person to authenticate, if it does. */
  readonly challenge?: 'redirect' | 'modal';
  /** After the authentication, if there is one. */
  readonly verdict: Verdict;
  /** Charged later without the person. */
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
    // It asks for authentication always, and a later charge has nobody who could give it.
    onCharge: 'authentication_failed',
  }),
  card('4000000000003220', 'approved', { challenge: 'modal' }),
  card('4000008400001629', 'declined', { challenge: 'modal' }),
];

import type { FailureCode } from '@upc/contract/gateway';

type FailureMessages = Readonly<Record<FailureCode, string>>;

const en: FailureMessages = {
  DECLINED: 'The payment was declined. Please choose another payment method.',
  INSUFFICIENT_FUNDS: 'The account has not enough funds.',
  EXPIRED_CARD: 'The card has expired.',
  INCORRECT_CVC: 'The security code is wrong.',
  PROCESSING_ERROR: 'The payment could not be processed. Please try again.',
  AUTHENTICATION_FAILED: 'The payment was not confirmed.',
  INVALID_ACCOUNT: 'The account does not exist or cannot be debited.',
  CANCELLED_BY_PAYER: 'The payment was cancelled.',
  CANCELLED_ELSEWHERE: 'The payment was cancelled because another one was begun.',
  EXPIRED: 'The payment has expired.',
};

const de: FailureMessages = {
  DECLINED: 'Die Zahlung wurde abgelehnt. Bitte wählen Sie eine andere Zahlungsart.',
  INSUFFICIENT_FUNDS: 'Das Konto ist nicht ausreichend gedeckt.',
  EXPIRED_CARD: 'Die Karte ist abgelaufen.',
  INCORRECT_CVC: 'Der Sicherheitscode ist falsch.',
  PROCESSING_ERROR: 'Die Zahlung konnte nicht verarbeitet werden. Bitte versuchen Sie es erneut.',
  AUTHENTICATION_FAILED: 'Die Zahlung wurde nicht bestätigt.',
  INVALID_ACCOUNT: 'Das Konto gibt es nicht, oder es kann nicht belastet werden.',
  CANCELLED_BY_PAYER: 'Die Zahlung wurde abgebrochen.',
  CANCELLED_ELSEWHERE: 'Die Zahlung wurde abgebrochen, weil eine andere begonnen wurde.',
  EXPIRED: 'Die Zahlung ist abgelaufen.',
};

/** Why a payment has ended without success, in words a payer understands, by language. */
export const FAILURE_MESSAGES: Readonly<Record<string, FailureMessages>> = { en, de };
export const DEFAULT_FAILURE_MESSAGES = en;

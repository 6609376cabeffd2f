import type { Outcome } from '../rules/answer-challenge.js';

/** The words of the bank's pages. They are the bank's and no locale of the widget. */
export interface PageTexts {
  readonly language: string;
  readonly simulation: string;
  readonly simulationNote: string;
  readonly authentication: string;
  readonly hosted: string;
  readonly merchant: string;
  readonly amount: string;
  readonly noAmount: string;
  readonly reference: string;
  readonly card: string;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly others: string;
  readonly done: string;
  readonly doneNote: string;
  readonly waiting: string;
  readonly waitingNote: string;
  readonly over: string;
  readonly overNote: string;
  readonly back: string;
  readonly becs: {
    readonly agreement: string;
    /** By the name of the detail. */
    readonly labels: Readonly<Record<BecsField, string>>;
    readonly wrong: Readonly<Record<BecsField, string>>;
  };
}

export const BECS_FIELDS = ['accountHolder', 'bankLocationId', 'accountNumber', 'email'] as const;
export type BecsField = (typeof BECS_FIELDS)[number];

const en: PageTexts = {
  language: 'en',
  simulation: 'Simulation',
  simulationNote: 'This is no bank and no money moves. Choose how the payment goes on.',
  authentication: 'Confirm your payment',
  hosted: 'Approve your payment',
  merchant: 'Merchant',
  amount: 'Amount',
  noAmount: 'Nothing now; later payments are allowed',
  reference: 'Reference',
  card: 'Card',
  outcomes: {
    approve: 'Approve',
    refuse: 'The bank refuses',
    cancel: 'Cancel',
    later: 'Go back now, approve later',
    never: 'Never go back',
  },
  others: 'Other outcomes',
  done: 'You are done here',
  doneNote: 'You can go back to the merchant.',
  waiting: 'Nothing more happens here',
  waitingNote: 'The merchant hears nothing from the bank, as when a person closes the page.',
  over: 'This payment does not wait for you any more',
  overNote: 'It was decided or cancelled, or too much time has passed.',
  back: 'Back to the merchant',
  becs: {
    agreement:
      'By approving you agree to a Direct Debit Request: the merchant may debit this account through BECS.',
    labels: {
      accountHolder: 'Account name',
      bankLocationId: 'BSB (6 digits)',
      accountNumber: 'Account number',
      email: 'Email',
    },
    wrong: {
      accountHolder: 'Please enter the name of the account.',
      bankLocationId: 'A BSB has 6 digits, for example 000-000.',
      accountNumber: 'An account number has up to 9 digits.',
      email: 'Please enter an email address.',
    },
  },
};

const de: PageTexts = {
  language: 'de',
  simulation: 'Simulation',
  simulationNote: 'Dies ist keine Bank, und es fließt kein Geld. Wählen Sie, wie die Zahlung weitergeht.',
  authentication: 'Zahlung bestätigen',
  hosted: 'Zahlung freigeben',
  merchant: 'Händler',
  amount: 'Betrag',
  noAmount: 'Jetzt nichts; spätere Zahlungen werden erlaubt',
  reference: 'Verwendungszweck',
  card: 'Karte',
  outcomes: {
    approve: 'Freigeben',
    refuse: 'Die Bank lehnt ab',
    cancel: 'Abbrechen',
    later: 'Jetzt zurück, Freigabe später',
    never: 'Nie zurückkehren',
  },
  others: 'Andere Ausgänge',
  done: 'Hier ist alles erledigt',
  doneNote: 'Sie können zum Händler zurückkehren.',
  waiting: 'Hier geschieht nichts mehr',
  waitingNote: 'Der Händler hört nichts von der Bank, wie wenn jemand die Seite schließt.',
  over: 'Diese Zahlung wartet nicht mehr auf Sie',
  overNote: 'Sie ist entschieden oder abgebrochen, oder es ist zu viel Zeit vergangen.',
  back: 'Zurück zum Händler',
  becs: {
    agreement:
      'Mit der Freigabe erteilen Sie einen Lastschriftauftrag: Der Händler darf dieses Konto über BECS belasten.',
    labels: {
      accountHolder: 'Kontoinhaber',
      bankLocationId: 'BSB (6 Ziffern)',
      accountNumber: 'Kontonummer',
      email: 'E-Mail',
    },
    wrong: {
      accountHolder: 'Bitte geben Sie den Namen des Kontos ein.',
      bankLocationId: 'Eine BSB hat 6 Ziffern, zum Beispiel 000-000.',
      accountNumber: 'Eine Kontonummer hat bis zu 9 Ziffern.',
      email: 'Bitte geben Sie eine E-Mail-Adresse ein.',
    },
  },
};

/** German for who asks for it before English, else English. @param wanted a locale, or an Accept-Language list */
export function pageTexts(wanted: string): PageTexts {
  const languages = wanted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return languages.find((language) => language === 'de' || language === 'en') === 'de' ? de : en;
}

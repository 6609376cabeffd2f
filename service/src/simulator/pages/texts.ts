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
}

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
};

/** German for who asks for it before English, else English. @param wanted a locale, or an Accept-Language list */
export function pageTexts(wanted: string): PageTexts {
  const languages = wanted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return languages.find((language) => language === 'de' || language === 'en') === 'de' ? de : en;
}

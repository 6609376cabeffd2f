import type { Challenge, IntentCreated } from '../ledger/events.js';
import type { Outcome } from '../rules/answer-challenge.js';

/** Texts of the bank's pages. They belong to the bank and are not a locale of the widget. */
export interface PageTexts {
  readonly language: string;
  readonly bank: string;
  readonly simulation: string;
  readonly simulationNote: string;
  /** Follows the note while there is a choice. */
  readonly choose: string;
  /** Titles by what the payer does, and whether the provider pays now or only stores the account. */
  readonly titles: Readonly<Record<Challenge['kind'], Readonly<Record<IntentCreated['mode'], string>>>>;
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
  readonly scan: string;
  readonly qrCode: string;
  readonly becs: {
    readonly agreement: string;
    readonly serviceAgreement: string;
    /** Paragraphs of the Direct Debit Request Service Agreement. */
    readonly terms: readonly string[];
    /** Labels by the name of the detail. */
    readonly labels: Readonly<Record<BecsField, string>>;
    readonly wrong: Readonly<Record<BecsField, string>>;
  };
}

export const BECS_FIELDS = ['accountHolder', 'bankLocationId', 'accountNumber', 'email'] as const;
export type BecsField = (typeof BECS_FIELDS)[number];

const en: PageTexts = {
  language: 'en',
  bank: 'Simulated Bank',
  simulation: 'Simulation',
  simulationNote: 'This is not a real bank and no money will move.',
  choose: 'Choose what happens next.',
  titles: {
    authentication: { payment: 'Confirm your payment', setup: 'Confirm your card' },
    hosted: { payment: 'Approve your payment', setup: 'Approve this payment method' },
  },
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
  waitingNote: 'The merchant will not hear from the bank, as if you had closed the page.',
  over: 'This payment is no longer waiting for you',
  overNote: 'It has been approved, refused or cancelled, or too much time has passed.',
  back: 'Back to the merchant',
  scan: 'Scan this code with the TWINT app on your phone, or continue here.',
  qrCode: 'QR code for the TWINT app',
  becs: {
    agreement:
      'Direct Debit Request: by approving you authorise the merchant to debit this account through the Bulk Electronic Clearing System (BECS), under the service agreement below. You confirm that you are an account holder and may authorise debits to the account alone.',
    serviceAgreement: 'Direct Debit Request Service Agreement',
    terms: [
      'The merchant debits only what you owe, when it is due. If that day is not a business day, your bank may debit the account on the next business day.',
      'The merchant notifies you at least 14 days before it changes any of these arrangements.',
      'You may stop or change a debit, or cancel this request, by notifying the merchant or your bank at least one business day before the debit.',
      'Please make sure that the account can be debited through BECS and holds enough money. If a debit fails, your bank may charge you a fee, and you need to pay the merchant in another way.',
      'If you believe that a debit is wrong, contact the merchant or your bank. Whatever was debited in error is refunded.',
      'Your account details are kept confidential and used for these debits only.',
    ],
    labels: {
      accountHolder: 'Account name',
      bankLocationId: 'BSB (6 digits)',
      accountNumber: 'Account number',
      email: 'Email',
    },
    wrong: {
      accountHolder: 'Please enter the account name.',
      bankLocationId: 'A BSB has 6 digits, for example 000-000.',
      accountNumber: 'An account number has up to 9 digits.',
      email: 'Please enter an email address.',
    },
  },
};

const de: PageTexts = {
  language: 'de',
  bank: 'Simulierte Bank',
  simulation: 'Simulation',
  simulationNote: 'Dies ist keine echte Bank, und es fließt kein Geld.',
  choose: 'Wählen Sie, wie es weitergeht.',
  titles: {
    authentication: { payment: 'Zahlung bestätigen', setup: 'Karte bestätigen' },
    hosted: { payment: 'Zahlung freigeben', setup: 'Zahlungsart freigeben' },
  },
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
  others: 'Andere Ergebnisse',
  done: 'Hier ist alles erledigt',
  doneNote: 'Sie können zum Händler zurückkehren.',
  waiting: 'Hier geschieht nichts mehr',
  waitingNote: 'Der Händler hört nichts von der Bank, so als hätten Sie die Seite geschlossen.',
  over: 'Diese Zahlung wartet nicht mehr auf Sie',
  overNote: 'Sie wurde freigegeben, abgelehnt oder abgebrochen, oder es ist zu viel Zeit vergangen.',
  back: 'Zurück zum Händler',
  scan: 'Scannen Sie diesen Code mit der TWINT-App auf Ihrem Telefon, oder machen Sie hier weiter.',
  qrCode: 'QR-Code für die TWINT-App',
  becs: {
    agreement:
      'Lastschriftauftrag (Direct Debit Request): Mit der Freigabe ermächtigen Sie den Händler, dieses Konto über BECS zu belasten; es gilt die Vereinbarung unten. Sie bestätigen, dass Sie Inhaber des Kontos sind und allein darüber verfügen dürfen.',
    serviceAgreement: 'Vereinbarung zum Lastschriftauftrag (Service Agreement)',
    terms: [
      'Der Händler bucht nur ab, was Sie ihm schulden, wenn es fällig ist. Ist der Tag kein Bankarbeitstag, kann Ihre Bank am nächsten abbuchen.',
      'Der Händler teilt Ihnen Änderungen der Abbuchungen mindestens 14 Tage vorher mit.',
      'Sie können eine Abbuchung aussetzen oder ändern oder den Auftrag widerrufen, indem Sie es dem Händler oder Ihrer Bank mindestens einen Bankarbeitstag vorher mitteilen.',
      'Bitte achten Sie darauf, dass das Konto über BECS belastet werden kann und gedeckt ist. Schlägt eine Abbuchung fehl, kann Ihre Bank eine Gebühr verlangen, und Sie zahlen dem Händler auf anderem Weg.',
      'Halten Sie eine Abbuchung für falsch, wenden Sie sich an den Händler oder Ihre Bank. Was zu Unrecht abgebucht wurde, wird Ihnen erstattet.',
      'Ihre Kontodaten werden vertraulich behandelt und nur für diese Abbuchungen verwendet.',
    ],
    labels: {
      accountHolder: 'Kontoinhaber',
      bankLocationId: 'BSB (6 Ziffern)',
      accountNumber: 'Kontonummer',
      email: 'E-Mail',
    },
    wrong: {
      accountHolder: 'Bitte geben Sie den Kontoinhaber ein.',
      bankLocationId: 'Eine BSB hat 6 Ziffern, zum Beispiel 000-000.',
      accountNumber: 'Eine Kontonummer hat bis zu 9 Ziffern.',
      email: 'Bitte geben Sie eine E-Mail-Adresse ein.',
    },
  },
};

const ru: PageTexts = {
  language: 'ru',
  bank: 'Учебный банк',
  simulation: 'Имитация',
  simulationNote: 'Это не настоящий банк, деньги не списываются.',
  choose: 'Выберите, что произойдёт дальше.',
  titles: {
    authentication: { payment: 'Подтвердите платёж', setup: 'Подтвердите карту' },
    hosted: { payment: 'Подтвердите платёж', setup: 'Подтвердите способ оплаты' },
  },
  merchant: 'Получатель',
  amount: 'Сумма',
  noAmount: 'Сейчас ничего; вы разрешаете будущие платежи',
  reference: 'Назначение',
  card: 'Карта',
  outcomes: {
    approve: 'Подтвердить',
    refuse: 'Банк отказывает',
    cancel: 'Отменить',
    later: 'Вернуться сейчас, подтвердить позже',
    never: 'Не возвращаться',
  },
  others: 'Другие исходы',
  done: 'Здесь всё готово',
  doneNote: 'Можно вернуться к получателю.',
  waiting: 'Здесь больше ничего не произойдёт',
  waitingNote: 'Банк ничего не сообщит получателю, как если бы вы закрыли страницу.',
  over: 'Этот платёж больше не ждёт вашего ответа',
  overNote: 'Он подтверждён, отклонён или отменён, либо прошло слишком много времени.',
  back: 'Вернуться к получателю',
  scan: 'Отсканируйте этот код в приложении TWINT на телефоне или продолжите здесь.',
  qrCode: 'QR-код для приложения TWINT',
  becs: {
    agreement:
      'Распоряжение о прямом дебетовании (Direct Debit Request): подтверждая, вы разрешаете получателю списывать средства с этого счёта через BECS на условиях соглашения ниже. Вы подтверждаете, что вы владелец счёта и можете распоряжаться им единолично.',
    serviceAgreement: 'Соглашение о прямом дебетовании (Service Agreement)',
    terms: [
      'Получатель списывает только то, что вы должны, и только в срок. Если этот день нерабочий, банк может списать средства на следующий рабочий день.',
      'Об изменениях в списаниях получатель сообщает вам не позднее чем за 14 дней.',
      'Вы можете приостановить или изменить списание либо отменить распоряжение, если сообщите об этом получателю или своему банку не позднее чем за один рабочий день до списания.',
      'Убедитесь, что со счёта можно списывать средства через BECS и что их достаточно. Если списание не пройдёт, банк может взять комиссию, а вам нужно будет заплатить получателю другим способом.',
      'Если вы считаете списание ошибочным, обратитесь к получателю или в свой банк. Всё, что списано по ошибке, возвращается.',
      'Данные счёта хранятся в тайне и используются только для этих списаний.',
    ],
    labels: {
      accountHolder: 'Владелец счёта',
      bankLocationId: 'BSB (6 цифр)',
      accountNumber: 'Номер счёта',
      email: 'Электронная почта',
    },
    wrong: {
      accountHolder: 'Укажите владельца счёта.',
      bankLocationId: 'BSB состоит из 6 цифр, например 000-000.',
      accountNumber: 'В номере счёта не больше 9 цифр.',
      email: 'Введите адрес электронной почты.',
    },
  },
};

const languages: Readonly<Record<string, PageTexts>> = { en, de, ru };

/**
 * Returns the texts in the first language that the page has; without one, the English texts.
 *
 * @param wanted a locale, or an Accept-Language list
 */
export function pageTexts(wanted: string): PageTexts {
  const names = wanted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return names.flatMap((name) => languages[name] ?? [])[0] ?? en;
}

import { expect, test } from 'vitest';
import { detailText } from './event-details.js';
import { readFilter } from './filter.js';
import { type PageLanguage, wordsIn } from './frame.js';

const STUDIO = { id: 1001, name: 'Northside Gym Berlin', timeZone: 'Europe/Berlin', hasBank: false };

function shown(language: PageLanguage, detail: string): string {
  const words = wordsIn(language);
  const { filter } = readFilter({});
  const { markup } = detailText({ language, words, studios: [STUDIO], filter }, detail, STUDIO.id);
  return markup.replaceAll(/<\/?time[^>]*>/g, '');
}

/** Details as the modules record them, in English and in German. */
const DETAILS: readonly (readonly [detail: string, en: string, de: string])[] = [
  ['ECOM session opened', 'Purchase', 'Kauf'],
  ['SEPA', 'SEPA Direct Debit', 'SEPA-Lastschrift'],
  ['CREDIT_CARD, stored instrument', 'Card, stored earlier', 'Karte, früher hinterlegt'],
  [
    'SEPA, removed by the payer',
    'SEPA Direct Debit, removed by the payer',
    'SEPA-Lastschrift, vom Zahler entfernt',
  ],
  ['SUCCEEDED', 'Succeeded', 'Erfolgreich'],
  ['INSUFFICIENT_FUNDS', 'Not enough money', 'Nicht genug Geld'],
  ['card_not_supported', 'Code card_not_supported', 'Code card_not_supported'],
  [
    'no response; the payment stays CANCELLED',
    'The outcome will be queried again; the status of the payment stays Cancelled',
    'Das Ergebnis wird erneut abgefragt; der Status der Zahlung bleibt Abgebrochen',
  ],
  [
    'instrument not used, refunded',
    'Payment method not used · Money refunded',
    'Zahlungsart nicht verwendet · Geld erstattet',
  ],
  ['provider says CANCELLED', 'Cancelled', 'Abgebrochen'],
  ['ACCOUNT_PAYMENT', 'Payment of the account', 'Zahlung auf das Konto'],
  [
    'no response to INITIAL_PAYMENT; the sale stays reserved',
    'First payment: no response; the sale stays reserved',
    'Erste Zahlung: keine Antwort; der Verkauf bleibt reserviert',
  ],
  ['charge 7 of customer 2001', 'Charge 7, customer 2001', 'Einzug 7, Kunde 2001'],
  [
    'charge 7 of customer 2001: EXPIRED_CARD',
    'Charge 7, customer 2001: Card expired',
    'Einzug 7, Kunde 2001: Karte abgelaufen',
  ],
  [
    'charge 7 of customer 2001: it stays reserved',
    'Charge 7, customer 2001: stays reserved',
    'Einzug 7, Kunde 2001: bleibt reserviert',
  ],
  [
    'charge 1f0c-2b of customer 2001: it stays reserved',
    'Charge 1f0c-2b, customer 2001: stays reserved',
    'Einzug 1f0c-2b, Kunde 2001: bleibt reserviert',
  ],
  [
    'refund 1f0c-2b of customer 2001: PROCESSING_ERROR',
    'Refund 1f0c-2b, customer 2001: Error at the bank',
    'Rückerstattung 1f0c-2b, Kunde 2001: Fehler bei der Bank',
  ],
  [
    'transaction 9 of customer 2001 was returned after refund 1f0c-2b',
    'Transaction 9, customer 2001: the bank has returned it, and it had been refunded (1f0c-2b)',
    'Buchung 9, Kunde 2001: die Bank hat sie zurückgegeben, und sie war schon erstattet (1f0c-2b)',
  ],
  [
    'transaction 9 of customer 2001: INVALID_ACCOUNT',
    'Transaction 9, customer 2001: Account not known',
    'Buchung 9, Kunde 2001: Konto nicht bekannt',
  ],
  [
    'transaction 9 of customer 2001 is disputed; answer at the provider until 2026-11-30T22:00:00.000Z',
    'Transaction 9, customer 2001: answer at the provider until 30 Nov 2026, 23:00',
    'Buchung 9, Kunde 2001: beim Anbieter antworten bis 30.11.2026, 23:00',
  ],
  [
    'contract 599005, idle period 1: 2027-02-01 to 2027-03-31, PENDING_VERIFICATION',
    'Contract 599005, freeze period 1: 1 Feb 2027 to 31 Mar 2027 (To decide)',
    'Vertrag 599005, Ruhezeit 1: 01.02.2027 bis 31.03.2027 (Zu entscheiden)',
  ],
  [
    '2027-02-01 to open, ACCEPTED',
    'from 1 Feb 2027, without an end (Accepted)',
    'ab 01.02.2027, ohne Ende (Angenommen)',
  ],
  [
    '12 payments failed within 10 minutes. New sessions are slowed down, addresses get fewer attempts, and the studio accepts 5 attempts per minute. Members with a contract are not affected.',
    '12 payments failed within 10 minutes. New sessions are slowed down, addresses get fewer attempts, and the studio accepts 5 attempts per minute. Members with a contract are not affected.',
    '12 Zahlungen sind innerhalb von 10 Minuten fehlgeschlagen. Neue Sitzungen werden gebremst, jede Adresse hat weniger Versuche, und das Studio nimmt 5 Versuche pro Minute an. Mitglieder mit Vertrag sind nicht betroffen.',
  ],
  [
    'the bank has refused the batch UPC-1-1: AM05; its 12 debits wait for the next file',
    'Batch UPC-1-1: duplicate (AM05). Its debits (12) wait for the next file.',
    'Sammler UPC-1-1: doppelt (AM05). Seine Lastschriften (12) warten auf die nächste Datei.',
  ],
  [
    'the bank has refused the batch UPC-1-1: no reason given; its 12 debits wait for the next file',
    'Batch UPC-1-1: no reason given. Its debits (12) wait for the next file.',
    'Sammler UPC-1-1: ohne Angabe von Gründen. Seine Lastschriften (12) warten auf die nächste Datei.',
  ],
  [
    'line 7 of a bank file cannot be assigned (ENDED); staff must decide about entry 1f0c-2b',
    'Line 7: Refused, withdrawn or cancelled before. Staff must decide about entry 1f0c-2b.',
    'Zeile 7: Schon abgelehnt, zurückgezogen oder storniert. Über den Posten 1f0c-2b muss das Personal entscheiden.',
  ],
  [
    'usage-1: it was made 2 times (ch_1, ch_2); nothing is repeated until that is clear',
    'Made 2 times at the provider. Nothing is repeated until that is clear. (usage-1)',
    'Beim Anbieter 2-mal ausgeführt. Nichts wird wiederholt, bis das geklärt ist. (usage-1)',
  ],
  [
    'No payments go through Stripe: cannot reach Stripe (STRIPE_SECRET_KEY)',
    'No payments go through Stripe: Stripe cannot be reached (STRIPE_SECRET_KEY)',
    'Über Stripe gehen keine Zahlungen: Stripe ist nicht erreichbar (STRIPE_SECRET_KEY)',
  ],
  [
    '400 errormessage.payment.iban.invalid, details.iban',
    'This IBAN is not valid. Check it.',
    'Diese IBAN ist nicht gültig. Bitte prüfen Sie sie.',
  ],
  ['400 errormessage.request.invalid, scope', 'The request is invalid.', 'Die Anfrage ist ungültig.'],
  ['404 errormessage.contract.not.found, contractId', 'There is no contract.', 'Es gibt keinen Vertrag.'],
];

test('the detail of an event is said in the language of the page', () => {
  const rows = DETAILS.map(([detail]) => [detail, shown('en', detail), shown('de', detail)]);
  expect(rows).toEqual(DETAILS);
});

test('a detail without words is shown as English text', () => {
  expect(shown('de', 'Something new happened')).toBe('<span lang="en">Something new happened</span>');
});

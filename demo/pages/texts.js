/** What the member page says, in English. `{name}` and the like are filled in. */
const en = {
  title: 'Payment method – my studio',
  skip: 'Skip to payment',
  navigation: 'Main',
  membership: 'My membership',
  styling: 'Styling',
  hello: 'Hello, {name}.',
  member: 'member',
  lead: 'One thing to set up, and you can train as often as you like.',
  paymentMethod: 'Payment method',
  pay: 'Pay {amount}',
  payIntro: 'Your open fees, to be paid now.',
  collectIntro: 'Your monthly fee will be paid with this from now on. Nothing is charged today.',
  methodSet: 'Thank you. Your payment method is set.',
  paid: 'Thank you. Your payment is on its way.',
  behind: 'Behind this page',
  behindLead: 'What the browser, the studio’s backend and the payment service say to each other.',
  tryIt: 'Try it',
  tryItHint: 'Type one of these into the form. Any account holder will do.',
  testIban: 'Test IBAN',
  testResult: 'What happens',
  success: 'Success',
  refused: 'The bank refuses',
  insufficientFunds: 'Accepted, then declined for insufficient funds when charged',
  checkDigits: 'Wrong check digits: an error at the field',
  anotherSession: 'Another session',
  studio: 'Studio',
  customer: 'Customer',
  purpose: 'Purpose',
  collect: 'Collect a payment method (MEMBER_ACCOUNT)',
  payNow: 'Pay something now (ECOM)',
  amount: 'Amount',
  open: 'Open this session',
  studioPage: 'Studio page: every attempt and its result',
  stylingPage: 'Styling page: colours, languages, options, live',
  openApi: 'Open API description',
  sessionFound: 'Session found again',
  sessionFoundText: 'The page was reloaded; the session continues.',
  sessionOpened: 'The backend opened a payment session',
  sessionOpenedText:
    'POST /v1/payments/user-session with scope {scope} and amount {amount}. The page received a session token.',
  sessionRefused: 'The session was refused',
  noScript: 'The widget’s script did not load from {url}.',
  token: 'The widget returned a paymentRequestToken',
  tokenText: 'The backend can use it once, for this customer.',
  handOver: 'Hand it to the backend',
  instrumentSet: 'The payment method is set',
  feesPaid: 'The open fees are paid',
  answered: 'POST {path} answered 200.',
  seeIt: 'See it on the studio page',
  tokenRefused: 'The token was refused',
  lookUp: 'Look up {traceId}',
};

/** @typedef {keyof typeof en} TextKey */

/** @type {Readonly<Record<TextKey, string>>} */
const de = {
  title: 'Zahlungsart – mein Studio',
  skip: 'Zur Zahlung springen',
  navigation: 'Hauptnavigation',
  membership: 'Meine Mitgliedschaft',
  styling: 'Gestaltung',
  hello: 'Hallo {name}.',
  member: 'Mitglied',
  lead: 'Nur noch eine Angabe, und Sie trainieren, so oft Sie möchten.',
  paymentMethod: 'Zahlungsart',
  pay: '{amount} bezahlen',
  payIntro: 'Ihre offenen Beiträge, jetzt zu bezahlen.',
  collectIntro: 'Damit wird ab jetzt Ihr Monatsbeitrag bezahlt. Heute wird nichts abgebucht.',
  methodSet: 'Vielen Dank. Ihre Zahlungsart ist hinterlegt.',
  paid: 'Vielen Dank. Ihre Zahlung ist unterwegs.',
  behind: 'Hinter dieser Seite',
  behindLead: 'Was der Browser, das Backend des Studios und der Zahlungsdienst einander mitteilen.',
  tryIt: 'Ausprobieren',
  tryItHint: 'Geben Sie eine dieser IBANs in das Formular ein. Als Kontoinhaber genügt ein beliebiger Name.',
  testIban: 'Test-IBAN',
  testResult: 'Was geschieht',
  success: 'Erfolg',
  refused: 'Die Bank lehnt ab',
  insufficientFunds: 'Angenommen, bei der Abbuchung mangels Deckung abgelehnt',
  checkDigits: 'Falsche Prüfziffern: ein Fehler am Feld',
  anotherSession: 'Andere Sitzung',
  studio: 'Studio',
  customer: 'Kunde',
  purpose: 'Zweck',
  collect: 'Eine Zahlungsart hinterlegen (MEMBER_ACCOUNT)',
  payNow: 'Jetzt etwas bezahlen (ECOM)',
  amount: 'Betrag',
  open: 'Diese Sitzung öffnen',
  studioPage: 'Studioseite: jeder Versuch und sein Ergebnis',
  stylingPage: 'Gestaltungsseite: Farben, Sprachen, Optionen, live (Englisch)',
  openApi: 'Beschreibung der Open API',
  sessionFound: 'Sitzung wiedergefunden',
  sessionFoundText: 'Die Seite wurde neu geladen; die Sitzung läuft weiter.',
  sessionOpened: 'Das Backend hat eine Zahlungssitzung geöffnet',
  sessionOpenedText:
    'POST /v1/payments/user-session mit scope {scope} und amount {amount}. Die Seite hat ein Sitzungstoken erhalten.',
  sessionRefused: 'Die Sitzung wurde abgelehnt',
  noScript: 'Das Skript des Widgets ließ sich nicht von {url} laden.',
  token: 'Das Widget hat ein paymentRequestToken geliefert',
  tokenText: 'Das Backend kann es einmal verwenden, für diesen Kunden.',
  handOver: 'Dem Backend übergeben',
  instrumentSet: 'Die Zahlungsart ist hinterlegt',
  feesPaid: 'Die offenen Beiträge sind bezahlt',
  answered: 'POST {path} hat mit 200 geantwortet.',
  seeIt: 'Auf der Studioseite ansehen',
  tokenRefused: 'Das Token wurde abgelehnt',
  lookUp: '{traceId} nachschlagen',
};

/** The first of the browser's languages that the page speaks, with its region, such as `de-CH`; else English. */
export const locale = navigator.languages.find((one) => /^(de|en)\b/i.test(one)) ?? 'en';
const texts = /^de/i.test(locale) ? de : en;

/**
 * @param {TextKey} key
 * @param {Readonly<Record<string, string | number>>} [values]
 */
export function text(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (hole, /** @type {string} */ name) => String(values[name] ?? hole));
}

/** Puts the page into that language: elements name their text in `data-text`, a label in `data-label`. */
export function localise() {
  document.documentElement.lang = locale;
  document.title = text('title');
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = text(keyOf(element, 'data-text'));
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(keyOf(element, 'data-label')));
  }
}

/**
 * @param {Element} element
 * @param {string} attribute
 * @returns {TextKey}
 */
function keyOf(element, attribute) {
  const key = element.getAttribute(attribute) ?? '';
  if (!Object.hasOwn(en, key)) throw new Error(`The page has no text ${key}.`);
  return /** @type {TextKey} */ (key);
}

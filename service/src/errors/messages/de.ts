import type { MessageKey } from './en.js';

export const de: Readonly<Record<MessageKey, string>> = {
  'errormessage.request.invalid': 'Die Anfrage entspricht nicht der Beschreibung: {problem}.',
  'errormessage.request.body.unreadable': 'Der Inhalt ist kein lesbares JSON.',
  'errormessage.request.body.too.large': 'Der Inhalt ist zu groß; erlaubt sind höchstens {limit} Bytes.',
  'errormessage.request.media.type.unsupported': 'Der Inhalt muss als application/json gesendet werden.',
  'errormessage.authentication.failed': 'Der Header x-api-key fehlt oder enthält keinen gültigen Schlüssel.',
  'errormessage.permission.denied': 'Dieser Schlüssel hat dafür keine Berechtigung: {problem}.',
  'errormessage.third.party.customer.access.disabled':
    'Das Mitglied hat dem Zugriff durch Dritte nicht zugestimmt.',
  'errormessage.not.found': 'Unter {method} {path} gibt es nichts.',
  'errormessage.customer.not.found': 'Es gibt keinen Kunden {customerId}.',
  'errormessage.customer.field.invalid': '{field} ist nicht gültig: {problem}.',
  'errormessage.customer.field.required': '{field} ist erforderlich: {problem}.',
  'errormessage.membership.offer.not.found': 'Es gibt kein Angebot {offerId}.',
  'errormessage.membership.term.not.found': 'Es gibt keine Laufzeit {termId} eines Angebots.',
  'errormessage.membership.offer.not.available': 'Dieses Angebot gilt nur vom {startDate} bis zum {endDate}.',
  'errormessage.membership.start.date.invalid': 'Der Vertrag kann nicht am {given} beginnen: {problem}.',
  'errormessage.membership.preuse.date.invalid': 'Die Nutzung kann nicht am {given} beginnen: {problem}.',
  'errormessage.membership.modules.invalid': 'Die Module können nicht gewählt werden: {problem}.',
  'errormessage.membership.voucher.invalid': 'Dieser Gutschein-Code gilt hier nicht.',
  'errormessage.membership.voucher.not.redeemable':
    'Ein Gutschein der Art {type} gilt nicht beim Vertragsschluss; erlaubt sind CREDIT und DISCOUNT.',
  'errormessage.membership.voucher.with.referral':
    'Gutschein-Code und Empfehlungs-Code schließen sich aus; bitte nur einen angeben.',
  'errormessage.membership.signature.required': 'Dieser Vertrag muss unterschrieben werden.',
  'errormessage.membership.signature.invalid': 'Die Unterschrift ist nicht lesbar: {problem}.',
  'errormessage.membership.text.block.unknown':
    'Der Textbaustein {textBlockId} kann hier nicht unterschrieben werden: {problem}.',
  'errormessage.membership.payment.required':
    '{amount} {currency} sind bei Vertragsschluss fällig; der Token einer Zahlung darüber fehlt.',
  'errormessage.membership.payment.choice':
    'Die Zahlungsart {given} ist für dieses Angebot nicht erlaubt; erlaubt sind {allowed}.',
  'errormessage.membership.contract.not.found': 'Der Kunde hat keinen Vertrag {contractId}.',
  'errormessage.membership.switch.not.found': 'Es gibt keinen Tarifwechsel {configId}.',
  'errormessage.membership.switch.not.possible': 'Der Tarif kann nicht gewechselt werden: {problem}.',
  'errormessage.image.link.invalid':
    'Diese Bildadresse gilt nicht oder nicht mehr. Bitte das Angebot neu abrufen.',
  'errormessage.rate.limit.exceeded':
    'Es gab mehr als {limit} Anfragen in {seconds} Sekunden. Bitte versuchen Sie es nach Ablauf des Zeitfensters erneut.',
  'errormessage.internal':
    'Bei uns ist etwas schiefgegangen. Bitte nennen Sie die Trace-ID, wenn Sie den Fehler melden.',
  'errormessage.payment.amount.invalid': 'Der Betrag {given} ist nicht erlaubt: {problem}.',
  'errormessage.payment.currency.invalid': 'Die Währung {given} ist nicht die des Studios, {expected}.',
  'errormessage.payment.customer.ambiguous':
    'customerId und paymentServiceCustomerId schließen einander aus; geben Sie höchstens eines an.',
  'errormessage.payment.customer.unknown': 'Diese paymentServiceCustomerId ist nicht bekannt.',
  'errormessage.payment.saving.required':
    'Bei MEMBER_ACCOUNT wird die Zahlungsart immer gespeichert; savePaymentInstrument kann nicht false sein.',
  'errormessage.payment.session.invalid': 'Diese Zahlungssitzung gibt es nicht.',
  'errormessage.payment.session.expired': 'Diese Zahlungssitzung ist abgelaufen. Bitte beginnen Sie neu.',
  'errormessage.payment.session.used': 'Diese Zahlungssitzung wurde bereits verwendet.',
  'errormessage.payment.origin.not.registered':
    'Von dieser Website aus kann nicht bezahlt werden: {origin} ist nicht registriert.',
  'errormessage.payment.not.found': 'Diese Zahlung gibt es in dieser Sitzung nicht.',
  'errormessage.payment.method.not.offered': 'Die Zahlungsart {method} wird hier nicht angeboten.',
  'errormessage.payment.instrument.unknown': 'Diese gespeicherte Zahlungsart ist nicht verfügbar.',
  'errormessage.payment.instrument.expired': 'Diese gespeicherte Zahlungsart ist abgelaufen.',
  'errormessage.payment.details.required': 'Bitte füllen Sie das aus: {field}.',
  'errormessage.payment.details.invalid':
    'Hier stehen Zeichen, die nicht erlaubt sind: {field}. Bitte prüfen Sie die Angabe.',
  'errormessage.payment.iban.invalid': 'Diese IBAN ist nicht gültig. Bitte prüfen Sie sie.',
  'errormessage.payment.iban.country.unsupported':
    'Konten in diesem Land ({country}) können nicht per SEPA-Lastschrift belastet werden.',
  'errormessage.payment.iban.swiss.required':
    'Bitte geben Sie eine IBAN aus der Schweiz oder aus Liechtenstein ein.',
  'errormessage.payment.iban.qr':
    'Das ist eine QR-IBAN; sie steht auf Rechnungen und ist kein Konto, das belastet werden kann. Bitte geben Sie die IBAN Ihres Kontos ein.',
  'errormessage.payment.iban.use.ch.dd':
    'Das ist ein Konto der PostFinance. Bitte wählen Sie dafür die Lastschrift der PostFinance (CH-DD).',
  'errormessage.payment.iban.use.lsv':
    'Das ist kein Konto der PostFinance. Bitte wählen Sie dafür die Lastschrift der Schweizer Banken (LSV+).',
  'errormessage.payment.digits.invalid': 'Bitte geben Sie {length} Ziffern ein: {field}.',
  'errormessage.payment.sort.code.mismatch':
    'Sort Code und Kontonummer gehören nicht zusammen. Bitte prüfen Sie beide.',
  'errormessage.payment.routing.number.invalid': 'Diese Routing-Nummer gibt es nicht. Bitte prüfen Sie sie.',
  'errormessage.payment.email.invalid': 'Bitte geben Sie eine E-Mail-Adresse wie name@beispiel.de ein.',
  'errormessage.payment.mandate.required': 'Bitte stimmen Sie dem Mandat zu.',
  'errormessage.payment.mandate.outdated':
    'Das Mandat hat sich geändert. Bitte lesen Sie es erneut und stimmen Sie ihm zu.',
  'errormessage.payment.mandate.link.invalid': 'Dieser Link zu einem Mandat ist nicht gültig.',
  'errormessage.payment.mandate.link.expired':
    'Dieser Link zum Mandat ist abgelaufen. Bitte fragen Sie das Studio nach einer Kopie.',
  'errormessage.payment.signature.required': 'Bitte unterschreiben Sie das Mandat.',
  'errormessage.payment.signature.invalid':
    'Die Unterschrift ist nicht lesbar. Bitte unterschreiben Sie erneut.',
  'errormessage.payment.return.url.required': 'Es fehlt die returnUrl: die Seite, zu der es zurückgeht.',
  'errormessage.payment.return.url.invalid':
    'Die returnUrl muss eine Seite auf einer registrierten Herkunft des Studios sein; angegeben war {origin}.',
  'errormessage.payment.provider.unavailable':
    'Der Zahlungsanbieter antwortet nicht. Es wurde nichts bezahlt; bitte versuchen Sie es noch einmal.',
  'errormessage.payment.idempotency.key.reused':
    'Dieser Idempotency-Key wurde mit einer anderen Anfrage verwendet.',
  'errormessage.payment.pending':
    'Über eine frühere Zahlung dieser Sitzung ist noch nicht entschieden. Bitte warten Sie.',
  'errormessage.payment.finished': 'Diese Zahlung ist beendet ({status}) und kann nicht abgebrochen werden.',
  'errormessage.payment.attempts.exceeded':
    'Mehrere Zahlungen hintereinander sind fehlgeschlagen. Bitte warten Sie einen Moment bis zur nächsten.',
  'errormessage.payment.token.invalid': 'Der paymentRequestToken ist für diesen Kunden nicht gültig.',
  'errormessage.payment.token.expired': 'Die Sitzung dieses paymentRequestToken ist abgelaufen.',
  'errormessage.payment.token.scope':
    'Der paymentRequestToken muss aus einer Sitzung mit scope {expected} stammen.',
  'errormessage.payment.token.amount': 'Der paymentRequestToken deckt diesen Betrag nicht: {problem}.',
  'errormessage.payment.token.used': 'Der paymentRequestToken wurde bereits verwendet.',
  'errormessage.payment.token.pending':
    'Der paymentRequestToken wird gerade von einer anderen Anfrage verwendet.',
  'errormessage.payment.claims.invalid': 'Die Forderungen können nicht beglichen werden: {problem}.',
  'errormessage.payment.outcome.unknown':
    'Der Zahlungsanbieter hat noch nicht geantwortet. Nichts ist verloren: Wiederholen Sie dieselbe Anfrage, um das Ergebnis zu erfahren.',
  PAYMENT_DECLINED: 'Die Zahlung wurde abgelehnt: {reason}',
};

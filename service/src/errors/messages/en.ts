/** What a caller reads, by error code. `{name}` is filled in. */
export const en = {
  'errormessage.request.invalid': 'The request is not as described: {problem}.',
  'errormessage.request.body.unreadable': 'The body is not JSON that can be read.',
  'errormessage.request.body.too.large': 'The body is too large; at most {limit} bytes are allowed.',
  'errormessage.request.media.type.unsupported': 'The body must be sent as application/json.',
  'errormessage.authentication.failed': 'The header x-api-key is missing or holds no valid key.',
  'errormessage.permission.denied': 'This key has no permission for it: {problem}.',
  'errormessage.third.party.customer.access.disabled':
    'The member has not agreed to access by third parties.',
  'errormessage.not.found': 'There is nothing at {method} {path}.',
  'errormessage.customer.not.found': 'There is no customer {customerId}.',
  'errormessage.customer.field.invalid': '{field} is not valid: {problem}.',
  'errormessage.customer.field.required': '{field} is required: {problem}.',
  'errormessage.membership.offer.not.found': 'There is no membership offer {offerId}.',
  'errormessage.membership.term.not.found': 'There is no term {termId} of a membership offer.',
  'errormessage.membership.offer.not.available':
    'This offer is available from {startDate} to {endDate} only.',
  'errormessage.membership.start.date.invalid': 'The contract cannot start on {given}: {problem}.',
  'errormessage.membership.preuse.date.invalid': 'The use cannot begin on {given}: {problem}.',
  'errormessage.membership.modules.invalid': 'The modules cannot be chosen: {problem}.',
  'errormessage.membership.voucher.invalid': 'This voucher code cannot be used here.',
  'errormessage.membership.voucher.not.redeemable':
    'A voucher of type {type} cannot be used for a signup; allowed are CREDIT and DISCOUNT.',
  'errormessage.membership.voucher.with.referral':
    'A voucher code and a referral code exclude each other; give one of them.',
  'errormessage.membership.signature.required': 'This contract has to be signed.',
  'errormessage.membership.signature.invalid': 'The signature cannot be read: {problem}.',
  'errormessage.membership.text.block.unknown':
    'The text block {textBlockId} cannot be signed here: {problem}.',
  'errormessage.membership.payment.required':
    '{amount} {currency} are due on signing; a token of a payment of this amount is missing.',
  'errormessage.membership.payment.choice':
    'The payment method {given} is not allowed for this offer; allowed are {allowed}.',
  'errormessage.membership.contract.not.found': 'The customer has no contract {contractId}.',
  'errormessage.membership.switch.not.found': 'There is no membership switch {configId}.',
  'errormessage.membership.switch.not.possible': 'The membership cannot be switched: {problem}.',
  'errormessage.image.link.invalid':
    'This address of an image is not valid, or not any more. Fetch the offer again.',
  'errormessage.rate.limit.exceeded':
    'More than {limit} requests were made in {seconds} seconds. Try again when the window has ended.',
  'errormessage.internal': 'Something went wrong on our side. Please name the trace id when you report it.',
  'errormessage.payment.amount.invalid': 'The amount {given} is not allowed: {problem}.',
  'errormessage.payment.currency.invalid': 'The currency {given} is not the one of the studio, {expected}.',
  'errormessage.payment.customer.ambiguous':
    'customerId and paymentServiceCustomerId exclude each other; give one or neither.',
  'errormessage.payment.customer.unknown': 'This paymentServiceCustomerId is not known.',
  'errormessage.payment.saving.required':
    'With scope MEMBER_ACCOUNT the payment method is always saved; savePaymentInstrument cannot be false.',
  'errormessage.payment.session.invalid': 'This payment session does not exist.',
  'errormessage.payment.session.expired': 'This payment session has expired. Please start again.',
  'errormessage.payment.session.used': 'This payment session has already been used.',
  'errormessage.payment.origin.not.registered':
    'Payments cannot be made from this website: {origin} is not registered.',
  'errormessage.payment.not.found': 'This payment does not exist in this session.',
  'errormessage.payment.method.not.offered': 'The payment method {method} is not offered here.',
  'errormessage.payment.instrument.unknown': 'This saved payment method is not available.',
  'errormessage.payment.instrument.expired': 'This saved payment method has expired.',
  'errormessage.payment.details.required': 'Please fill this in: {field}.',
  'errormessage.payment.details.invalid':
    'This holds characters that cannot stand there: {field}. Please check it.',
  'errormessage.payment.iban.invalid': 'This IBAN is not valid. Please check it.',
  'errormessage.payment.iban.country.unsupported':
    'Accounts in this country ({country}) cannot be debited by SEPA.',
  'errormessage.payment.iban.swiss.required': 'Please enter a Swiss or Liechtenstein IBAN.',
  'errormessage.payment.iban.qr':
    'This is a QR-IBAN, which stands on invoices and is no account to debit. Please enter the IBAN of your account.',
  'errormessage.payment.iban.use.ch.dd':
    'This is an account of PostFinance. Please choose the direct debit of PostFinance (CH-DD) for it.',
  'errormessage.payment.iban.use.lsv':
    'This account is not of PostFinance. Please choose the direct debit of the Swiss banks (LSV+) for it.',
  'errormessage.payment.digits.invalid': 'Please enter {length} digits: {field}.',
  'errormessage.payment.sort.code.mismatch':
    'Sort code and account number do not belong together. Please check both.',
  'errormessage.payment.routing.number.invalid': 'This routing number does not exist. Please check it.',
  'errormessage.payment.email.invalid': 'Please enter an e-mail address such as name@example.com.',
  'errormessage.payment.mandate.required': 'Please agree to the mandate.',
  'errormessage.payment.mandate.outdated': 'The mandate has changed. Please read it again and agree to it.',
  'errormessage.payment.mandate.link.invalid': 'This link to a mandate is not valid.',
  'errormessage.payment.mandate.link.expired':
    'This link to the mandate has expired. Please ask the studio for a copy.',
  'errormessage.payment.signature.required': 'Please sign the mandate.',
  'errormessage.payment.signature.invalid': 'The signature cannot be read. Please sign again.',
  'errormessage.payment.return.url.required': 'A returnUrl is needed: the page to come back to.',
  'errormessage.payment.return.url.invalid':
    'The returnUrl must be a page on one of the registered origins of the studio; given was the origin {origin}.',
  'errormessage.payment.provider.unavailable':
    'The payment provider does not answer. Nothing has been paid; please try again.',
  'errormessage.payment.idempotency.key.reused': 'This Idempotency-Key was used with another request.',
  'errormessage.payment.pending': 'An earlier payment of this session is not decided yet. Please wait.',
  'errormessage.payment.finished': 'This payment has ended ({status}) and cannot be cancelled.',
  'errormessage.payment.attempts.exceeded':
    'Too many payments have failed one after the other. Please wait a while before the next one.',
  'errormessage.payment.token.invalid': 'The paymentRequestToken is not valid for this customer.',
  'errormessage.payment.token.expired': 'The session of this paymentRequestToken has expired.',
  'errormessage.payment.token.scope': 'The paymentRequestToken must come from a session of scope {expected}.',
  'errormessage.payment.token.amount': 'The paymentRequestToken does not cover this amount: {problem}.',
  'errormessage.payment.token.used': 'The paymentRequestToken has already been used.',
  'errormessage.payment.token.pending': 'The paymentRequestToken is being used by another request.',
  'errormessage.payment.claims.invalid': 'The claims cannot be paid: {problem}.',
  'errormessage.payment.outcome.unknown':
    'The payment provider has not answered yet. Nothing is lost: repeat the same request to learn the outcome.',
  PAYMENT_DECLINED: 'The payment was refused: {reason}',
} as const;

export type MessageKey = keyof typeof en;

import type { FailureCode } from '@upc/contract/gateway';
import type { TextKey, TextPart } from '../i18n/translate.js';
import { clip } from './fault-message.js';

/** Key of an error's message in `packages/service/locales`, which is also its error code. */
type MessageKey = Extract<
  TextKey,
  | `errormessage.${string}`
  | `IDLEPERIOD_${string}`
  | `ADDITIONAL_MODULE_${string}`
  | 'PAYMENT_DECLINED'
  | 'DUPLICATE_CUSTOMER'
>;

/** HTTP status of each error code; codes named in the specification keep their form. */
export const ERROR_STATUS = {
  'errormessage.request.invalid': 400,
  'errormessage.request.nothing.given': 400,
  'errormessage.request.body.unreadable': 400,
  'errormessage.request.body.too.large': 413,
  'errormessage.request.media.type.unsupported': 415,
  'errormessage.request.multipart.unreadable': 400,
  'errormessage.authentication.failed': 401,
  'errormessage.permission.denied': 403,
  'errormessage.third.party.customer.access.disabled': 403,
  'errormessage.not.found': 404,
  'errormessage.customer.not.found': 404,
  'errormessage.customer.identifier.ambiguous': 400,
  'errormessage.customer.not.identified': 404,
  'errormessage.customer.amendment.not.found': 404,
  'errormessage.customer.amendment.closed': 400,
  'errormessage.customer.amendment.pending': 409,
  'errormessage.customer.data.read.only': 403,
  'errormessage.customer.move.not.possible': 400,
  'errormessage.customer.image.invalid': 400,
  'errormessage.customer.document.not.found': 404,
  'errormessage.communication.thread.not.found': 404,
  'errormessage.communication.channel.twice': 400,
  'errormessage.communication.channel.fixed': 400,
  'errormessage.customer.field.invalid': 400,
  'errormessage.customer.field.required': 400,
  'errormessage.membership.offer.not.found': 404,
  'errormessage.membership.term.not.found': 404,
  'errormessage.membership.offer.not.available': 400,
  'errormessage.membership.start.date.invalid': 400,
  'errormessage.membership.preuse.date.invalid': 400,
  'errormessage.membership.modules.invalid': 400,
  'errormessage.membership.voucher.credit.redeemed': 400,
  'errormessage.membership.voucher.invalid': 400,
  'errormessage.membership.voucher.not.redeemable': 400,
  'errormessage.membership.voucher.with.referral': 400,
  'errormessage.membership.minimum.age': 400,
  'errormessage.membership.legal.representative.required': 400,
  'errormessage.membership.signature.required': 400,
  'errormessage.membership.signature.invalid': 400,
  'errormessage.membership.text.block.unknown': 400,
  'errormessage.membership.payment.required': 400,
  'errormessage.membership.payment.choice': 400,
  'errormessage.membership.cancelation.not.possible': 400,
  'errormessage.membership.withdrawal.not.possible': 400,
  'errormessage.membership.contract.not.found': 404,
  'errormessage.declaration.not.found': 404,
  'errormessage.declaration.not.open': 400,
  'errormessage.declaration.not.assigned': 400,
  'errormessage.membership.module.contract.not.found': 404,
  'errormessage.contract.not.found': 404,
  'errormessage.tax.export.not.found': 404,
  'errormessage.tax.export.not.ready': 409,
  'errormessage.tax.export.period.invalid': 400,
  'errormessage.device.not.found': 404,
  'errormessage.employee.not.found': 404,
  'errormessage.integration.not.found': 404,
  'errormessage.service.busy': 503,
  'errormessage.webhook.address.invalid': 400,
  'errormessage.event.delivery.not.found': 404,
  'errormessage.event.delivery.pending': 409,
  'errormessage.idle.period.not.found': 404,
  'errormessage.idle.period.reason.unknown': 400,
  'errormessage.idle.period.document.required': 400,
  'errormessage.idle.period.withdrawal.too.late': 400,
  'errormessage.idle.period.not.pending': 400,
  'errormessage.concurrent.modification': 409,
  'errormessage.membership.switch.not.found': 404,
  'errormessage.membership.switch.not.possible': 400,
  'errormessage.access.medium.card.invalid': 400,
  'errormessage.access.medium.not.found': 404,
  'errormessage.access.medium.taken': 409,
  'errormessage.access.restriction.not.found': 404,
  'errormessage.aggregator.address.invalid': 400,
  'errormessage.aggregator.member.not.found': 404,
  'errormessage.aggregator.not.connected': 400,
  'errormessage.aggregator.refused': 403,
  'errormessage.aggregator.unavailable': 503,
  'errormessage.benefit.not.available': 409,
  'errormessage.benefit.not.found': 404,
  'errormessage.checkin.absent': 409,
  'errormessage.checkin.code.unknown': 404,
  'errormessage.checkin.code.used': 409,
  'errormessage.checkin.present': 409,
  'errormessage.checkin.refused': 403,
  'errormessage.checkin.voucher.redeemed': 409,
  'errormessage.member.list.not.found': 404,
  DUPLICATE_CUSTOMER: 400,
  'errormessage.appointment.not.bookable': 400,
  'errormessage.appointment.not.found': 404,
  'errormessage.booking.cancelation.too.late': 400,
  'errormessage.booking.not.found': 404,
  'errormessage.class.not.found': 404,
  'errormessage.class.slot.not.bookable': 400,
  'errormessage.class.slot.not.found': 404,
  'errormessage.trial.offer.not.found': 404,
  'errormessage.trial.session.booking.not.found': 404,
  'errormessage.trial.session.bookings.exceeded': 429,
  'errormessage.trial.session.not.bookable': 400,
  'errormessage.trial.session.not.found': 404,
  'errormessage.image.link.invalid': 403,
  'errormessage.document.link.invalid': 403,
  'errormessage.document.type.unsupported': 400,
  'errormessage.rate.limit.exceeded': 429,
  'errormessage.internal': 500,
  'errormessage.payment.amount.invalid': 400,
  'errormessage.payment.currency.invalid': 400,
  'errormessage.payment.customer.ambiguous': 400,
  'errormessage.payment.customer.unknown': 404,
  'errormessage.payment.saving.required': 400,
  'errormessage.payment.session.invalid': 401,
  'errormessage.payment.session.expired': 401,
  'errormessage.payment.session.used': 401,
  'errormessage.payment.origin.not.registered': 403,
  'errormessage.payment.not.found': 404,
  'errormessage.payment.method.not.offered': 400,
  'errormessage.payment.instrument.unknown': 400,
  'errormessage.payment.instrument.expired': 400,
  'errormessage.payment.instrument.in.use': 409,
  'errormessage.payment.details.required': 400,
  'errormessage.payment.details.invalid': 400,
  'errormessage.payment.iban.invalid': 400,
  'errormessage.payment.iban.country.unsupported': 400,
  'errormessage.payment.iban.swiss.required': 400,
  'errormessage.payment.iban.qr': 400,
  'errormessage.payment.iban.use.ch.dd': 400,
  'errormessage.payment.iban.use.lsv': 400,
  'errormessage.payment.digits.invalid': 400,
  'errormessage.payment.sort.code.mismatch': 400,
  'errormessage.payment.routing.number.invalid': 400,
  'errormessage.payment.email.invalid': 400,
  'errormessage.payment.mandate.required': 400,
  'errormessage.payment.mandate.outdated': 400,
  'errormessage.payment.mandate.link.invalid': 403,
  'errormessage.payment.mandate.link.expired': 410,
  'errormessage.payment.signature.required': 400,
  'errormessage.payment.signature.invalid': 400,
  'errormessage.payment.wallet.not.allowed': 400,
  'errormessage.payment.return.url.required': 400,
  'errormessage.payment.return.url.invalid': 400,
  'errormessage.payment.provider.unavailable': 503,
  'errormessage.payment.idempotency.key.reused': 409,
  'errormessage.payment.pending': 409,
  'errormessage.payment.finished': 409,
  'errormessage.payment.attempts.exceeded': 429,
  'errormessage.payment.token.invalid': 400,
  'errormessage.payment.token.expired': 400,
  'errormessage.payment.token.scope': 400,
  'errormessage.payment.token.amount': 400,
  'errormessage.payment.token.used': 409,
  'errormessage.payment.token.pending': 409,
  'errormessage.payment.claims.invalid': 400,
  'errormessage.payment.claims.pending': 409,
  'errormessage.payment.outcome.unknown': 503,
  'errormessage.payment.link.not.found': 404,
  'errormessage.payment.link.invalid': 404,
  'errormessage.payment.link.expired': 410,
  'errormessage.payment.link.used': 410,
  'errormessage.payment.link.closed': 410,
  'errormessage.payment.link.payment.not.needed': 410,
  'errormessage.debt.collection.update.invalid': 400,
  'errormessage.debt.collection.debtor.not.found': 404,
  'errormessage.debt.collection.run.not.found': 404,
  'errormessage.debt.collection.run.not.waiting': 400,
  'errormessage.debt.collection.request.id.reused': 409,
  'errormessage.debt.collection.not.possible': 400,
  PAYMENT_DECLINED: 400,
  ADDITIONAL_MODULE_NOT_FOUND: 400,
  ADDITIONAL_MODULE_NOT_ONLINE_PURCHASABLE: 400,
  ADDITIONAL_MODULE_CONTRACT_INVALID_STATUS: 400,
  ADDITIONAL_MODULE_CONTRACT_ALREADY_PURCHASED: 400,
  ADDITIONAL_MODULE_TRIAL_PERIOD_NOT_BOOKABLE: 400,
  IDLEPERIOD_DEACTIVATED_FOR_CONTRACT: 400,
  IDLEPERIOD_PENDING_VERIFICATION: 400,
  IDLEPERIOD_DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT: 400,
  IDLEPERIOD_DEADLINE_VIOLATED: 400,
  IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH: 400,
  IDLEPERIOD_MAXIMUM_YEARS_VIOLATED: 400,
  IDLEPERIOD_OVERLAPPING: 400,
  IDLEPERIOD_TEMPORALUNIT_INVALID: 400,
  IDLEPERIOD_MAXIMUM_TERMS_VIOLATED: 400,
  IDLEPERIOD_TERMVALUE_MISSING: 400,
  IDLEPERIOD_UNLIMITED_PARAMETER_IS_MISSING: 400,
  IDLEPERIOD_ENDDATE_AND_TERM_PROVIDED: 400,
  IDLEPERIOD_ENDDATE_BEFORE_STARTDATE: 400,
  IDLEPERIOD_ENDDATE_ONLY_FOR_SHORTENING: 400,
} as const satisfies Record<MessageKey, number>;

/** Values that fill a message. `problem` is itself a text, so that the whole message is in one language. */
export type ErrorParams = Readonly<Record<string, string | number | TextPart>> & {
  readonly problem?: TextPart;
};

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that only the gateway of the widget and the pages of links return, not the Open API. */
export const WIDGET_ONLY: ReadonlySet<ErrorCode> = new Set([
  'errormessage.payment.attempts.exceeded',
  'errormessage.payment.details.invalid',
  'errormessage.payment.details.required',
  'errormessage.payment.digits.invalid',
  'errormessage.payment.email.invalid',
  'errormessage.payment.finished',
  'errormessage.payment.iban.country.unsupported',
  'errormessage.payment.iban.invalid',
  'errormessage.payment.iban.qr',
  'errormessage.payment.iban.swiss.required',
  'errormessage.payment.iban.use.ch.dd',
  'errormessage.payment.iban.use.lsv',
  'errormessage.payment.instrument.expired',
  'errormessage.payment.instrument.in.use',
  'errormessage.payment.instrument.unknown',
  'errormessage.payment.link.closed',
  'errormessage.payment.link.expired',
  'errormessage.payment.link.invalid',
  'errormessage.payment.link.payment.not.needed',
  'errormessage.payment.link.used',
  'errormessage.payment.mandate.link.expired',
  'errormessage.payment.mandate.link.invalid',
  'errormessage.payment.mandate.outdated',
  'errormessage.payment.mandate.required',
  'errormessage.payment.method.not.offered',
  'errormessage.payment.not.found',
  'errormessage.payment.origin.not.registered',
  'errormessage.payment.pending',
  'errormessage.payment.provider.unavailable',
  'errormessage.payment.return.url.invalid',
  'errormessage.payment.return.url.required',
  'errormessage.payment.routing.number.invalid',
  'errormessage.payment.session.expired',
  'errormessage.payment.session.invalid',
  'errormessage.payment.session.used',
  'errormessage.payment.signature.invalid',
  'errormessage.payment.signature.required',
  'errormessage.payment.sort.code.mismatch',
  'errormessage.payment.wallet.not.allowed',
] as const);

/**
 * Reports a refusal to the caller.
 *
 * `reference` names the field or resource at fault. `params` fill the message and therefore never contain secrets or
 * personal data.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly reference: string | undefined;
  readonly failure?: DeclineCode;
  /** Seconds until the same request may be accepted, if known. */
  readonly retryAfterSeconds?: number;

  constructor(
    readonly code: ErrorCode,
    reference?: string,
    readonly params: ErrorParams = {},
  ) {
    super(code);
    this.status = ERROR_STATUS[code];
    this.reference = reference && clip(reference);
  }
}

/** Reports that the provider refused when the usage was posted; `failure` contains the reason. */
export class PaymentDeclinedError extends ApiError {
  constructor(
    override readonly failure: DeclineCode,
    reference = 'paymentRequestToken',
  ) {
    super('PAYMENT_DECLINED', reference);
  }
}

/** Reason for a provider's refusal, in the gateway's terms. */
export type DeclineCode = Exclude<FailureCode, 'CANCELLED_ELSEWHERE'>;

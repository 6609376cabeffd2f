import type { Static } from 'typebox';
import type { CalendarDate } from '../../../core/calendar.js';
import { fromMinorUnits, toMoney } from '../../../core/money.js';
import { cancelationChoice } from '../cancelations/cancelation-choice.js';
import type { IdleTime } from '../idle-periods/idle-time.js';
import { type AnswerContext, toPaymentFrequency } from '../offers/frequencies.js';
import type { PaymentFrequency } from '../offers/offer.js';
import type { ContractData } from './contract-data.schema.js';
import { endsContract } from './contract-details.js';
import { contractLife } from './contract-life.js';
import { type Contract, isActive, signedTerm } from './contracts.js';
import { signedTermsOf } from './signed-terms.js';

export function toContractData(
  contract: Contract,
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
  answer: AnswerContext,
): Static<typeof ContractData> {
  const { id, startDate, details } = contract;
  const { currency } = answer;
  const signed = signedTermsOf(contract);
  const { endDate, periods } = contractLife(signed, idleTimes, today);
  const isExtended = periods.length > 1 && (periods[1]?.startDate ?? today) <= today;
  const { rateName, price, paymentFrequency, notice } = currentTerms(contract, isExtended);
  // A cancellation that awaits approval cannot be requested again.
  const { dates, lastNoticeDate } = contract.cancelation
    ? { dates: [], lastNoticeDate: null }
    : cancelationChoice(signed, idleTimes, today);
  return {
    id,
    startDate,
    endDate,
    rateName,
    contractStatus: isActive({ startDate, endDate }, today) ? ('ACTIVE' as const) : ('INACTIVE' as const),
    ...(notice ? { cancelationPeriod: { periodValue: notice.value, periodUnit: notice.unit } } : {}),
    priceDetails: {
      basePrice: toMoney(details.basePrice, currency),
      currentPrice: toMoney(price, currency),
      paymentFrequency: toPaymentFrequency(paymentFrequency, answer),
    },
    ...cancelationFields(contract, endDate),
    ...(lastNoticeDate === null ? {} : { lastPossibleCancelationDate: lastNoticeDate }),
    availableCancelationDates: [...dates],
    rateCodes: [...details.offer.rateCodes],
    price: fromMinorUnits(price, currency),
  };
}

/**
 * Returns the current terms: those of the initial runtime, or those of an extension with its own notice and, if it has
 * one, its subsequent rate.
 */
function currentTerms(contract: Contract, isExtended: boolean) {
  const { basePrice, ageAdjustedPrice } = contract.details;
  const { rateName, paymentFrequency, extension, cancelationPeriod } = signedTerm(contract);
  const signed = {
    rateName,
    price: ageAdjustedPrice ?? basePrice,
    paymentFrequency,
    notice: cancelationPeriod,
  };
  if (!isExtended || extension.type === 'NONE') return signed;
  const notice = extension.cancelationPeriod ?? cancelationPeriod;
  if (extension.type === 'TERM_EXTENSION') return { ...signed, notice };
  const { price, term } = extension;
  const frequency: PaymentFrequency = { id: null, type: 'RECURRING', term, price };
  return { rateName: extension.rateName, price, paymentFrequency: frequency, notice };
}

/**
 * Returns the cancellation fields, which are absent until the contract is cancelled
 * (docs/decisions/0021-contracts-over-time.md).
 */
function cancelationFields({ cancelation }: Contract, endDate: CalendarDate) {
  if (!cancelation) return {};
  const { status, date, reason, origin } = cancelation;
  return {
    cancelationStatus: status,
    cancelationDate: endsContract(cancelation) ? endDate : date,
    ...(reason === undefined ? {} : { cancelationReason: reason }),
    cancelationOrigin: origin,
  };
}

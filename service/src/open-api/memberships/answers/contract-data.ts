import type { Static } from 'typebox';
import type { CalendarDate } from '../../../domain/calendar.js';
import { isActive, signedTerm, type Contract } from '../../../memberships/contracts.js';
import { cancelationChoice } from '../../../memberships/life/cancelation-dates.js';
import type { Freeze } from '../../../memberships/life/freeze.js';
import { signedTermsOf } from '../../../memberships/life/signed-terms.js';
import { fromMinorUnits, toMoney } from '../../../domain/money.js';
import type { ContractData } from '../schemas/contract-data.js';
import { toPaymentFrequency, type AnswerContext } from './frequencies.js';

export function toContractData(
  contract: Contract,
  freezes: readonly Freeze[],
  today: CalendarDate,
  answer: AnswerContext,
): Static<typeof ContractData> {
  const { id, startDate, endDate, details } = contract;
  const { currency } = answer;
  const term = signedTerm(contract);
  const price = details.ageAdjustedPrice ?? details.basePrice;
  const { dates, lastNoticeDate } = cancelationChoice(signedTermsOf(contract), freezes, today);
  return {
    id,
    startDate,
    endDate,
    rateName: term.rateName,
    contractStatus: isActive(contract, today) ? ('ACTIVE' as const) : ('INACTIVE' as const),
    ...(term.cancelationPeriod
      ? {
          cancelationPeriod: {
            periodValue: term.cancelationPeriod.value,
            periodUnit: term.cancelationPeriod.unit,
          },
        }
      : {}),
    priceDetails: {
      basePrice: toMoney(details.basePrice, currency),
      currentPrice: toMoney(price, currency),
      paymentFrequency: toPaymentFrequency(term.paymentFrequency, answer),
    },
    ...cancelationFields(contract),
    ...(lastNoticeDate === null ? {} : { lastPossibleCancelationDate: lastNoticeDate }),
    availableCancelationDates: [...dates],
    rateCodes: [...details.offer.rateCodes],
    price: fromMinorUnits(price, currency),
  };
}

/** Absent while nobody has cancelled (docs/decisions/0021-contracts-over-time.md). */
function cancelationFields({ cancelation, endDate }: Contract) {
  if (!cancelation) return {};
  const { reason, origin } = cancelation;
  return {
    cancelationStatus: 'CANCELED' as const,
    cancelationDate: endDate,
    ...(reason === undefined ? {} : { cancelationReason: reason }),
    cancelationOrigin: origin,
  };
}

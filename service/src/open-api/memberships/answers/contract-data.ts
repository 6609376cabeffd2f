import type { Static } from 'typebox';
import type { CalendarDate } from '../../../domain/calendar.js';
import {
  isActive,
  lastCancelationDate,
  noticeFor,
  prolonged,
  signedTerm,
  type Contract,
} from '../../../memberships/contracts.js';
import { fromMinorUnits, toMoney } from '../../../domain/money.js';
import type { ContractData } from '../schemas/contract-data.js';
import { toPaymentFrequency, type AnswerContext } from './frequencies.js';

export function toContractData(
  contract: Contract,
  today: CalendarDate,
  answer: AnswerContext,
): Static<typeof ContractData> {
  const { id, startDate, endDate, details } = contract;
  const { currency } = answer;
  const term = signedTerm(contract);
  const price = details.ageAdjustedPrice ?? details.basePrice;
  const last = lastCancelationDate(contract);
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
    cancelationStatus: null,
    priceDetails: {
      basePrice: toMoney(details.basePrice, currency),
      currentPrice: toMoney(price, currency),
      paymentFrequency: toPaymentFrequency(term.paymentFrequency, answer),
    },
    ...(last === null ? {} : { lastPossibleCancelationDate: last }),
    availableCancelationDates: availableDates(contract, today),
    rateCodes: [...details.offer.rateCodes],
    price: fromMinorUnits(price, currency),
  };
}

/** The ends of the current and the next terms, as far as their notice can still be given. */
function availableDates(contract: Contract, today: CalendarDate): CalendarDate[] {
  const { extension, cancelationPeriod } = signedTerm(contract);
  const notice = (end: CalendarDate) => (cancelationPeriod ? noticeFor(end, cancelationPeriod) : end);
  const ends =
    extension.type === 'NONE'
      ? [contract.endDate]
      : [0, 1, 2].map((times) => prolonged(contract.endDate, extension.term, times));
  return ends.filter((end) => notice(end) >= today);
}

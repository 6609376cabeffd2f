import { addTerm, monthsIn, type CalendarDate, type Term } from '../../domain/calendar.js';
import type { PaymentFrequency } from '../../domain/offer.js';
import { signedTerm, type Contract } from '../contracts.js';

/** The initial runtime of a contract. */
interface Runtime {
  readonly start: CalendarDate;
  readonly term: Term;
}

/**
 * The monthly price of a contract at a time, in minor units, not rounded: the current contribution that a freeze can
 * cost a share of (specification, Configuration fields). Without modules and flat fees, for the age at its start.
 */
export function monthlyContribution(contract: Contract, on: CalendarDate): number {
  const { details, startDate } = contract;
  const { term, paymentFrequency, extension } = signedTerm(contract);
  const isExtended = on >= addTerm(startDate, term);
  if (isExtended && extension.type === 'SUBSEQUENT_RATE_DETAIL') {
    return extension.price / monthsIn(extension.term);
  }
  const price = monthlyPrice(paymentFrequency, { start: startDate, term }, on);
  const { basePrice, ageAdjustedPrice } = details;
  return ageAdjustedPrice === null || basePrice === 0 ? price : (price * ageAdjustedPrice) / basePrice;
}

/** A payment frequency as a price of one month; what is paid on days of the year, or once, is spread evenly. */
export function monthlyPrice(
  frequency: PaymentFrequency,
  { start, term }: Runtime,
  on: CalendarDate,
): number {
  const sum = (parts: readonly { readonly price: number }[]) =>
    parts.reduce((all, { price }) => all + price, 0);
  switch (frequency.type) {
    case 'FREE':
      return 0;
    case 'NON_RECURRING':
      return frequency.price / monthsIn(term);
    case 'RECURRING':
      return frequency.price / monthsIn(frequency.term);
    case 'MONTH_DAY':
      return sum(frequency.days) / (frequency.recurring ? 12 : monthsIn(term));
    case 'TERM_BASED': {
      if (!frequency.recurring) return sum(frequency.steps) / monthsIn(term);
      const current = frequency.steps.findLast(({ after }) => addTerm(start, after) <= on);
      return (current?.price ?? 0) / monthsIn(frequency.term);
    }
  }
}

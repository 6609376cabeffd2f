import { ageOn } from '../../domain/calendar.js';
import type { FlatFee, PaymentFrequency } from '../../domain/offer.js';
import type { Discount, Voucher } from '../../domain/voucher.js';
import { basePriceOf, type Runtime } from './fees.js';
import { ageAdjusted, discounted, portionOf } from './portion.js';
import type { CompanySplit, QuoteRequest } from './quote-types.js';

/** The discount of a voucher, of whichever type, or null. */
export function discountOf(voucher: Voucher | null): Discount | null {
  if (voucher?.type === 'DISCOUNT') return voucher;
  return voucher?.type === 'COMPANY_FEE_SPLIT' ? (voucher.discount ?? null) : null;
}

/** The price of a flat fee at its start, before and after the voucher. */
export function flatFeePrices(
  fee: FlatFee,
  discount: Discount | null,
  runtime: Runtime,
): { price: number; discounted: number } {
  const price = basePriceOf(fee.frequency, runtime);
  const first = discount?.flatFees.includes(fee.identifier) ? discount.periods[0] : undefined;
  return { price, discounted: first ? discounted(price, first.discount) : price };
}

/** An amount of a frequency, adjusted for the age at the start of the contract. */
export function adjustForAge(
  amount: number,
  request: QuoteRequest,
  frequency: PaymentFrequency = request.term.paymentFrequency,
): number {
  return ageAdjusted(amount, frequency.ageAdjustments, ageAtStart(request));
}

export function ageAtStart({ dateOfBirth, startDate }: QuoteRequest): number | null {
  return dateOfBirth === null ? null : ageOn(dateOfBirth, startDate);
}

/** The shares of a price that the company of a voucher and the member pay. */
export function split(price: number, voucher: Voucher | null): CompanySplit {
  if (voucher?.type !== 'COMPANY_FEE_SPLIT') return { company: 0, member: price };
  const company = Math.min(price, Math.max(0, portionOf(price, voucher.share)));
  return { company, member: price - company };
}

import { addTerm } from '../../../core/calendar.js';
import type { OngoingFee } from '../contracts/contract-details.js';
import type { FlatFee, PaymentFrequency, PricedModule } from '../offers/offer.js';
import type { ShapedRuntime } from './bonus.js';
import type { QuoteRequest } from './quote-types.js';
import { adjustForAge, discountOf } from './reductions.js';

/**
 * Fees that continue after the initial runtime when a contract is extended, in the rhythm it had. A starter package is for
 * the start only, and a module that has no extension of its own ends with the initial runtime.
 */
export function ongoingFees(
  request: QuoteRequest,
  { payableFrom, paid, end }: Pick<ShapedRuntime, 'payableFrom' | 'paid' | 'end'>,
): OngoingFee[] {
  const { term, modules } = request;
  // Free time behind what was paid for interrupts the rhythm: it starts again.
  const rhythm = (from: string) => (paid.end === end ? from : end);
  const fee = (flat: FlatFee): OngoingFee => ({
    description: flat.name,
    type: 'FLAT_FEE',
    frequency: flat.frequency,
    from: rhythm(flat.firstBookingDelay ? addTerm(paid.start, flat.firstBookingDelay) : paid.start),
    discountFrom: discountOf(request.voucher)?.flatFees.includes(flat.identifier) ? payableFrom : null,
  });
  return [
    ...contractFee(request, { payableFrom, end, from: rhythm(paid.start) }),
    ...term.flatFees.filter(({ starterPackage }) => !starterPackage).map(fee),
    ...modules.flatMap((module) => moduleFee(module, request, { end, from: rhythm(paid.start) })),
  ];
}

function contractFee(
  request: QuoteRequest,
  { payableFrom, end, from }: { readonly payableFrom: string; readonly end: string; readonly from: string },
): OngoingFee[] {
  const { extension, rateName, paymentFrequency } = request.term;
  const common = { type: 'CONTRACT_FEE', discountFrom: payableFrom } as const;
  switch (extension.type) {
    case 'NONE':
      return [];
    case 'TERM_EXTENSION':
      return [{ ...common, description: rateName, frequency: priced(paymentFrequency, request), from }];
    case 'SUBSEQUENT_RATE_DETAIL': {
      // One payment for each term of the subsequent rate.
      const frequency = {
        id: null,
        type: 'RECURRING',
        term: extension.term,
        price: extension.price,
      } as const;
      return [{ ...common, description: extension.rateName, frequency, from: end }];
    }
  }
}

function moduleFee(
  { name: description, extension, paymentFrequency, trialPeriod }: PricedModule,
  request: QuoteRequest,
  { end, from }: { readonly end: string; readonly from: string },
): OngoingFee[] {
  const common = { description, type: 'MODULE_FEE', discountFrom: null } as const;
  switch (extension.type) {
    case 'NONE':
      return [];
    case 'TERM_EXTENSION': {
      const begins = trialPeriod && from !== end ? addTerm(from, trialPeriod.term) : from;
      return [{ ...common, frequency: priced(paymentFrequency, request), from: begins }];
    }
    case 'SUBSEQUENT_RATE_DETAIL': {
      const frequency = {
        id: null,
        type: 'RECURRING',
        term: extension.term,
        price: extension.price,
      } as const;
      return [{ ...common, description: extension.rateName, frequency, from: end }];
    }
  }
}

/** A frequency at the prices for the age at the start of the contract. */
function priced(frequency: PaymentFrequency, request: QuoteRequest): PaymentFrequency {
  const { ageAdjustments: _, ...rest } = frequency;
  const adjust = (price: number) => adjustForAge(price, request, frequency);
  switch (rest.type) {
    case 'FREE':
      return rest;
    case 'NON_RECURRING':
    case 'RECURRING':
      return { ...rest, price: adjust(rest.price) };
    case 'MONTH_DAY':
      return { ...rest, days: rest.days.map((day) => ({ ...day, price: adjust(day.price) })) };
    case 'TERM_BASED':
      return { ...rest, steps: rest.steps.map((step) => ({ ...step, price: adjust(step.price) })) };
  }
}

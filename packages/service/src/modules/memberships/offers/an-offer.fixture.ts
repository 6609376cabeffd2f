import type { Quote, QuoteRequest } from '../pricing/quote.js';
import type { Voucher, VoucherEffect } from '../vouchers/voucher.js';
import type { FlatFee, Offer, OfferTerm, PaymentFrequency, PricedModule } from './offer.js';

export const months = (value: number) => ({ value, unit: 'MONTH' }) as const;
export const weeks = (value: number) => ({ value, unit: 'WEEK' }) as const;

export const recurring = (price: number, term = months(1)): PaymentFrequency => ({
  id: 1,
  type: 'RECURRING',
  term,
  price,
});

export function aTerm(changes: Partial<OfferTerm> = {}): OfferTerm {
  return {
    id: 11,
    term: months(12),
    rateName: 'Standard',
    paymentFrequency: recurring(3990),
    extension: { type: 'NONE' },
    cancelationStrategy: 'TERM',
    flatFees: [],
    bonusPeriods: [],
    optionalModules: [],
    priceAdjustmentRules: [],
    ...changes,
  };
}

function anOffer(term: OfferTerm, changes: Partial<Offer> = {}): Offer {
  return {
    id: 1,
    name: 'Standard',
    description: 'An offer of the tests',
    hasImage: false,
    preUse: { type: 'NOT_AVAILABLE' },
    limitedOfferingPeriod: { startDate: '2026-01-01', endDate: '2027-12-31' },
    rateCodes: [],
    terms: [term],
    includedModules: [],
    selectableModules: [],
    maximumNumberOfSelectableModules: 0,
    contractSignaturesRequired: false,
    allowedPaymentChoices: ['SEPA'],
    contractTextBlocks: [],
    requiresInitialPayment: true,
    timeRestrictions: null,
    ...changes,
  };
}

export const starterPackage = (price: number): FlatFee => ({
  identifier: 'STARTER',
  name: 'Starter package',
  frequency: { id: null, type: 'NON_RECURRING', price },
  starterPackage: true,
});

export const aModule = (
  paymentFrequency: PaymentFrequency,
  changes: Partial<PricedModule> = {},
): PricedModule => ({
  id: 5,
  name: 'Sauna',
  description: 'Sauna and steam bath',
  hasImage: false,
  extension: { type: 'NONE' },
  rateCodes: [],
  paymentFrequency,
  ...changes,
});

export const aVoucher = (effect: VoucherEffect): Voucher => ({
  code: 'TEST',
  validFrom: '2026-01-01',
  validUntil: '2027-12-31',
  maximumRedemptions: null,
  offerIds: null,
  textBlocks: [],
  ...effect,
});

export function aRequest(
  changes: Partial<QuoteRequest> & { offerChanges?: Partial<Offer> } = {},
): QuoteRequest {
  const { offerChanges, ...rest } = changes;
  const term = rest.term ?? aTerm();
  const startDate = rest.startDate ?? '2026-12-01';
  return {
    offer: anOffer(term, offerChanges),
    term,
    signingDate: '2026-11-21',
    startDate,
    useFrom: startDate,
    dateOfBirth: '1990-05-17',
    voucher: null,
    modules: [],
    ...rest,
  };
}

/** Returns a schedule as lines of text; `*` marks fees that are due on signing. */
export function lines({ schedule }: Quote): string[] {
  return schedule.map(
    ({ dueDate, type, amount, mandatoryOnSigning }) =>
      `${dueDate} ${type} ${(amount / 100).toFixed(2)}${mandatoryOnSigning ? ' *' : ''}`,
  );
}

import { aRequest } from '../offers/an-offer.fixture.js';
import type { Offer, OfferTerm } from '../offers/offer.js';
import { quote, type QuoteRequest } from '../pricing/quote.js';
import type { Contract } from './contracts.js';
import { type SignedTerms, signedTermsOf } from './signed-terms.js';

/** Returns the terms of a contract that was signed with the given request. */
export function signed(changes: Parameters<typeof aRequest>[0]): SignedTerms {
  return signedTermsOf(contractBy(aRequest(changes)));
}

/** Returns a contract as it is stored on its start date. */
export function contractFor(offer: Offer, term: OfferTerm, startDate: string): Contract {
  return contractBy({ ...aRequest({ term, startDate }), offer, signingDate: startDate });
}

export function contractBy(request: QuoteRequest): Contract {
  const { offer, term, startDate, useFrom, voucher } = request;
  const price = quote(request);
  return {
    id: 1,
    customerId: 1,
    saleId: '00000000-0000-4000-8000-000000000001',
    offerId: offer.id,
    offerTermId: term.id,
    startDate,
    endDate: price.endDate,
    finalEndDate: null,
    cancelation: null,
    withdrawnOn: null,
    amountUsed: null,
    creditTransactionId: null,
    nextChange: startDate,
    createdAt: new Date(0),
    details: {
      offer,
      useFrom,
      signedEndDate: price.endDate,
      schedule: price.schedule,
      ongoingFees: price.ongoingFees,
      ...(voucher ? { voucher } : {}),
      basePrice: price.basePrice,
      ageAdjustedPrice: price.ageAdjustedPrice,
      selectableModuleIds: [],
      optionalModuleIds: [],
      textBlockSignatures: [],
    },
  };
}

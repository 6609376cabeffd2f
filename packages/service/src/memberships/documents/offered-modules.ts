import { isDeepStrictEqual } from 'node:util';
import type { Offer, OfferTerm, PaymentFrequency, PricedModule, TextBlock } from '../../domain/offer.js';

/** The modules that can be chosen of an offer, each where its price holds. */
export interface OfferedModules {
  /** For one price whatever the term: the offer's own, and those that all terms offer alike. */
  readonly ofAllTerms: readonly PricedModule[];
  /** Those of one term that other terms do not offer, or for another price. */
  readonly ofTerm: (term: OfferTerm) => readonly PricedModule[];
  /** Texts that they ask consent to, each once. */
  readonly consents: readonly TextBlock[];
}

/** @param price in words: modules are the same for readers who see the same of them. */
export function offeredModules(
  { terms, selectableModules }: Pick<Offer, 'terms' | 'selectableModules'>,
  price: (frequency: PaymentFrequency) => string,
): OfferedModules {
  const isAmong = (modules: readonly PricedModule[], { id, name, paymentFrequency }: PricedModule) =>
    modules.some(
      (other) =>
        other.id === id && other.name === name && price(other.paymentFrequency) === price(paymentFrequency),
    );
  const common = (terms[0]?.optionalModules ?? []).filter(
    (module) =>
      !isAmong(selectableModules, module) &&
      terms.every(({ optionalModules }) => isAmong(optionalModules, module)),
  );
  const ofAllTerms = [...selectableModules, ...common];
  const consents = [...selectableModules, ...terms.flatMap(({ optionalModules }) => optionalModules)].flatMap(
    ({ consentTextBlock }) => consentTextBlock ?? [],
  );
  return {
    ofAllTerms,
    ofTerm: ({ optionalModules }) => optionalModules.filter((module) => !isAmong(ofAllTerms, module)),
    consents: consents.filter(
      (block, index) => consents.findIndex((other) => isDeepStrictEqual(other, block)) === index,
    ),
  };
}

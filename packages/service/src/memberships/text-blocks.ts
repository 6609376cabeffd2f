import type { Module, TextBlock } from '../domain/offer.js';
import type { QuoteRequest } from './pricing/quote-types.js';

type Choice = Pick<QuoteRequest, 'offer' | 'modules' | 'voucher'>;

/** Consents that the chosen and the included modules ask for. */
export function moduleConsents({ offer, modules }: Pick<Choice, 'offer' | 'modules'>): TextBlock[] {
  const chosen: readonly Module[] = [...offer.includedModules, ...modules];
  return chosen.flatMap(({ consentTextBlock }) => consentTextBlock ?? []);
}

/** Every text that belongs to a choice. */
export function textBlocksOf(request: Choice): TextBlock[] {
  return [
    ...request.offer.contractTextBlocks,
    ...moduleConsents(request),
    ...(request.voucher?.textBlocks ?? []),
  ];
}

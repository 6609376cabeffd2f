import type { Module, TextBlock } from '../domain/offer.js';
import type { QuoteRequest } from './pricing/quote-types.js';

/** Consents that the chosen and the included modules ask for. */
export function moduleConsents({ offer, modules }: QuoteRequest): TextBlock[] {
  const chosen: readonly Module[] = [...offer.includedModules, ...modules];
  return chosen.flatMap(({ consentTextBlock }) => consentTextBlock ?? []);
}

/** Every text that belongs to a choice. */
export function textBlocksOf(request: QuoteRequest): TextBlock[] {
  return [
    ...request.offer.contractTextBlocks,
    ...moduleConsents(request),
    ...(request.voucher?.textBlocks ?? []),
  ];
}

import type { Part } from './draft.js';

/**
 * The payments that a contract needs, from its preview (specification, signup guide, rule 2): all of it paid on
 * signing, only an initial payment; nothing due on signing, only an instrument for the recurring fees; otherwise both.
 *
 * @param dueOnSigning `paymentPreview.dueOnSigningAmount.amount`
 * @param volume `contractVolumeInformation.totalContractVolume.amount`, same currency
 */
export function partsOf(dueOnSigning: number, volume: number): readonly Part[] {
  if (cents(dueOnSigning) <= 0) return ['RECURRING'];
  // More than the volume is due when use before the start is charged on top; nothing is left to collect then either.
  return cents(dueOnSigning) >= cents(volume) ? ['INITIAL'] : ['RECURRING', 'INITIAL'];
}

/** Sums of decimals are compared as whole numbers: 0.1 + 0.2 is not 0.3. */
function cents(amount: number): number {
  return Math.round(amount * 100);
}

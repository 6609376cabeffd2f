import type { Part } from './draft.js';

/**
 * Returns the payments that a contract requires, according to its preview (specification, signup guide, rule 2). If
 * everything is paid on signing, this is only an initial payment. If nothing is due on signing, it is only an
 * instrument for the recurring fees. Otherwise it is both.
 *
 * @param dueOnSigning `paymentPreview.dueOnSigningAmount.amount`
 * @param volume `contractVolumeInformation.totalContractVolume.amount`, same currency
 */
export function partsOf(dueOnSigning: number, volume: number): readonly Part[] {
  if (cents(dueOnSigning) <= 0) return ['RECURRING'];
  // The amount due exceeds the volume if use before the start is charged on top. In that case, too, nothing is left to
  // collect.
  return cents(dueOnSigning) >= cents(volume) ? ['INITIAL'] : ['RECURRING', 'INITIAL'];
}

/** Converts to whole cents, because sums of decimals cannot be compared exactly: 0.1 + 0.2 is not 0.3. */
function cents(amount: number): number {
  return Math.round(amount * 100);
}

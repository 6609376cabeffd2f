/**
 * Returns whether a contract obliges the member to pay anything: today, later in its term, or after an extension. The
 * button that concludes such a contract must say so (§ 312j (3) BGB; Directive 2011/83/EU, article 8 (2)).
 *
 * @param {Pick<import('./types').OfferTerm, 'extensionType' | 'paymentFrequency' | 'priceAfterExtension'>} term
 * @param {Pick<import('./types').Preview, 'contractVolumeInformation' | 'paymentPreview'>} preview
 */
export function obligesToPay(
  { extensionType, paymentFrequency, priceAfterExtension },
  { contractVolumeInformation: { totalContractVolume }, paymentPreview },
) {
  const { dueOnSigningAmount, paymentSchedule } = paymentPreview;
  const amounts = [totalContractVolume, dueOnSigningAmount, ...paymentSchedule.map(({ amount }) => amount)];
  if (priceAfterExtension) amounts.push(priceAfterExtension);
  if (amounts.some(({ amount }) => amount > 0)) return true;
  // A voucher can make the whole first term free. An extended contract then has its usual price.
  return extensionType !== 'NONE' && paymentFrequency.type !== 'FREE';
}

/** IBAN countries of the SEPA area inside the European Economic Area (European Payments Council, EPC409-09). */
const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

/** IBAN countries of the SEPA area outside it; AL, MD, ME and MK joined in 2025, RS in 2026. */
const others = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ');

/** @param country ISO 3166-1 alpha-2, as an IBAN begins. */
export function isSepaCountry(country: string): boolean {
  return eea.includes(country) || others.includes(country);
}

/**
 * Whether a direct debit on an account of that country needs the debtor's address: SEPA Core Direct Debit Scheme
 * Rulebook, attribute AT-P006 (mandatory where a participant is outside the European Economic Area).
 */
export function needsDebtorAddress(country: string): boolean {
  return others.includes(country);
}

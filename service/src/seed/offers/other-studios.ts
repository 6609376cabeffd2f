import type { Offer, PaymentFrequency } from '../../domain/offer.js';

const month = (value: number) => ({ value, unit: 'MONTH' }) as const;

/** One monthly offer of twelve months for each of the other demo studios, in its language. */
function monthly(
  ids: { readonly offer: number; readonly term: number; readonly frequency: number },
  texts: { readonly name: string; readonly description: string; readonly starter: string },
  price: number,
  starter: number,
  allowedPaymentChoices: Offer['allowedPaymentChoices'],
): Offer {
  const paymentFrequency: PaymentFrequency = { id: ids.frequency, type: 'RECURRING', term: month(1), price };
  return {
    id: ids.offer,
    name: texts.name,
    description: texts.description,
    hasImage: true,
    preUse: { type: 'NOT_AVAILABLE' },
    limitedOfferingPeriod: { startDate: '2025-01-01', endDate: '2035-12-31' },
    rateCodes: [],
    terms: [
      {
        id: ids.term,
        term: month(12),
        rateName: texts.name,
        paymentFrequency,
        extension: { type: 'TERM_EXTENSION', term: month(1), cancelationPeriod: month(1) },
        cancelationStrategy: 'TERM',
        cancelationPeriod: month(1),
        flatFees: [
          {
            identifier: `FF-START-${ids.offer}`,
            name: texts.starter,
            frequency: { id: null, type: 'NON_RECURRING', price: starter },
            starterPackage: true,
          },
        ],
        bonusPeriods: [],
        optionalModules: [],
        priceAdjustmentRules: [],
      },
    ],
    includedModules: [],
    selectableModules: [],
    maximumNumberOfSelectableModules: 0,
    contractSignaturesRequired: false,
    allowedPaymentChoices,
    contractTextBlocks: [],
    requiresInitialPayment: true,
    timeRestrictions: null,
  };
}

export const SEEBLICK_ZUERICH = [
  monthly(
    { offer: 4201, term: 4301, frequency: 5301 },
    { name: 'Seeblick Jahr', description: 'Training und Kurse, zwölf Monate.', starter: 'Startpaket' },
    8900,
    4900,
    ['CH_DD', 'LSV', 'CREDIT_CARD', 'TWINT', 'CASH'],
  ),
];
export const HARBOUR_BRISTOL = [
  monthly(
    { offer: 4401, term: 4501, frequency: 5501 },
    { name: 'Harbour annual', description: 'Gym and pool for a year.', starter: 'Joining fee' },
    3500,
    2000,
    ['BACS', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
  ),
];
export const LAKESHORE_CHICAGO = [
  monthly(
    { offer: 4601, term: 4701, frequency: 5701 },
    { name: 'Lakeshore annual', description: 'All floors for a year.', starter: 'Enrollment fee' },
    4900,
    2500,
    ['ACH', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
  ),
];
export const NAVIGLI_MILANO = [
  monthly(
    { offer: 4801, term: 4811, frequency: 5801 },
    {
      name: 'Navigli annuale',
      description: 'Sala pesi e corsi per un anno.',
      starter: 'Quota di iscrizione',
    },
    4500,
    3000,
    ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
  ),
];
export const TURIA_VALENCIA = [
  monthly(
    { offer: 4901, term: 4911, frequency: 5901 },
    { name: 'Turia anual', description: 'Sala y clases durante un año.', starter: 'Matrícula' },
    3900,
    2500,
    ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
  ),
];
export const BAYSIDE_SYDNEY = [
  monthly(
    { offer: 4951, term: 4961, frequency: 5951 },
    { name: 'Bayside annual', description: 'Gym and ocean pool for a year.', starter: 'Joining fee' },
    5600,
    3000,
    ['BECS', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
  ),
];

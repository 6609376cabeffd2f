import type { Offer } from '../../../modules/memberships/offers/offer.js';
import { plain, yearly } from './catalogue.js';
import { ENGLISH, GERMAN, ITALIAN, SPANISH } from './texts.js';

const ZUERICH = {
  texts: GERMAN,
  site: 'seeblick.example',
  allowedPaymentChoices: ['CH_DD', 'LSV', 'CREDIT_CARD', 'TWINT', 'CASH'],
} satisfies Parameters<typeof yearly>[0];

/** With something due on signing, all of it, and nothing. */
export const SEEBLICK_ZUERICH: readonly Offer[] = [
  yearly(
    ZUERICH,
    { offer: 4201, term: 4301, frequency: 5301 },
    { name: 'Seeblick Jahr', description: 'Training und Kurse, zwölf Monate.' },
    { monthly: 8900, joining: 4900, sauna: 1500, coaching: 24900 },
  ),
  plain(
    ZUERICH,
    { offer: 4211, term: 4311, frequency: 5311 },
    { name: 'Seeblick Halbjahr', description: 'Training, sechs Monate, einmal bezahlt.' },
    { months: 6, frequency: { id: 5311, type: 'NON_RECURRING', price: 54000 }, isDueOnSigning: true },
  ),
  plain(
    ZUERICH,
    { offer: 4221, term: 4321, frequency: 5321 },
    { name: 'Seeblick Vormittag', description: 'Training werktags bis 14 Uhr, zum Kennenlernen.' },
    {
      months: 3,
      frequency: { id: 5321, type: 'RECURRING', term: { value: 1, unit: 'MONTH' }, price: 6900 },
      isDueOnSigning: false,
    },
  ),
];
export const HARBOUR_BRISTOL: readonly Offer[] = [
  yearly(
    {
      texts: ENGLISH,
      site: 'harbourgym.example',
      allowedPaymentChoices: ['BACS', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
    },
    { offer: 4401, term: 4501, frequency: 5501 },
    { name: 'Harbour annual', description: 'Gym and pool for a year.' },
    { monthly: 3500, joining: 2000, sauna: 800, coaching: 16000 },
  ),
];
export const LAKESHORE_CHICAGO: readonly Offer[] = [
  yearly(
    {
      texts: { ...ENGLISH, starter: 'Enrollment fee' },
      site: 'lakeshore.example',
      allowedPaymentChoices: ['ACH', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
    },
    { offer: 4601, term: 4701, frequency: 5701 },
    { name: 'Lakeshore annual', description: 'All floors for a year.' },
    { monthly: 4900, joining: 2500, sauna: 1000, coaching: 24000 },
  ),
];
export const NAVIGLI_MILANO: readonly Offer[] = [
  yearly(
    {
      texts: ITALIAN,
      site: 'navigli.example',
      allowedPaymentChoices: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
    },
    { offer: 4801, term: 4811, frequency: 5801 },
    { name: 'Navigli annuale', description: 'Sala pesi e corsi per un anno.' },
    { monthly: 4500, joining: 3000, sauna: 900, coaching: 18000 },
  ),
];
export const TURIA_VALENCIA: readonly Offer[] = [
  yearly(
    {
      texts: SPANISH,
      site: 'turia.example',
      allowedPaymentChoices: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
    },
    { offer: 4901, term: 4911, frequency: 5901 },
    { name: 'Turia anual', description: 'Sala y clases durante un año.' },
    { monthly: 3900, joining: 2500, sauna: 900, coaching: 16000 },
  ),
];
export const BAYSIDE_SYDNEY: readonly Offer[] = [
  yearly(
    {
      texts: ENGLISH,
      site: 'bayside.example',
      allowedPaymentChoices: ['BECS', 'CREDIT_CARD', 'PAYPAL', 'CASH'],
    },
    { offer: 4951, term: 4961, frequency: 5951 },
    { name: 'Bayside annual', description: 'Gym and ocean pool for a year.' },
    { monthly: 5600, joining: 3000, sauna: 1200, coaching: 26000 },
  ),
];

import { swissDebitForm } from '../../forms/swiss-debit-form.js';

/** For accounts of every Swiss or Liechtenstein bank but PostFinance. */
export const lsvForm = swissDebitForm('LSV', { hint: 'lsv.iban.hint', consent: 'lsv.mandate.consent' });

import { swissDebitForm } from '../../forms/swiss-debit-form.js';

/** For accounts of PostFinance. */
export const chDDForm = swissDebitForm('CH_DD', {
  hint: 'chDD.iban.hint',
  consent: 'chDD.mandate.consent',
});

import { describe, expect, it } from 'vitest';
import { chDDForm, lsvForm } from '../methods/swiss-debit-forms.js';
import { filledForm, formContext } from '../testing/form-context.js';

const address = { 'address.line1': 'Seestrasse 4', 'address.postalCode': '8001', 'address.city': 'Zürich' };
const postFinance = { accountHolder: 'Reto Ammann', iban: 'CH83 0900 0000 1000 1234 5', ...address };
const otherBank = { ...postFinance, iban: 'LI26 0881 0000 0123 4567 8' };

describe.each([
  ['CH_DD', chDDForm, postFinance, otherBank, 'chDD.mandate.consent'],
  ['LSV', lsvForm, otherBank, postFinance, 'lsv.mandate.consent'],
] as const)('the %s form', (method, form, own, others, consent) => {
  const context = formContext(method, { countryCode: 'CH' });

  it('asks for the address always', () => {
    expect(form.fields(context).map(({ name }) => name)).toEqual([
      'accountHolder',
      'iban',
      'address.line1',
      'address.postalCode',
      'address.city',
      'address.country',
    ]);
  });

  it('takes the accounts of its own scheme only', () => {
    expect(filledForm(form, context, own, { mandate: true }).invalid).toEqual([]);
    expect(filledForm(form, context, others, { mandate: true }).invalid).toEqual(['iban']);
  });

  it('asks for the authority, unless the host has hidden the box', () => {
    expect(form.consents(context).map(({ labelKey }) => labelKey)).toEqual([consent]);
    expect(form.consents({ ...context, hideMandateCheckbox: true })).toEqual([]);
  });

  it('sends the IBAN and the address', () => {
    expect(form.toDetails(filledForm(form, context, own).values)).toEqual({
      accountHolder: 'Reto Ammann',
      iban: own.iban.replaceAll(' ', ''),
      address: { line1: 'Seestrasse 4', postalCode: '8001', city: 'Zürich', country: 'CH' },
    });
  });
});

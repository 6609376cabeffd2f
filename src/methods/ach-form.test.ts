import { describe, expect, it } from 'vitest';
import { filledForm, formContext } from '../testing/form-context.js';
import { achForm } from './ach-form.js';

const context = formContext('ACH', { countryCode: 'US' });
const texts = { accountHolder: 'Dana Brooks', bankLocationId: '1100 0000 0', accountNumber: '000123456789' };

describe('the ACH form', () => {
  it('asks who, which account, and of what kind', () => {
    expect(achForm.fields(context).map(({ name }) => name)).toEqual([
      'accountHolder',
      'bankLocationId',
      'accountNumber',
      'accountType',
      'holderType',
    ]);
  });

  it.each([
    [{}, { accountType: 'CHECKING', holderType: 'PERSONAL' }],
    [
      { accountType: 'SAVINGS', holderType: 'BUSINESS' },
      { accountType: 'SAVINGS', holderType: 'BUSINESS' },
    ],
  ])('with %j chosen sends %j', (chosen, kinds) => {
    const view = filledForm(achForm, context, { ...texts, ...chosen }, { mandate: true });
    expect(view.invalid).toEqual([]);
    expect(achForm.toDetails(view.values)).toEqual({
      accountHolder: 'Dana Brooks',
      bankLocationId: '110000000',
      accountNumber: '000123456789',
      ...kinds,
    });
  });

  it('asks for the authorisation, unless the host has hidden the box', () => {
    expect(achForm.consents(context)).toEqual([
      { name: 'mandate', labelKey: 'ach.mandate.consent', labelParams: { creditor: 'Studio Nord GmbH' } },
    ]);
    expect(achForm.consents({ ...context, hideMandateCheckbox: true })).toEqual([]);
  });
});

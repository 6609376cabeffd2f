import { describe, expect, it } from 'vitest';
import { filledForm, formContext } from '../testing/form-context.js';
import { bacsForm } from './bacs-form.js';

const context = formContext('BACS', { countryCode: 'GB' });
const texts = {
  accountHolder: 'Imogen Clarke',
  bankLocationId: '10-88-00',
  accountNumber: '12345',
  email: 'imogen@example.org',
  'address.line1': '12 Quay Street',
  'address.postalCode': 'BS1 4DB',
  'address.city': 'Bristol',
};

describe('the BACS form', () => {
  it('asks for holder, sort code, account, e-mail and address', () => {
    expect(bacsForm.fields(context).map(({ name }) => name)).toEqual([
      'accountHolder',
      'bankLocationId',
      'accountNumber',
      'email',
      'address.line1',
      'address.city',
      'address.postalCode',
      'address.country',
    ]);
  });

  it('asks for sole authority, which the host cannot hide', () => {
    const boxes = [{ name: 'soleAuthority', labelKey: 'bacs.soleAuthority' }];
    expect(bacsForm.consents(context)).toEqual(boxes);
    expect(bacsForm.consents({ ...context, hideMandateCheckbox: true })).toEqual(boxes);
  });

  it('blocks a submit until everything is right', () => {
    expect(filledForm(bacsForm, context, texts).invalid).toEqual(['accountNumber', 'soleAuthority']);
    const right = { ...texts, accountNumber: '0001 2345' };
    expect(filledForm(bacsForm, context, right, { soleAuthority: true }).invalid).toEqual([]);
  });

  it('sends digits, the account number with all eight', () => {
    const view = filledForm(bacsForm, context, { ...texts, accountNumber: '123 456' });
    expect(bacsForm.toDetails(view.values)).toEqual({
      accountHolder: 'Imogen Clarke',
      bankLocationId: '108800',
      accountNumber: '00123456',
      email: 'imogen@example.org',
      address: { line1: '12 Quay Street', postalCode: 'BS1 4DB', city: 'Bristol', country: 'GB' },
    });
  });
});

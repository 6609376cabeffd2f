import { describe, expect, it } from 'vitest';
import type { FormContext } from '../forms/form.js';
import { filledForm, formContext } from '../testing/form-context.js';
import { sepaFormWithAddress } from './sepa-form-with-address.js';

const context = (texts: FormContext['texts'], requiredFields: readonly 'address'[] = []): FormContext =>
  formContext('SEPA', { texts, offer: { requiredFields: [...requiredFields] } });
const fields = (...given: Parameters<typeof context>): readonly string[] =>
  sepaFormWithAddress.fields(context(...given)).map(({ name }) => name);
const address = ['address.line1', 'address.postalCode', 'address.city', 'address.country'];

describe('the SEPA form with an address', () => {
  it('does not ask for it when the account is in the European Economic Area', () => {
    expect(fields({ iban: 'DE89 3704' })).toEqual(['accountHolder', 'iban']);
  });

  it.each(['CH93 0076', 'gb29'])('asks for it when the account is outside: %s', (iban) => {
    expect(fields({ iban })).toEqual(['accountHolder', 'iban', ...address]);
  });

  it('asks for it when the gateway wants it', () => {
    expect(fields({}, ['address'])).toEqual(['accountHolder', 'iban', ...address]);
  });

  it('takes the country of the host until another is chosen, and checks the postal code by it', () => {
    const texts = { iban: 'CH93 0076 2011 6238 5295 7', 'address.postalCode': '8001' };
    const view = filledForm(sepaFormWithAddress, context(texts), texts);
    expect(view.values['address.country']).toBe('DE');
    expect(view.invalid).toContain('address.postalCode');

    const swiss = { ...texts, 'address.country': 'CH' };
    const corrected = filledForm(sepaFormWithAddress, context(swiss), swiss);
    expect(corrected.invalid).not.toContain('address.postalCode');
  });

  it.each([
    ['DE', ['line1', 'postalCode', 'city']],
    ['CH', ['line1', 'postalCode', 'city']],
    ['SE', ['line1', 'postalCode', 'city']],
    ['TR', ['line1', 'postalCode', 'city']],
    ['HU', ['city', 'line1', 'postalCode']],
    ['GB', ['line1', 'city', 'postalCode']],
    ['RU', ['line1', 'city', 'postalCode']],
    ['US', ['line1', 'city', 'state', 'postalCode']],
  ])('asks for an address in %s in the order of that country: %j', (country, order) => {
    const texts = { iban: 'CH93 0076 2011 6238 5295 7', 'address.country': country };
    const shown = fields(texts);
    expect(shown.slice(2)).toEqual([...order, 'country'].map((part) => `address.${part}`));
  });

  it('sends it only when it was asked for', () => {
    const values = { accountHolder: 'Maren Petersen', iban: 'DE89370400440532013000' };
    expect(sepaFormWithAddress.toDetails(values)).toEqual(values);
    const entered = {
      'address.line1': 'Hafenstraße 1',
      'address.postalCode': '20457',
      'address.city': 'Hamburg',
      'address.country': 'DE',
    };
    expect(sepaFormWithAddress.toDetails({ ...values, ...entered })).toEqual({
      ...values,
      address: { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    });
  });
});

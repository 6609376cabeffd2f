import { describe, expect, it } from 'vitest';
import { emptyForm, type FormContext } from '../forms/form.js';
import { describeForm } from '../forms/form-view.js';
import { gatewaySession } from '../testing/fixtures.js';
import { sepaForm } from './sepa-form.js';

function context(changes: Partial<FormContext> = {}): FormContext {
  const session = gatewaySession();
  const [offer] = session.paymentMethods;
  if (!offer) throw new Error('The session offers nothing.');
  return {
    session,
    offer,
    countryCode: 'DE',
    hideMandateCheckbox: false,
    customerFields: {},
    texts: {},
    ...changes,
  };
}

const names = (changes: Partial<FormContext>): string[] =>
  sepaForm.fields(context(changes)).map(({ name }) => name);
const address = ['address.line1', 'address.postalCode', 'address.city', 'address.country'];

describe('the SEPA form', () => {
  it('asks for holder and IBAN', () => {
    expect(names({})).toEqual(['accountHolder', 'iban']);
    expect(names({ texts: { iban: 'DE89 3704' } })).toEqual(['accountHolder', 'iban']);
  });

  it('asks for the address when the account is outside the European Economic Area', () => {
    expect(names({ texts: { iban: 'CH93 0076' } })).toEqual(['accountHolder', 'iban', ...address]);
    expect(names({ texts: { iban: 'gb29' } })).toEqual(['accountHolder', 'iban', ...address]);
  });

  it('asks for the e-mail, and sends it, when the gateway wants it', () => {
    const offer = { ...context().offer, requiredFields: ['email' as const] };
    expect(names({ offer })).toEqual(['accountHolder', 'iban', 'email']);
    const values = {
      accountHolder: 'Mara Lindner',
      iban: 'DE89370400440532013000',
      email: 'mara@example.com',
    };
    expect(sepaForm.toDetails(values)).toEqual(values);
  });

  it('asks for the address when the gateway wants it', () => {
    const offer = { ...context().offer, requiredFields: ['address' as const] };
    expect(names({ offer })).toEqual(['accountHolder', 'iban', ...address]);
  });

  it.each([
    ['DE', '', { hintKey: 'sepa.iban.hint', hintParams: { code: 'DE', length: 22 } }],
    ['NO', '', { hintKey: 'sepa.iban.hint', hintParams: { code: 'NO', length: 15 } }],
    ['DE', 'NL91', { hintKey: 'sepa.iban.hint', hintParams: { code: 'NL', length: 18 } }],
    ['US', '', { hintKey: 'sepa.iban.hint.any' }],
  ])('hints in %s after typing %j', (countryCode, iban, hint) => {
    const field = sepaForm
      .fields(context({ countryCode, texts: { iban } }))
      .find(({ name }) => name === 'iban');
    expect(field).toMatchObject(hint);
  });

  it('asks for the mandate, unless the host has hidden the box', () => {
    expect(sepaForm.consents(context())).toEqual([
      { name: 'mandate', labelKey: 'sepa.mandate.consent', labelParams: { creditor: 'Studio Nord GmbH' } },
    ]);
    expect(sepaForm.consents(context({ hideMandateCheckbox: true }))).toEqual([]);
  });

  it('takes the country of the host until another is chosen, and checks the postal code by it', () => {
    const texts = { iban: 'CH93 0076 2011 6238 5295 7', 'address.postalCode': '8001' };
    const view = describeForm(sepaForm, context({ texts }), { ...emptyForm, texts });
    expect(view.values['address.country']).toBe('DE');
    expect(view.invalid).toContain('address.postalCode');

    const swiss = { ...texts, 'address.country': 'CH' };
    const corrected = describeForm(sepaForm, context({ texts: swiss }), { ...emptyForm, texts: swiss });
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
    const names = sepaForm.fields(context({ texts })).map(({ name }) => name);
    expect(names.slice(2)).toEqual([...order, 'country'].map((part) => `address.${part}`));
  });

  it('sends normalised values, with the address only when it was asked for', () => {
    const texts = { accountHolder: ' Maren Petersen ', iban: 'de89 3704 0044 0532 0130 00' };
    const { values } = describeForm(sepaForm, context({ texts }), { ...emptyForm, texts });
    expect(sepaForm.toDetails(values)).toEqual({
      accountHolder: 'Maren Petersen',
      iban: 'DE89370400440532013000',
    });

    const withAddress = {
      ...values,
      'address.line1': 'Hafenstraße 1',
      'address.postalCode': '20457',
      'address.city': 'Hamburg',
      'address.country': 'DE',
    };
    expect(sepaForm.toDetails(withAddress)?.address).toEqual({
      line1: 'Hafenstraße 1',
      postalCode: '20457',
      city: 'Hamburg',
      country: 'DE',
    });
  });
});

describe('the mandate of somebody who pays once', () => {
  const session = gatewaySession({ savingOffered: true });
  const [offer] = session.paymentMethods;
  if (!offer?.mandate) throw new Error('The session offers no mandate.');
  const oneOffMandate = { ...offer.mandate, paymentType: 'ONE_OFF', reference: 'UPC-2' } as const;

  it.each([
    [undefined, 'RECURRENT'],
    [true, 'RECURRENT'],
    [false, 'ONE_OFF'],
  ])('with saving %s is %s', (save, paymentType) => {
    const given = context({ session, offer: { ...offer, oneOffMandate } });
    const { mandate } = describeForm(sepaForm, given, { ...emptyForm, save });
    expect(mandate?.paymentType).toBe(paymentType);
  });

  it('is the only one where the gateway offers no other', () => {
    const { mandate } = describeForm(sepaForm, context({ session }), { ...emptyForm, save: false });
    expect(mandate?.paymentType).toBe('RECURRENT');
  });
});

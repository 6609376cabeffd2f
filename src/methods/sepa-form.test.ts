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

describe('the SEPA form', () => {
  it('asks for holder and IBAN', () => {
    expect(names({})).toEqual(['accountHolder', 'iban']);
    expect(names({ texts: { iban: 'DE89 3704' } })).toEqual(['accountHolder', 'iban']);
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

  it('sends normalised values', () => {
    const texts = { accountHolder: ' Maren Petersen ', iban: 'de89 3704 0044 0532 0130 00' };
    const { values } = describeForm(sepaForm, context({ texts }), { ...emptyForm, texts });
    expect(sepaForm.toDetails(values)).toEqual({
      accountHolder: 'Maren Petersen',
      iban: 'DE89370400440532013000',
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

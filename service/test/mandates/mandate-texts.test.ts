import { catalogue, methodsOf } from '@upc/contract/catalogue';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, withoutVariant } from '../../src/i18n/languages.js';
import {
  acceptedOffer,
  acceptedText,
  offerMandate,
  type MandateOccasion,
} from '../../src/domain/mandates/mandate-offer.js';
import { loadMandateTexts, type MandateText } from '../../src/domain/mandates/mandate-texts.js';

const texts = loadMandateTexts();
const creditor = {
  // A name that means something to String.replace.
  name: "Gym $& 'Nord' {amount}",
  address: { line1: 'Weg 1', postalCode: '13353', city: 'Berlin', country: 'DE' },
  creditorIdentifier: 'DE98ZZZ09999999999',
};
const occasion = (scheme: MandateText['scheme'], recurrent = true): MandateOccasion => ({
  sessionId: 'a session',
  scheme,
  creditor,
  recurrent,
  amount: { amount: 19.9, currency: 'USD' },
});
const languages = [...new Set(LANGUAGES.map(withoutVariant))];

describe('the texts', () => {
  test('every debit of the catalogue has one, in English at least', () => {
    const offers = methodsOf('debit').map((method) =>
      offerMandate(texts, occasion(catalogue[method].scheme), 'en'),
    );
    expect(offers.map(({ scheme }) => scheme)).toEqual(
      methodsOf('debit').map((method) => catalogue[method].scheme),
    );
  });

  test('SEPA has all fifteen languages, each in its own words', () => {
    expect(languages).toHaveLength(15);
    const offers = languages.map((language) => offerMandate(texts, occasion('SEPA'), language));
    expect(offers.map(({ language }) => language)).toEqual(languages);
    for (const part of [0, 1, 2]) expect(new Set(offers.map(({ text }) => text[part])).size).toBe(15);
    expect(new Set(offers.map(({ heading }) => heading)).size).toBe(15);
  });

  test('what the scheme asks for is said in every language: both authorities, the creditor twice, 8 weeks', () => {
    for (const language of languages) {
      const { text } = offerMandate(texts, occasion('SEPA'), language);
      expect(text).toHaveLength(3);
      expect(text[0]).toContain('(A)');
      expect(text[0]).toContain('(B)');
      expect(text[0]).toContain(creditor.name);
      expect(text[1]).toMatch(/8|acht/);
    }
  });

  test('English binds in Russian and Turkish only', () => {
    const english = offerMandate(texts, occasion('SEPA'), 'en').text;
    for (const language of languages) {
      const { binding } = offerMandate(texts, occasion('SEPA'), language);
      expect(binding).toEqual(
        ['ru', 'tr'].includes(language) ? { language: 'en', text: english } : undefined,
      );
    }
  });

  test.each([
    ['CH_DD', ['de', 'fr', 'it', 'en'], 30],
    ['LSV', ['de', 'fr', 'it', 'en'], 30],
    ['BACS', ['en'], 10],
    ['ACH', ['en'], 10],
  ] as const)('%s has %j, and English for any other', (scheme, own, days) => {
    for (const language of languages) {
      const offer = offerMandate(texts, occasion(scheme), `${language}-XX`);
      expect(offer.language).toBe((own as readonly string[]).includes(language) ? language : 'en');
      expect(offer.text.join(' ')).toContain(String(days));
      expect(offer.text.join(' ')).toContain(creditor.name);
    }
  });

  test('nothing is left to fill in but what the creditor is called', () => {
    for (const text of texts) {
      for (const recurrent of [true, false]) {
        const filled = offerMandate(texts, occasion(text.scheme, recurrent), text.language).text.join(' ');
        expect(filled.replaceAll(creditor.name, '')).not.toMatch(/[{}$]&|\{\w+\}/);
      }
    }
  });

  test('an ACH authorization says how to revoke it, and the amount of a single debit', () => {
    const once = offerMandate(texts, occasion('ACH', false), 'en');
    expect(once.paymentType).toBe('ONE_OFF');
    expect(once.text[0]).toContain('once, for $19.90');
    expect(once.text.join(' ')).toContain('Weg 1, 13353 Berlin, DE');
    expect(offerMandate(texts, occasion('ACH'), 'en').text.join(' ')).not.toContain('$19.90');
  });
});

describe('the newest version of a text', () => {
  const older = texts.filter(({ scheme, language }) => scheme === 'LSV' && language === 'en');
  const newer = older.map((text) => ({ ...text, version: '2027-03', heading: 'Newer' }));
  const all = [...newer, ...older];

  test('is the one that is offered; the older one is accepted no more', () => {
    const offer = offerMandate(all, occasion('LSV'), 'en');
    expect(offer).toMatchObject({ version: '2027-03', heading: 'Newer' });
    const { reference, language } = offer;
    const accept = (version: string) => () =>
      acceptedOffer(all, occasion('LSV'), { reference, language, version, accepted: true });
    expect(accept('2027-03')).not.toThrow();
    expect(accept('2026-01')).toThrow('errormessage.payment.mandate.outdated');
  });
});

test('the evidence holds everything that was read, in order', () => {
  const offer = offerMandate(texts, occasion('SEPA'), 'tr');
  const text = acceptedText({ offer, creditor });
  const parts = [
    offer.heading,
    creditor.name,
    'Weg 1, 13353 Berlin, DE',
    'DE98ZZZ09999999999',
    offer.reference,
    'RECURRENT',
    ...offer.text,
    ...(offer.binding?.text ?? []),
  ];
  expect(text).toBe(parts.join('\n'));
});

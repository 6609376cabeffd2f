import { catalogue, methodsOf } from '@upc/contract/catalogue';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, withoutVariant } from '../../../core/i18n/languages.js';
import {
  acceptedOffer,
  acceptedText,
  localeOf,
  type MandateOccasion,
  offerMandate,
} from './mandate-offer.js';
import { loadMandateTexts, type MandateText } from './mandate-texts.js';

const texts = loadMandateTexts();
const creditor = {
  // The name contains special patterns of String.replace.
  name: "Gym $& 'Nord' {amount}",
  address: { line1: 'Weg 1', postalCode: '13353', city: 'Berlin', country: 'DE' },
  email: 'gym@example.com',
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

const sepaLanguages = [...languages, 'fr-LU', 'fr-BE', 'nl-BE'];
/** Returns "two days" in a language, as it reads after "at least". */
const days = (language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(2);

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
    for (const language of sepaLanguages) {
      const { text } = offerMandate(texts, occasion('SEPA'), language);
      expect(text).toHaveLength(4);
      expect(text[0]).toContain('(A)');
      expect(text[0]).toContain('(B)');
      expect(text[0]).toContain(creditor.name);
      expect(text[1]).toMatch(/8|acht/);
    }
  });

  test('SEPA says in every language how many days before a debit the payer is told: 14, or as the studio keeps it', () => {
    for (const language of sepaLanguages) {
      const usual = offerMandate(texts, occasion('SEPA'), language).text[3];
      const own = { ...occasion('SEPA'), creditor: { ...creditor, preNotificationDays: 2 } };
      expect(usual).toMatch(/\b14\s/);
      expect(usual).toContain(creditor.name);
      expect(offerMandate(texts, own, language).text[3]).toBe(
        usual?.replace(/14\s\S+?(?=[\s).])/, days(language)),
      );
    }
  });

  test('Bacs says what the bank statement shows: the name kept for it, or the name of the creditor', () => {
    const shown = (statementName?: string) =>
      offerMandate(
        texts,
        { ...occasion('BACS'), creditor: { ...creditor, ...(statementName && { statementName }) } },
        'en',
      ).text.at(-1);
    expect(shown('NORTH GYM')).toBe('Direct Debits will appear on my bank statement as NORTH GYM.');
    expect(shown()).toContain(`as ${creditor.name}.`);
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
    ['BACS', ['en'], 'Direct Debits'],
    ['ACH', ['en'], 10],
    ['BECS', ['en'], 'Bulk Electronic Clearing System'],
  ] as const)('%s has %j, and English for any other', (scheme, own, days) => {
    for (const language of languages) {
      const offer = offerMandate(texts, occasion(scheme), `${language}-XX`);
      expect(offer.language).toBe((own as readonly string[]).includes(language) ? language : 'en');
      expect(offer.text.join(' ')).toContain(String(days));
      // The LSV+ form names the payee above its text.
      if (scheme !== 'LSV') expect(offer.text.join(' ')).toContain(creditor.name);
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
    expect(once.text[0]).toMatch(/once, for (US)?\$19\.90/);
    expect(once.text.join(' ')).toContain('emailing gym@example.com');
    expect(once.text.join(' ')).toContain('Weg 1, 13353 Berlin, Germany');
    expect(offerMandate(texts, occasion('ACH'), 'en').text.join(' ')).not.toContain('$19.90');
  });
});

describe('the newest version of a text', () => {
  const older = texts.filter(({ scheme, language }) => scheme === 'LSV' && language === 'en').slice(0, 1);
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

describe('the Direct Debit Guarantee', () => {
  test('is a list of four under its heading, beside the Instruction', () => {
    const { guarantee, text } = offerMandate(texts, occasion('BACS'), 'en');
    expect(guarantee?.heading).toBe('The Direct Debit Guarantee');
    expect(guarantee?.items).toHaveLength(4);
    expect(guarantee?.items.join(' ')).toContain('10 working days');
    expect(guarantee?.items.join(' ')).toContain(creditor.name);
    expect(text.join(' ')).toContain('may not accept Direct Debit Instructions for some types of account');
  });
});

test('the Service Agreement of BECS has a heading for each section, and the amount of a single debit', () => {
  const once = offerMandate(texts, occasion('BECS', false), 'en');
  expect(once.text[0]).toMatch(/once with (US)?\$19\.90/);
  const headings = once.guarantee?.items.map((item) => item.split('\n'));
  expect(headings?.every((lines) => lines.length === 2)).toBe(true);
  expect(once.guarantee?.items.join(' ')).toContain('at least 14 days before the change');
});

test.each([
  ['fr', 'Mandat de prélèvement SEPA'],
  ['fr-CH', 'Mandat de prélèvement SEPA'],
  ['fr-LU', 'Mandat de domiciliation SEPA'],
  ['fr-BE', 'Mandat de domiciliation européenne SEPA'],
  ['nl', 'Doorlopende machtiging SEPA'],
  ['nl-BE', 'Mandaat Europese domiciliëring SEPA'],
])("a reader of %s has the country's own word for the debit: %s", (locale, heading) => {
  expect(offerMandate(texts, occasion('SEPA'), locale).heading).toBe(heading);
});

test.each([
  ['de', undefined, 'DE', 'de-DE'],
  ['en', undefined, 'GB', 'en-GB'],
  ['en', 'en', 'GB', 'en-GB'],
  ['en', 'en-US', 'GB', 'en-US'],
  ['en', 'pl', 'GB', 'en-GB'],
  ['de', 'de-CH', 'DE', 'de-CH'],
  ['fr-LU', 'fr-LU', 'LU', 'fr-LU'],
])(
  'a text in %s, asked for in %s, of a creditor in %s is dated as %s',
  (language, asked, country, locale) => {
    expect(localeOf(language, asked, { address: { ...creditor.address, country } })).toBe(locale);
  },
);

test('the evidence holds everything that was read, in order', () => {
  const offer = offerMandate(texts, occasion('SEPA'), 'tr');
  const text = acceptedText({ offer, creditor });
  const parts = [
    offer.heading,
    creditor.name,
    'Weg 1',
    '13353 Berlin',
    'Almanya',
    'gym@example.com',
    'DE98ZZZ09999999999',
    offer.reference,
    'RECURRENT',
    ...offer.text,
    ...(offer.binding?.text ?? []),
  ];
  expect(text).toBe(parts.join('\n'));
});

test('the Dutch scheme has a form of its own for a single debit', () => {
  const once = offerMandate(texts, occasion('SEPA', false), 'nl');
  expect(once.heading).toBe('Eenmalige machtiging SEPA');
  expect(once.text[0]).toContain('eenmalige incasso-opdracht');
});

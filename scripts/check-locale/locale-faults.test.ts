import { describe, expect, it } from 'vitest';
import { localeFaults } from './locale-faults.mjs';

const english = {
  'a.title': 'Pay {{amount}}',
  'b.months_one': '{{count}} month',
  'b.months_other': '{{count}} months',
  'c.button': 'Sign',
  'c.button_ACH': 'Authorize',
};
const polish = {
  'a.title': 'Zapłać {{amount}}',
  'b.months_few': '{{count}} miesiące',
  'b.months_many': '{{count}} miesięcy',
  'b.months_one': '{{count}} miesiąc',
  'b.months_other': '{{count}} miesiąca',
  'c.button': 'Podpisz',
  'c.button_ACH': 'Upoważnij',
};
const without = (key: keyof typeof polish): object =>
  Object.fromEntries(Object.entries(polish).filter(([other]) => other !== key));

describe('a file of a language', () => {
  it('is right with every text, plural and hole', () => {
    expect(localeFaults({ locale: 'pl', texts: polish, english })).toEqual([]);
  });

  it.each([
    ['lacks a text', without('a.title'), 'a.title: missing.'],
    ['lacks a plural form', without('b.months_few'), 'b.months_few: missing.'],
    ['lacks the word of a scheme', without('c.button_ACH'), 'c.button_ACH: missing.'],
    ['has a key that nobody asks for', { ...polish, 'd.new': 'Nowe' }, 'd.new: there is no such text.'],
    [
      'has a plural form that the language has not',
      { ...polish, 'b.months_two': '{{count}}' },
      'b.months_two: this language has no such plural form; it has few, many, one, other.',
    ],
    ['lacks a hole', { ...polish, 'a.title': 'Zapłać' }, 'a.title: has no hole, English has {{amount}}.'],
    [
      'has another hole',
      { ...polish, 'a.title': 'Zapłać {{kwota}}' },
      'a.title: has {{kwota}}, English has {{amount}}.',
    ],
    ['has half a hole', { ...polish, 'a.title': 'Zapłać {{amount}' }, 'a.title: a hole is written {{name}}.'],
    [
      'nests',
      { ...polish, 'c.button': '$t(a.title)' },
      'c.button: one text cannot be put into another with $t().',
    ],
    ['has an empty text', { ...polish, 'c.button': ' ' }, 'c.button: expected a text that is not empty.'],
    ['has texts within texts', { ...polish, 'c.button': {} }, 'c.button: expected a text that is not empty.'],
    [
      'is not translated',
      { ...polish, 'c.button': 'Sign' },
      'c.button: is not translated. If it is the same on purpose, add it to scripts/check-locale/same-as-english.mjs.',
    ],
    ['is not an object', [], 'pl: expected an object of texts by key.'],
  ])('that %s is wrong', (_, texts, fault) => {
    const sorted = Array.isArray(texts)
      ? texts
      : Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(localeFaults({ locale: 'pl', texts: sorted, english })).toEqual([fault]);
  });

  it('that is not sorted is wrong', () => {
    const texts = { 'c.button': 'Podpisz', ...without('c.button') };
    expect(localeFaults({ locale: 'pl', texts, english })).toEqual([
      'c.button: expected a.title here; keys are sorted.',
    ]);
  });
});

describe('a file of a region', () => {
  const language = { 'a.title': 'Zahle {{amount}}', 'c.button': 'Schließen' };

  it('holds what differs from its language', () => {
    const texts = { 'c.button': 'Schliessen' };
    expect(localeFaults({ locale: 'de-CH', texts, english, language })).toEqual([]);
  });

  it('that repeats its language is wrong', () => {
    const texts = { 'c.button': 'Schließen' };
    expect(localeFaults({ locale: 'de-CH', texts, english, language })).toEqual([
      'c.button: is the text of the language; leave it out.',
    ]);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isReference, sepaText, swissText } from './bank-text.js';

it.each([
  ["Mara O'Neill-Muster", "Mara O'Neill-Muster"],
  ['Müller & Söhne', 'Muller + Sohne'],
  ['Straße 1', 'Strasse 1'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Ștefan Țurcanu', 'Stefan Turcanu'],
  ['Þórður', 'Thordur'],
  ['Şükrü Çağlar', 'Sukru Caglar'],
  ['Иван Петров', 'Ivan Petrov'],
  ['Γιώργος', 'Giorgos'],
  ['“quoted” – 50 €', "'quoted' - 50 EUR"],
  ['a_b~c;d|e\\f', 'a-b-c,d/e/f'],
  ['[a] {b} <c>', '(a) (b) (c)'],
  ['100 % #1 a@b.example', '100 . .1 a.b.example'],
  ['two\n lines\tand\u{a0}more ', 'two lines and more'],
  ['e\u{301}', 'e'],
])('%j becomes %j', (text, expected) => {
  expect(sepaText(text, 140)).toBe(expected);
});

it.each([
  ["Zoé O'Neill-Müller", "Zoé O'Neill-Müller"],
  ['Ünal & Söhne, Straße 1', 'Ünal & Söhne, Straße 1'],
  ['Łukasz Ångström', 'Lukasz Angström'],
  ['Şükrü Çağlar', 'Sükrü Çaglar'],
  ['Иван Петров', 'Ivan Petrov'],
  ['“quoted” – 50 €', "'quoted' - 50 EUR"],
  ['a_b~c;d|e\\f^g', 'a_b~c;d/e\\f.g'],
  ['100 % #1 a@b.example', '100 % #1 a@b.example'],
  ['two\n lines\tand\u{a0}more ', 'two lines and more'],
  ['e\u{301}', 'é'],
])('%j becomes %j for Swiss banks', (text, expected) => {
  expect(swissText(text, 140)).toBe(expected);
});

it('cuts the converted text', () => {
  expect(sepaText('ß'.repeat(50), 70)).toBe('s'.repeat(70));
  expect(sepaText('a bc', 2)).toBe('a');
  expect(swissText('ß'.repeat(80), 70)).toBe('ß'.repeat(70));
});

it('always stays within the character set and the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 140 }), (text, length) => {
      expect(sepaText(text, length)).toMatch(new RegExp(`^[A-Za-z0-9/\\-?:().,'+ ]{0,${length}}$`));
      // The pattern of SIX's schema.
      expect(swissText(text, length)).toMatch(
        /^([a-zA-Z0-9.,;:'+\-/()?*[\]{}\\`´~ ]|[!"#%&<>÷=@_$£]|[àáâäçèéêëìíîïñòóôöùúûüýßÀÁÂÄÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜÑ])*$/,
      );
      expect(swissText(text, length).length).toBeLessThanOrEqual(length);
    }),
  );
});

it.each([
  ['RF18-5390 (0754).7034', true],
  ['A/B', true],
  ['F'.repeat(35), true],
  ['F'.repeat(36), false],
  ['', false],
  ['/A', false],
  ['A/', false],
  ['A//B', false],
  ['/', false],
  ['Ä', false],
  ['A_B', false],
  [' A', false],
  ['A\n', false],
])('%j as a reference: %s', (text, expected) => {
  expect(isReference(text)).toBe(expected);
});

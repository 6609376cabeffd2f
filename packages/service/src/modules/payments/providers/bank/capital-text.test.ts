import fc from 'fast-check';
import { expect, it } from 'vitest';
import { capitalText } from './capital-text.js';

it.each([
  ["Mara O'Neill-Muster", "MARA O'NEILL-MUSTER"],
  ['Müller & Söhne (Inc.)', 'MULLER & SOHNE (INC.)'],
  ['Łukasz Żółć', 'LUKASZ ZOLC'],
  ['Straße 1/2', 'STRASSE 1/2'],
  ['Иван Петров', 'IVAN PETROV'],
  ['two\n lines\tand_more #1;', 'TWO LINES AND MORE 1'],
  [' 💪 ', 'MUSCLE'],
  ['\u200b', ''],
])('%j becomes %j', (text, expected) => {
  expect(capitalText(text, 94)).toBe(expected);
});

it('cuts the converted text', () => {
  expect(capitalText('ß'.repeat(50), 22)).toBe('S'.repeat(22));
  expect(capitalText('a bc', 2)).toBe('A');
});

it('always stays within the character set and the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 23 }), (text, length) => {
      expect(capitalText(text, length)).toMatch(new RegExp(`^[A-Z0-9&'()\\-./, ]{0,${length}}$`));
    }),
  );
});

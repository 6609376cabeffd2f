import { expect, it } from 'vitest';
import { toPlainAscii } from './ascii.js';

const scripts = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const shown = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9876543210);
  // Unicode classifies Chinese numerals as letters.
  return /^\p{Nd}+$/u.test(shown) ? [[numberingSystem, shown] as const] : [];
});

it('knows the scripts', () => {
  expect(scripts.length).toBeGreaterThan(50);
});

it.each(scripts)('reads the digits of the script %s: %s', (_, shown) => {
  expect(toPlainAscii(shown)).toBe('9876543210');
});

it.each([
  ['10\u00a088\u201300', '108800'],
  ['\u200f1\u200b0-\u20118\ufeff\t8\u0000', '1088'],
  ['10.88/00', '108800'],
  ['DE89.3704_0044·05', 'DE893704004405'],
  ['ＡＢ１２', 'AB12'],
  ['10880O', '10880O'],
  ['<svg>', '<svg>'],
])('reads %j as %j', (typed, plain) => {
  expect(toPlainAscii(typed)).toBe(plain);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_NUMBER_FORMATS, formatCardNumber, parseCardNumber } from './access-mediums.js';

describe('the number of a card', () => {
  test.each([
    ['AABBCCDD', '2864434397', 'AABBCCDD', 'DDCCBBAA'],
    ['00000001', '1', '00000001', '01000000'],
    ['04A2B3C4D5E680', '1304792892040832', '04A2B3C4D5E680', '80E6D5C4B3A204'],
  ])('%s in each format', (bytes, decimal, msb, lsb) => {
    expect(CARD_NUMBER_FORMATS.map((format) => formatCardNumber(bytes, format))).toEqual([decimal, msb, lsb]);
    expect(parseCardNumber(decimal, 'DECIMAL')).toBe(bytes);
    expect(parseCardNumber(msb.toLowerCase(), 'HEX_MSB')).toBe(bytes);
    expect(parseCardNumber(lsb, 'HEX_LSB')).toBe(bytes);
  });

  test.each([
    ['DECIMAL', ['', '-1', '1.5', 'AABBCCDD', '9'.repeat(26), ' 1']],
    ['HEX_MSB', ['', 'AABBCC', 'AABBCCD', 'GGBBCCDD', '0xAABBCCDD', 'AA'.repeat(11)]],
    ['HEX_LSB', ['', 'AABBCC', 'AABBCCD', 'GGBBCCDD']],
  ] as const)('what is none in %s', (format, texts) => {
    expect(texts.map((text) => parseCardNumber(text, format))).toEqual(texts.map(() => null));
  });

  test('whatever card it is: each format leads back to the same card', () => {
    const bytes = fc
      .constantFrom(4, 5, 7, 8, 10)
      .chain((size) => fc.uint8Array({ minLength: size, maxLength: size }));
    fc.assert(
      fc.property(bytes, (given) => {
        const hex = Buffer.from(given).toString('hex').toUpperCase();
        expect(parseCardNumber(formatCardNumber(hex, 'HEX_LSB'), 'HEX_LSB')).toBe(hex);
        const decimal = formatCardNumber(hex, 'DECIMAL');
        const again = parseCardNumber(decimal, 'DECIMAL');
        expect(again && formatCardNumber(again, 'DECIMAL')).toBe(decimal);
      }),
    );
  });
});

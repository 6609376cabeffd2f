import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOf } from '../src/cards/brands.js';
import { CARD_FIELD_RULES, parseExpiry, passesLuhn } from '../src/cards/card-fields.js';
import { digitsOf } from '../src/cards/digits.js';
import { TEST_CARDS } from '../src/bank/test-data.js';

const now = new Date('2026-11-20T10:00:00');
const { number, expiry, cvc } = CARD_FIELD_RULES;

/** Reads a text in which `|` marks the caret. */
const typed = (text: string): { text: string; caret: number } => ({
  text: text.replace('|', ''),
  caret: text.includes('|') ? text.indexOf('|') : text.length,
});
const shown = ({ text, caret }: { text: string; caret: number }): string =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;

describe('the brand', () => {
  const BRANDS = [
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['5', undefined],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', undefined],
    ['34', 'amex'],
    ['37', 'amex'],
    ['6759', 'maestro'],
    ['5018', 'maestro'],
    ['6011', 'discover'],
    ['65', 'discover'],
    ['644', 'discover'],
    ['3056', 'diners'],
    ['36', 'diners'],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['3590', undefined],
    ['62', 'unionpay'],
    ['81', 'unionpay'],
    ['9', undefined],
    ['', undefined],
  ] as const;

  it('is told by the first digits', () => {
    expect(BRANDS.map(([digits]) => [digits, brandOf(digits)?.name])).toEqual(BRANDS);
  });

  it('every test card has one and a right check digit', () => {
    for (const card of TEST_CARDS) {
      expect(brandOf(card.number), card.number).toBeDefined();
      expect(number.check(card.number, { brand: undefined, now }), card.number).toBeNull();
    }
  });
});

describe('a card number while it is typed', () => {
  const TYPED = [
    ['4242', '4242|'],
    ['42424', '4242 4|'],
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['30569309025904', '3056 930902 5904|'],
    // Digits beyond the brand's length are dropped.
    ['3782822463100059', '3782 822463 10005|'],
    ['55555555555544449', '5555 5555 5555 4444|'],
    // Pasted numbers may contain any separators.
    ['4242-4242\u00a04242.4242', '4242 4242 4242 4242|'],
    [' 4242 4242 ', '4242 4242|'],
    ['٤٢٤٢', '4242|'],
    ['４２４２４', '4242 4|'],
    ['abc', '|'],
    // The caret stays behind the same digit.
    ['4242 1|4242', '4242 1|424 2'],
    ['1|4242 4242', '1|424 2424 2'],
    ['4242 |4242', '4242| 4242'],
    ['|4242', '|4242'],
  ] as const;

  it('is shown in groups', () => {
    const found = TYPED.map(([text]) => [text, shown(number.format(typed(text), true, undefined))]);
    expect(found).toEqual(TYPED);
  });

  it('never loses or turns a digit, and the caret keeps its place', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(30), (text, at) => {
        const caret = Math.min(at, text.length);
        const result = number.format({ text, caret }, true, undefined);
        expect(digitsOf(text).startsWith(digitsOf(result.text))).toBe(true);
        const before = digitsOf(text.slice(0, caret)).length;
        const after = digitsOf(result.text.slice(0, result.caret)).length;
        expect(after).toBe(Math.min(before, digitsOf(result.text).length));
        expect(number.format(result, true, undefined).text).toBe(result.text);
      }),
    );
  });
});

describe('an expiry while it is typed', () => {
  const TYPED = [
    ['1', true, '1|'],
    ['12', true, '12/|'],
    ['12/', true, '12/|'],
    ['12/2', true, '12/2|'],
    ['1228', true, '12/28|'],
    ['3', true, '03/|'],
    ['1/', true, '01/|'],
    ['1/28', true, '01/28|'],
    ['3 / 2028', true, '03/2028|'],
    ['12/2028', true, '12/2028|'],
    ['12-28', true, '12/28|'],
    // Deleting does not bring the slash back.
    ['12', false, '12|'],
    ['1', false, '1|'],
    ['12/2', false, '12/2|'],
    ['1|2/28', true, '1|2/28'],
  ] as const;

  it('is shown with its slash', () => {
    const found = TYPED.map(([text, grown]) => [
      text,
      grown,
      shown(expiry.format(typed(text), grown, undefined)),
    ]);
    expect(found).toEqual(TYPED);
  });

  const CHECKED = [
    ['11/26', null],
    ['12/2026', null],
    ['10/26', 'expiry.past'],
    ['12/25', 'expiry.past'],
    ['01/99', null],
    ['13/28', 'expiry.incomplete'],
    ['00/28', 'expiry.incomplete'],
    ['12/2', 'expiry.incomplete'],
    ['12/202', 'expiry.incomplete'],
    ['', 'expiry.incomplete'],
  ] as const;

  it('is checked', () => {
    const found = CHECKED.map(([text]) => [text, expiry.check(text, { brand: undefined, now })]);
    expect(found).toEqual(CHECKED);
  });

  it.each([
    ['2026-12-01T11:59:59Z', null],
    ['2026-12-01T12:00:00Z', 'expiry.past'],
  ])('is valid until the month has ended in every time zone: %s', (time, error) => {
    expect(expiry.check('11/26', { brand: undefined, now: new Date(time) })).toBe(error);
  });

  it('is read with two and four digits of the year', () => {
    expect([parseExpiry('03/28'), parseExpiry('03/2028')]).toEqual(Array(2).fill({ month: 3, year: 2028 }));
  });
});

describe('what is wrong with a number or a security code', () => {
  it.each([
    ['4242 4242 4242 4242', null],
    ['4242 4242 4242 4241', 'number.wrong'],
    ['4242 4242 4242', 'number.incomplete'],
    ['3782 822463 1000', 'number.incomplete'],
    ['9999 9999 9999 9995', 'number.wrong'],
    ['', 'number.incomplete'],
  ])('number %s: %s', (text, error) => {
    expect(number.check(text, { brand: undefined, now })).toBe(error);
  });

  it.each([
    ['123', '4', null],
    ['1234', '4', 'cvc.incomplete'],
    ['12', '4', 'cvc.incomplete'],
    ['1234', '37', null],
    ['123', '37', 'cvc.incomplete'],
    ['123', '', null],
    ['1234', '', null],
  ])('code %s beside a number that starts with %s: %s', (text, start, error) => {
    expect(cvc.check(text, { brand: brandOf(start), now })).toBe(error);
  });

  it('finds every wrong digit, and every exchange of two neighbours but 0 and 9', () => {
    const good = '4242424242424242';
    for (let at = 0; at < good.length; at += 1) {
      const changed = `${good.slice(0, at)}${(Number(good[at]) + 1) % 10}${good.slice(at + 1)}`;
      expect(passesLuhn(changed)).toBe(false);
    }
    expect(passesLuhn('2424242424242424')).toBe(false);
  });
});

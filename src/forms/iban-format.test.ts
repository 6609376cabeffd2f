import { describe, expect, it } from 'vitest';
import { formatIban, parseIban } from './iban-format.js';

describe('parseIban', () => {
  it.each([
    ['de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['DE89\u00a03704\u202f0044\u20090532 0130\u00a000', 'DE89370400440532013000'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['IBAN: DE89', 'DE89'],
    ['\u200fDE\u200b89\ufeff', 'DE89'],
    ['ＤＥ８９３７', 'DE8937'],
    ['DE٨٩٣٧', 'DE8937'],
    ['DE۸۹', 'DE89'],
    ['DE८९', 'DE89'],
    ['IBAN<svg>', 'IBAN<SVG>'],
    ['', ''],
  ])('reads %j as %j', (text, iban) => {
    expect(parseIban(text)).toBe(iban);
  });
});

describe('formatIban', () => {
  // The bar is the caret.
  it.each([
    ['typing at the end', 'DE893|', 'DE89 3|'],
    ['the fourth character adds no space yet', 'DE89|', 'DE89|'],
    ['typing in the middle', 'DE899|3704', 'DE89 9|370 4'],
    ['typing before a group', 'DE8|9 3704', 'DE8|9 3704'],
    [
      'deleting the space keeps the caret before it, so that the next press continues',
      'DE89|3704',
      'DE89| 3704',
    ],
    ['deleting in the middle', 'DE8| 3704', 'DE8|3 704'],
    ['pasting with separators', 'de89-3704-0044|', 'DE89 3704 0044|'],
    ['pasting with the word in front', 'IBAN DE89 3704|', 'DE89 3704|'],
    ['nothing', '|', '|'],
  ])('%s', (_, before, after) => {
    const caret = before.indexOf('|');
    const edited = formatIban({ text: before.replace('|', ''), caret });
    expect(`${edited.text.slice(0, edited.caret)}|${edited.text.slice(edited.caret)}`).toBe(after);
  });

  it('changes nothing about what it has formatted', () => {
    const once = formatIban({ text: 'DE89370400440532013000', caret: 22 });
    expect(formatIban(once)).toEqual(once);
  });
});

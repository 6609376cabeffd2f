import { expect, test } from 'vitest';
import { table } from './table.js';

test('columns are headed and aligned, long and composed names too, and lists go downwards', () => {
  const text = table(
    ['Id', 'Name', 'Methods', 'Origins'],
    [
      ['7', 'Caf\u0065\u0301', ['SEPA', 'CREDIT_CARD'], []],
      ['1001', 'Sport- und Gesundheitszentrum', [], ['https://a.example']],
      ['8', '', 'CASH', 'none'],
    ],
  );
  expect(text).toBe(
    [
      'Id    Name                           Methods      Origins',
      '----  -----------------------------  -----------  -----------------',
      '7     Caf\u0065\u0301                           SEPA',
      '                                     CREDIT_CARD',
      '1001  Sport- und Gesundheitszentrum               https://a.example',
      '8                                    CASH         none',
      '',
    ].join('\n'),
  );
});

test('a table without rows is its head', () => {
  expect(table(['Id', 'Name'], [])).toBe('Id  Name\n--  ----\n');
});

import { describe, expect, test } from 'vitest';
import { parseRows, parseSubstitutes, readModulusTable } from './uk-modulus-table.js';
import { modulusCheck } from './uk-modulus.js';

const table = readModulusTable();
const belongTogether = modulusCheck(table);

/** The 34 test cases published with the rule (Validating account numbers 6.40, chapter 3), in its order. */
test.each([
  ['modulus 10', '089999', '66374958', true],
  ['modulus 11', '107999', '88837491', true],
  ['modulus 11 and double alternate', '202959', '63748472', true],
  ['exceptions 10 and 11, only the first passes', '871427', '46238510', true],
  ['exceptions 10 and 11, only the second passes', '872427', '46238510', true],
  ['exception 10, ab = 09 and g = 9', '871427', '09123496', true],
  ['exception 10, ab = 99 and g = 9', '871427', '99123496', true],
  ['exception 3, c = 6, start of a range', '820000', '73688637', true],
  ['exception 3, c = 9, end of a range', '827999', '73988638', true],
  ['exception 3, both checks', '827101', '28748352', true],
  ['exception 4', '134020', '63849203', true],
  ['exception 1', '118765', '64371389', true],
  ['exception 6, a foreign currency', '200915', '41011166', true],
  ['exception 5', '938611', '07806039', true],
  ['exception 5 with substitution', '938600', '42368003', true],
  ['exception 5, remainders of 0', '938063', '55065200', true],
  ['exception 7', '772798', '99345694', true],
  ['exception 8', '086090', '06774744', true],
  ['exceptions 2 and 9, the first passes', '309070', '02355688', true],
  ['exceptions 2 and 9, the second passes with substitution', '309070', '12345668', true],
  ['exceptions 2 and 9, a not 0 and g not 9', '309070', '12345677', true],
  ['exceptions 2 and 9, a not 0 and g = 9', '309070', '99345694', true],
  ['exception 5, only the second check digit is wrong', '938063', '15764273', false],
  ['exception 5, only the first check digit is wrong', '938063', '15764264', false],
  ['exception 5, a remainder of 1', '938063', '15763217', false],
  ['exception 1 fails', '118765', '64371388', false],
  ['modulus 11 passes, double alternate fails', '203099', '66831036', false],
  ['modulus 11 fails, double alternate passes', '203099', '58716970', false],
  ['modulus 10 fails', '089999', '66374959', false],
  ['modulus 11 fails', '107999', '88837493', false],
  ['exceptions 12 and 13, only the first passes', '074456', '12345112', true],
  ['exceptions 12 and 13, both pass', '070116', '34012583', true],
  ['exceptions 12 and 13, only the second passes', '074456', '11104102', true],
  ['exception 14, only the second passes', '180002', '00000190', true],
])('published case: %s', (_, sortCode, account, valid) => {
  expect(belongTogether(sortCode, account)).toBe(valid);
});

describe('between the published cases', () => {
  const withRows = (...rows: string[]) =>
    modulusCheck({ rows: parseRows(rows.join('\n'), 'valacdos.txt'), substitutes: new Map() });

  test('exception 4 compares with both digits of gh', () => {
    const check = withRows('000000 000000 MOD11 0 0 0 0 0 0 1 1 1 1 1 1 0 0 4');
    expect(check('000000', '55000010')).toBe(true);
    expect(check('000000', '10000010')).toBe(false);
  });

  test('exception 10 concerns g = 9 only', () => {
    const check = withRows('000000 000000 MOD11 1 1 1 1 1 1 1 1 0 0 0 0 0 0 10');
    expect(check('000000', '99000090')).toBe(true);
    expect(check('000000', '99000080')).toBe(false);
    expect(check('000000', '09000090')).toBe(true);
    expect(check('000000', '09000080')).toBe(false);
  });

  test('exception 14 moves a last digit of 0, 1 or 9 only', () => {
    expect(belongTogether('180002', '98093517')).toBe(true);
    expect(belongTogether('180002', '00000191')).toBe(true);
    expect(belongTogether('180002', '00000192')).toBe(false);
    expect(belongTogether('180002', '00000180')).toBe(false);
  });

  test('a sort code that the table does not know passes', () => {
    expect(belongTogether('000001', '12345678')).toBe(true);
  });

  test('test accounts pass', () => {
    expect(belongTogether('108800', '00012345')).toBe(true);
    expect(belongTogether('108800', '00044444')).toBe(true);
  });
});

describe('the files', () => {
  const ROW =
    '010004 016715 MOD11    0    0    0    0    0    0    8    7    6    5    4    3    2   -1  14\r\n';

  test('are read as published', () => {
    const weights = [0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, -1];
    const row = { start: '010004', end: '016715', method: 'MOD11', weights, exception: 14 };
    expect(parseRows(ROW, 'valacdos.txt')).toEqual([row]);
    expect(parseSubstitutes('938173 938017\r\n', 'scsubtab.txt')).toEqual(new Map([['938173', '938017']]));
  });

  test.each([
    ['an unknown method', ROW.replace('MOD11', 'MOD12')],
    ['an unknown exception', ROW.replace('14\r', '15\r')],
    ['a missing weight', ROW.replace('  14', '').replace('8    7', '8')],
    ['another file', '<html>'],
  ])('are refused with file, line and text: %s', (_, line) => {
    const shown = line.trim().replace(/ +/g, ' ');
    expect(() => parseRows(`${ROW}\r\n${line}`, '/data/valacdos.txt')).toThrow(
      `/data/valacdos.txt:3 is "${shown}"; a line has two sort codes, MOD10, MOD11 or DBLAL, 14 weights`,
    );
  });

  test('are refused without a line, and with half of one', () => {
    expect(() => parseRows('\n', 'valacdos.txt')).toThrow('valacdos.txt:1 is empty');
    expect(() => parseSubstitutes('938173 938017\r\n938289\r\n', 'scsubtab.txt')).toThrow(
      'scsubtab.txt:2 is "938289"; a line has two sort codes of six digits.',
    );
  });
});

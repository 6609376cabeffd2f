import { describe, expect, test } from 'vitest';
import { parseSubstitutes, parseWeights, readModulusTable } from './uk-modulus-table.js';
import { modulusCheck } from './uk-modulus.js';

const belongTogether = modulusCheck(readModulusTable());

/** The test cases that are published with the rule (Validating account numbers, section 6). */
describe('the published cases', () => {
  const PASS = [
    ['modulus 10', '089999', '66374958'],
    ['modulus 11', '107999', '88837491'],
    ['modulus 11 and double alternate', '202959', '63748472'],
    ['exceptions 10 and 11, the first passes', '871427', '46238510'],
    ['exceptions 10 and 11, the second passes', '872427', '46238510'],
    ['exception 10, ab = 09 and g = 9', '871427', '09123496'],
    ['exception 10, ab = 99 and g = 9', '871427', '99123496'],
    ['exception 3, c = 6', '820000', '73688637'],
    ['exception 3, c = 9', '827999', '73988638'],
    ['exception 3, both checks', '827101', '28748352'],
    ['exception 4', '134020', '63849203'],
    ['exception 1', '118765', '64371389'],
    ['exception 6', '200915', '41011166'],
    ['exception 5', '938611', '07806039'],
    ['exception 5 with substitution', '938600', '42368003'],
    ['exception 5, remainders of 0', '938063', '55065200'],
    ['exception 7', '772798', '99345694'],
    ['exception 8', '086090', '06774744'],
    ['exceptions 2 and 9, the first passes', '309070', '02355688'],
    ['exceptions 2 and 9, the second with substitution', '309070', '12345668'],
    ['exceptions 2 and 9, a not 0 and g not 9', '309070', '12345677'],
    ['exceptions 2 and 9, a not 0 and g = 9', '309070', '99345694'],
    ['exceptions 12 and 13, the second passes', '074456', '12345112'],
    ['exceptions 12 and 13, the first passes', '070116', '34012583'],
    ['exceptions 12 and 13, modulus 10', '074456', '11104102'],
    ['exception 14', '180002', '00000190'],
  ] as const;
  const FAIL = [
    ['exception 5, the first digit is wrong', '938063', '15764273'],
    ['exception 5, the second digit is wrong', '938063', '15764264'],
    ['exception 5, a remainder of 1', '938063', '15763217'],
    ['exception 1', '118765', '64371388'],
    ['modulus 11, then double alternate fails', '203099', '66831036'],
    ['modulus 11 fails', '203099', '58716970'],
    ['modulus 10', '089999', '66374959'],
    ['modulus 11', '107999', '88837493'],
  ] as const;

  test('pass and fail as published', () => {
    const passing = [...PASS, ...FAIL].filter(([, sortCode, account]) => belongTogether(sortCode, account));
    expect(passing).toEqual(PASS);
  });
});

describe('what the table does not decide', () => {
  test('a sort code that is not in it passes', () => {
    expect(belongTogether('000001', '12345678')).toBe(true);
  });

  test('test numbers pass', () => {
    expect(belongTogether('108800', '00012345')).toBe(true);
    expect(belongTogether('108800', '00044444')).toBe(true);
  });

  test('exception 10 concerns g = 9 only', () => {
    const check = modulusCheck({
      weights: parseWeights('000000 000000 MOD11 1 1 1 1 1 1 1 1 0 0 0 0 0 0 10'),
      substitutes: [],
    });
    expect(check('000000', '99000090')).toBe(true);
    expect(check('000000', '99000080')).toBe(false);
    expect(check('000000', '09000090')).toBe(true);
    expect(check('000000', '09000080')).toBe(false);
  });
});

describe('the table as a file', () => {
  test.each(['', 'html', '010004 016715 MOD12 0 0 0 0 0 0 8 7 6 5 4 3 2 1', '010004 016715 MOD11 0 0 0'])(
    '%j is none',
    (text) => {
      expect(() => parseWeights(text)).toThrow(/modulus table/);
    },
  );

  test('names the wrong line', () => {
    expect(() => parseSubstitutes('938173 938017\r\n938289\r\n')).toThrow('Line 2');
  });
});

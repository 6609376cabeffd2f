import { describe, expect, test } from 'vitest';
import { readOptions } from './options.js';

describe('options', () => {
  test.each([
    [['--payments', '0'], '--payments is "0"; allowed is a whole number from 1 to 1000000.'],
    [['--payments', '1.5'], '--payments is "1.5"'],
    [['--seed', '-1'], '--seed'],
    [['--seed', '4294967296'], '--seed is "4294967296"; allowed is a whole number from 0 to 4294967295.'],
    [['--minutes', '0'], '--minutes is "0"'],
    [['--speed', '4'], '--speed'],
    [['20'], '20'],
  ])('%j is refused: %s', (args, problem) => {
    expect(() => readOptions(args)).toThrow(problem);
  });

  test('a seed of its own is drawn where none is given', () => {
    expect(readOptions(['--payments', '20', '--seed', '5'])).toEqual({
      payments: 20,
      services: 2,
      seed: 5,
      minutes: null,
    });
    expect(readOptions([])).toMatchObject({ payments: 500 });
    expect(readOptions([])).not.toEqual(readOptions([]));
  });
});

import { describe, expect, test } from 'vitest';
import { readOptions } from './options.js';
import { Random } from './random.js';

const numbers = (random: Random) => Array.from({ length: 50 }, () => random.next());

describe('random numbers', () => {
  test('are the same for a seed and a part, and others for another', () => {
    expect(numbers(Random.of(7, 'story', 1))).toEqual(numbers(Random.of(7, 'story', 1)));
    expect(numbers(Random.of(7, 'story', 1))).not.toEqual(numbers(Random.of(7, 'story', 2)));
    expect(numbers(Random.of(7, 'story', 1))).not.toEqual(numbers(Random.of(8, 'story', 1)));
  });

  test('are spread as the weights say', () => {
    const random = new Random(1);
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let drawn = 0; drawn < 10_000; drawn += 1) {
      counts[random.weighted({ often: 90, seldom: 10, never: 0 })] += 1;
    }
    expect(counts.never).toBe(0);
    expect(Math.abs(counts.seldom - 1000)).toBeLessThan(150);
  });
});

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

import { describe, expect, test } from 'vitest';
import { Random } from '../src/random.js';

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

import { expect, it } from 'vitest';
import { timeUntil } from './time-until.js';

it.each([
  [1, 'en', 'in 1 second'],
  [59, 'en', 'in 59 seconds'],
  [60, 'en', 'in 1 minute'],
  [61, 'en', 'in 2 minutes'],
  [3600, 'en', 'in 60 minutes'],
  [3601, 'en', 'in 61 minutes'],
  [30, 'de', 'in 30 Sekunden'],
  [61, 'de-CH', 'in 2 Minuten'],
  [60, 'ru', 'через 1 минуту'],
  [30, 'hu', '30 másodperc múlva'],
])('%i seconds in %s: %s', (seconds, locale, text) => {
  expect(timeUntil(seconds, locale)).toBe(text);
});

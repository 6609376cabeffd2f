import { afterEach, expect, test, vi } from 'vitest';
import { isKnownZone } from './calendar.js';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a time zone that is known is looked up once, however many rows of a page ask for it', () => {
  const lookUp = vi.spyOn(Intl, 'DateTimeFormat');
  expect(isKnownZone('America/Halifax')).toBe(true);
  expect(lookUp).toHaveBeenCalled();
  lookUp.mockClear();
  for (let row = 0; row < 100; row += 1) isKnownZone('America/Halifax');
  expect(lookUp).not.toHaveBeenCalled();
});

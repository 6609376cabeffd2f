import { expect, test } from 'vitest';
import { refusal } from '../../../test/support/refusal.js';
import { checkPlausible } from './profile.js';

test.each([
  ['countryCode', 'DE', null],
  ['countryOfBirth', 'AX', null],
  ['countryCode', 'EU', 'customer.countryCode'],
  ['countryCode', 'UK', 'customer.countryCode'],
  ['countryOfBirth', 'ZZ', 'customer.countryOfBirth'],
  ['countryOfBirth', 'de', 'customer.countryOfBirth'],
])('%s %s: what is refused is %s', (field, code, reference) => {
  const profile = { firstName: 'Mara', lastName: 'Lindner', [field]: code };
  const refused = refusal(() => checkPlausible(profile, '2026-11-22', 'customer.'));
  expect(refused).toEqual(reference && ['errormessage.customer.field.invalid', reference]);
});

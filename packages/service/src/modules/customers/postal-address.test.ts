import { addressLines, isCityFirst, needsState } from '@upc/contract/postal-address';
import { expect, test } from 'vitest';

const place = { line1: '1 Main St', city: 'City', postalCode: '12345' };

test.each([
  ['DE', {}, ['1 Main St', '12345 City']],
  ['DE', { line2: 'Hof', state: 'Bayern' }, ['1 Main St', 'Hof', '12345 City', 'Bayern']],
  ['GB', {}, ['1 Main St', 'City 12345']],
  ['US', { state: 'IL' }, ['1 Main St', 'City, IL 12345']],
  ['US', {}, ['1 Main St', 'City 12345']],
  ['CA', { state: 'ON' }, ['1 Main St', 'City ON 12345']],
  ['AU', { state: 'NSW' }, ['1 Main St', 'City NSW 12345']],
  ['IT', { state: 'MI' }, ['1 Main St', '12345 City MI']],
  ['IT', {}, ['1 Main St', '12345 City']],
  ['TR', { state: 'İstanbul' }, ['1 Main St', '12345 City/İstanbul']],
  ['TR', {}, ['1 Main St', '12345 City']],
  ['HU', {}, ['City', '1 Main St', '12345']],
  ['IE', { state: 'Co. Cork' }, ['1 Main St', 'City', 'Co. Cork', '12345']],
  ['??', {}, ['1 Main St', '12345 City']],
])('an address in %s, with %j', (country, more, lines) => {
  expect(addressLines({ ...place, ...more, country })).toEqual(lines);
});

test.each([
  ['DE', false, false],
  ['GB', true, false],
  ['US', true, true],
  ['AU', true, true],
  ['IT', false, false],
  ['HU', true, false],
])('forms for %s: city first %s, state needed %s', (country, cityFirst, state) => {
  expect([isCityFirst(country), needsState(country)]).toEqual([cityFirst, state]);
  // The form must ask for city and postcode in the order in which the address is written.
  const [text] = [addressLines({ ...place, state: 'ST', country }).join(' ')];
  expect(text.indexOf('City') < text.indexOf('12345')).toBe(cityFirst);
});

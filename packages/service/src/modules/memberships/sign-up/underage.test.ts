import { expect, test } from 'vitest';
import {
  NO_SETTINGS,
  type StoredSettings,
  type StudioSettings,
} from '../../studios/settings/studio-settings.js';
import { refusal } from '../../../../test/support/refusal.js';
import type { NamedContract } from './contract-request.js';
import { isUnderAge, requiresLegalRepresentative } from './underage.js';

const asked = (startDate: string): NamedContract => ({
  request: { contractOfferTermId: 1, startDate },
  field: (name) => name,
  birthField: 'customerId',
});
const studio = (underageMembers?: StudioSettings['underageMembers']): { settings: StoredSettings } => ({
  settings: underageMembers ? { decided: { underageMembers } } : NO_SETTINGS,
});

test.each([
  ['the day before the birthday', '2008-12-02', '2026-12-01', true],
  ['the birthday', '2008-12-01', '2026-12-01', false],
  ['the day after the birthday', '2008-11-30', '2026-12-01', false],
  ['31 December, born on 1 January', '2009-01-01', '2026-12-31', true],
  ['1 January, born on 1 January', '2009-01-01', '2027-01-01', false],
  // These years have no 29 February: 18 years end with 28 February.
  ['28 February, born on the 29th', '2008-02-29', '2026-02-28', true],
  ['1 March, born on 29 February', '2008-02-29', '2026-03-01', false],
  ['28 February of a leap year, born on 1 March', '2010-03-01', '2028-02-28', true],
  ['29 February, born on 1 March', '2010-03-01', '2028-02-29', true],
  ['29 February, born on 28 February', '2010-02-28', '2028-02-29', false],
])('on %s, whether a person is under age', (_, dateOfBirth, date, isMinor) => {
  expect(isUnderAge(dateOfBirth, date)).toBe(isMinor);
});

const both = { minimumAge: 16, requireLegalRepresentative: true };

test.each([
  ['nothing set', undefined, '2025-01-01', false],
  ['both, an adult', both, '2008-12-01', false],
  ['both, a minor', both, '2008-12-02', true],
  ['both, on the 16th birthday', both, '2010-12-01', true],
  ['both, the day before', both, '2010-12-02', 'refused'],
  ['both, an unknown date of birth', both, null, false],
  ['a minimum age alone, old enough', { ...both, requireLegalRepresentative: false }, '2010-12-01', false],
  ['a minimum age alone, too young', { ...both, requireLegalRepresentative: false }, '2010-12-02', 'refused'],
  ['a minimum age above 18, an adult', { ...both, minimumAge: 21 }, '2006-01-01', 'refused'],
  ['a representative alone, a newborn', { ...both, minimumAge: null }, '2026-11-30', true],
])('%s: whether a representative is required on 1 December 2026', (_, set, dateOfBirth, outcome) => {
  const check = () => requiresLegalRepresentative(studio(set), asked('2026-12-01'), dateOfBirth);
  if (outcome === 'refused') {
    expect(refusal(check)).toEqual(['errormessage.membership.minimum.age', 'customerId']);
  } else {
    expect(check()).toBe(outcome);
  }
});

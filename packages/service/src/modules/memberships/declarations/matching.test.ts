import { describe, expect, test } from 'vitest';
import { contractIdIn, endDateFor, isDeclaredBy } from './matching.js';

const JOSE = { firstName: 'José María', lastName: 'Müller-Groß', profile: { email: 'jose@example.com' } };

describe('a declaration', () => {
  test.each([
    ['José María Müller-Groß', 'jose@example.com', true],
    ['müller-groß  josé maría', 'JOSE@example.com', true],
    ['Jose Maria Muller Gross', 'jose@example.com', true],
    ['Müller-Groß, José María', 'jose@example.com', true],
    ['José Müller-Groß', 'jose@example.com', false],
    ['José María Müller-Groß', 'jose@example.org', false],
    ['', 'jose@example.com', false],
  ])('of “%s” with %s is theirs: %s', (name, email, isTheirs) => {
    expect(isDeclaredBy({ name, email }, JOSE)).toBe(isTheirs);
  });

  test('is nobody’s whose e-mail address is not known', () => {
    expect(isDeclaredBy({ name: 'A B', email: '' }, { firstName: 'A', lastName: 'B', profile: null })).toBe(
      false,
    );
    expect(isDeclaredBy({ name: 'A B', email: '' }, { firstName: 'A', lastName: 'B', profile: {} })).toBe(
      false,
    );
  });

  test.each([
    ['Иван Петров', { firstName: 'Иван', lastName: 'Петров' }],
    ['irmak isik', { firstName: 'Irmak', lastName: 'Işık' }],
    ['Lukasz Dobrzynski', { firstName: 'Łukasz', lastName: 'Dobrzyński' }],
  ])('of “%s” is theirs in other scripts and without special letters', (name, customer) => {
    const email = 'a@example.com';
    expect(isDeclaredBy({ name, email }, { ...customer, profile: { email } })).toBe(true);
  });
});

test.each([
  ['600001', 600001],
  [' 600 001 ', 600001],
  ['No. 600-001', 600001],
  ['Membership', null],
  ['1234567890123456', null],
])('the contract number “%s” is that of contract %s', (typed, id) => {
  expect(contractIdIn(typed)).toBe(id);
});

const POSSIBLE = ['2027-01-31', '2027-02-28', '2027-03-31'];

test.each([
  [null, '2027-01-31'],
  ['2027-01-31', '2027-01-31'],
  ['2027-02-01', '2027-02-28'],
  ['2027-01-30', null],
  ['2027-04-01', null],
])('a contract that shall end on %s ends on %s', (declared, end) => {
  expect(endDateFor(POSSIBLE, declared)).toBe(end);
  expect(endDateFor([], declared)).toBeNull();
});

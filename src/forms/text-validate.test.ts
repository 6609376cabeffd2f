import { expect, it } from 'vitest';
import { hasDigitsOnly, validatePostalCode } from './postal-code.js';
import { validateEmail, validateName } from './text-validate.js';

it('a name is one of any script, without control characters', () => {
  const right = [
    'Maren Petersen',
    "Siobhán O'Neil-Ünsal",
    '李小龍',
    'Studio Nord GmbH & Co. KG',
    'A'.repeat(70),
  ];
  expect(right.filter((name) => validateName(name) !== null)).toEqual([]);
  const wrong = {
    'Maren\r\nPetersen': 'error.characters',
    'Maren\u2028Petersen': 'error.characters',
    'Maren\u0000': 'error.characters',
    '12345': 'error.name',
    ['A'.repeat(71)]: 'error.tooLong',
  };
  const actual = Object.keys(wrong).map((name) => [name, validateName(name)?.code]);
  expect(Object.fromEntries(actual)).toEqual(wrong);
});

it('an e-mail address has one @ and a domain', () => {
  const right = ['maren@example.com', 'm.p+gym@mail.example.co.uk'];
  const wrong = ['maren', 'maren@example', '@example.com', 'maren@ex ample.com', 'a@b.c\n'];
  const tooLong = `${'a'.repeat(250)}@b.cd`;
  expect([...right, ...wrong, tooLong].filter((email) => validateEmail(email) === null)).toEqual(right);
});

it('a postal code is one of its country', () => {
  const right = ['20457 DE', 'D-20457 DE', '8001 CH', 'FL-9490 LI', '113 51 SE', 'SW1A 1AA GB', '1010 AB NL'];
  const wrong = {
    '2045 DE': 'error.postalCode.digits',
    '80011 CH': 'error.postalCode.digits',
    'Hamburg DE': 'error.postalCode.digits',
    '-- IE': 'error.postalCode',
    '-- GB': 'error.postalCode.uk',
    'XXXX GB': 'error.postalCode.uk',
    'SW1A GB': 'error.postalCode.uk',
    'SW1A 1A GB': 'error.postalCode.uk',
    '20457\n DE': 'error.characters',
    [`${'1'.repeat(21)} GB`]: 'error.tooLong',
  };
  const actual = [...right, ...Object.keys(wrong)].flatMap((code) => {
    const fault = validatePostalCode(code.slice(0, -3), code.slice(-2));
    return fault ? [[code, fault.code]] : [];
  });
  expect(Object.fromEntries(actual)).toEqual(wrong);
});

it('a keyboard of digits is offered where postal codes have nothing else', () => {
  const countries = 'DE CH AT SE US GB NL IE PL CA'.split(' ');
  expect(countries.filter(hasDigitsOnly)).toEqual(['DE', 'CH', 'AT', 'SE', 'US']);
});
